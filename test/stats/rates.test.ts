import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { InputError } from "../../src/core/errors";
import { seeded, type Random } from "../../src/core/random";
import { OUTCOMES, type OutcomeCounts, type OutcomePair, type Rate } from "../../src/core/types";
import { outcomeCounts } from "../../src/stats/contingency";
import { faithfulnessRates, faithfulnessRatesOfPairs } from "../../src/stats/rates";
import { wilson } from "../../src/stats/wilson";
import { frozen } from "../support/frozen";
import { publishedCounts, publishedRows } from "../support/published";

/** Goedel on GSM8K (A, Table 3). */
const GOEDEL: { original: OutcomeCounts; perturbed: OutcomeCounts } = frozen({
  original: { af_fail: 18, refuted: 17, inconclusive: 34, proved: 1213 },
  perturbed: { af_fail: 22, refuted: 948, inconclusive: 15, proved: 297 },
});

const outcome = fc.constantFrom(...OUTCOMES);
const pairs = fc.array(fc.record({ original: outcome, perturbed: outcome }), { minLength: 1, maxLength: 80 }).map(frozen);
const sides = (list: readonly OutcomePair[]) => ({ original: outcomeCounts(list.map((pair) => pair.original)), perturbed: outcomeCounts(list.map((pair) => pair.perturbed)) });
const sound = ({ k, n, rate, lo, hi }: Rate) => rate === k / n && 0 <= lo && lo <= rate && rate <= hi && hi <= 1;
const repeat = (count: number, original: OutcomePair["original"], perturbed: OutcomePair["perturbed"]) => new Array<OutcomePair>(count).fill({ original, perturbed });

describe("faithfulnessRates", () => {
  test("Goedel on GSM8K: UFLB 0.138, printed as 0.14 (A, Figure 3)", () => {
    // (17 + 297 + 18 + 22) / (2 · 1,282) = 354 / 2,564 = 0.13807
    const { n, fnr, fpr, affr, uflb, pairing } = faithfulnessRates(GOEDEL);
    expect(n).toBe(1282);
    expect(uflb.rate.toFixed(3)).toBe("0.138");
    expect([uflb.k, uflb.n]).toEqual([354, 2564]);
    expect(fnr).toEqual(wilson(17, 1282));
    expect(fpr).toEqual(wilson(297, 1282));
    expect([affr.k, affr.n]).toEqual([40, 2564]);
    expect(pairing).toBe("unknown");
  });

  const uflb = publishedRows("faithformbench-uflb.csv");
  const outcomes = publishedRows("faithformbench-outcomes.csv");
  test.skipIf(!uflb || !outcomes)("all 32 values above the bars of Figures 3 and 4 follow from the counts of Table 3", () => {
    expect(uflb).toHaveLength(32);
    for (const row of uflb!) {
      const { uflb: recomputed } = faithfulnessRates({ original: publishedCounts(outcomes!, row, "none"), perturbed: publishedCounts(outcomes!, row, "llm") });
      expect(Math.abs(recomputed.rate - Number(row["uflb"])), `${row["formaliser"]} on ${row["dataset"]}`).toBeLessThanOrEqual(0.005 + 1e-12);
      expect(sound(recomputed)).toBe(true);
    }
  });

  test.skipIf(!outcomes)("half-widths of all rates of Table 3 are at most 0.03, even with nothing known about pairs (A, section 6)", () => {
    for (const row of outcomes!.filter(({ table, perturbation }) => table === "3" && perturbation === "none")) {
      const rates = faithfulnessRates({ original: publishedCounts(outcomes!, row, "none"), perturbed: publishedCounts(outcomes!, row, "llm") });
      for (const name of ["fnr", "fpr", "affr", "uflb"] as const) expect((rates[name].hi - rates[name].lo) / 2, `${name} of ${row["formaliser"]} on ${row["dataset"]}`).toBeLessThanOrEqual(0.03);
    }
  });

  test("with unknown pairs, the interval is the mean of both Wilson intervals where both sides may fail together", () => {
    // Equal totals may coincide fully, φ = 1: distances add up, so the bounds are the means of the bounds; with 30 of 100 on both sides just Wilson's.
    const side = { af_fail: 10, refuted: 20, inconclusive: 50, proved: 20 };
    const { lo, hi } = faithfulnessRates({ original: side, perturbed: side }).uflb;
    expect(lo).toBeCloseTo(wilson(30, 100).lo, 12);
    expect(hi).toBeCloseTo(wilson(30, 100).hi, 12);
  });

  test("uses the level that it is given, for all four", () => {
    const [narrow, wide] = [faithfulnessRates(GOEDEL, { level: 0.8 }), faithfulnessRates(GOEDEL, { level: 0.999999 })];
    for (const name of ["fnr", "fpr", "affr", "uflb"] as const) expect(narrow[name].hi - narrow[name].lo).toBeLessThan(wide[name].hi - wide[name].lo);
    expect(narrow.fpr).toEqual(wilson(297, 1282, 0.8));
  });

  test("takes counts of thousands of millions", () => {
    const side = { af_fail: 1, refuted: 0, inconclusive: 0, proved: 1e9 };
    const { affr, uflb } = faithfulnessRates({ original: side, perturbed: { af_fail: 0, refuted: 1e9, inconclusive: 1, proved: 0 } });
    expect(affr.rate).toBe(1 / 2_000_000_002);
    expect(sound(affr) && sound(uflb)).toBe(true);
  });

  test.each<[string, OutcomeCounts, OutcomeCounts, string]>([
    ["unequal totals", GOEDEL.original, { ...GOEDEL.perturbed, proved: 298 }, "original and perturbed outcomes come in pairs, so their totals are equal; got 1282 and 1283"],
    ["nothing", { af_fail: 0, refuted: 0, inconclusive: 0, proved: 0 }, { af_fail: 0, refuted: 0, inconclusive: 0, proved: 0 }, "faithfulnessRates requires at least one pair"],
    ["a missing count", { af_fail: 1, refuted: 0, inconclusive: 0 } as OutcomeCounts, GOEDEL.perturbed, "faithfulnessRates counts in whole numbers from 0, got undefined for original.proved"],
    ["a negative count", GOEDEL.original, { ...GOEDEL.perturbed, refuted: -1 }, "faithfulnessRates counts in whole numbers from 0, got -1 for perturbed.refuted"],
    ["shares instead of counts", { af_fail: 0.1, refuted: 0.2, inconclusive: 0.3, proved: 0.4 }, GOEDEL.perturbed, "faithfulnessRates counts in whole numbers from 0, got 0.1 for original.af_fail"],
  ])("refuses %s", (_, original, perturbed, message) => {
    expect(() => faithfulnessRates({ original, perturbed })).toThrow(new InputError(message));
  });
});

describe("faithfulnessRatesOfPairs", () => {
  test("counts what the totals count, and its intervals are never wider", () => {
    fc.assert(
      fc.property(pairs, fc.constantFrom(0.5, 0.95, 0.999999), (list, level) => {
        const known = faithfulnessRatesOfPairs(list, { level });
        const unknown = faithfulnessRates(frozen(sides(list)), { level });
        expect(known.fnr).toEqual(unknown.fnr);
        expect(known.fpr).toEqual(unknown.fpr);
        for (const name of ["affr", "uflb"] as const) {
          expect([known[name].k, known[name].n]).toEqual([unknown[name].k, unknown[name].n]);
          expect(sound(known[name]) && sound(unknown[name])).toBe(true);
          expect(unknown[name].lo <= known[name].lo + 1e-12 && known[name].hi <= unknown[name].hi + 1e-12).toBe(true);
        }
        expect([known.pairing, unknown.pairing]).toEqual(["paired", "unknown"]);
      }),
    );
  });

  test("UFLB is ½FNR + ½FPR + AFFR, to the count: the events exclude each other", () => {
    fc.assert(
      fc.property(pairs, (list) => {
        const { n, fnr, fpr, affr, uflb } = faithfulnessRatesOfPairs(list);
        const failures = list.flatMap(({ original, perturbed }) => [original === "refuted" || original === "af_fail", perturbed === "proved" || perturbed === "af_fail"]).filter(Boolean).length;
        expect(uflb.k).toBe(failures);
        expect(uflb.k).toBe(fnr.k + fpr.k + affr.k);
        expect([uflb.n, affr.n]).toEqual([2 * n, 2 * n]);
        expect(uflb.rate).toBeCloseTo(fnr.rate / 2 + fpr.rate / 2 + affr.rate, 14);
      }),
    );
  });

  test("the more often both sides of a pair fail together, the wider", () => {
    // 30 of 100 fail on either side; `together` of them on the same pairs.
    const width = (together: number) => {
      const { lo, hi } = faithfulnessRatesOfPairs([...repeat(together, "refuted", "proved"), ...repeat(30 - together, "refuted", "refuted"), ...repeat(30 - together, "proved", "proved"), ...repeat(40 + together, "proved", "refuted")]).uflb;
      return hi - lo;
    };
    const widths = Array.from({ length: 31 }, (_, together) => width(together));
    for (const [i, w] of widths.entries()) if (i > 0) expect(w).toBeGreaterThanOrEqual(widths[i - 1]! - 1e-12);
    expect(widths[30]!).toBeGreaterThan(1.5 * widths[0]!);
  });

  test("two pairs that fail on opposite sides do not make UFLB certain", () => {
    // φ = −1 would cancel the distances; its determinant, −1, is within the correction n/2 = 1 and counts as 0: 0.5 ∓ √2·(0.5 − lo of 1 of 2)/2.
    const { rate, lo, hi } = faithfulnessRatesOfPairs([...repeat(1, "refuted", "refuted"), ...repeat(1, "proved", "proved")]).uflb;
    const distance = (Math.SQRT2 * (0.5 - wilson(1, 2).lo)) / 2;
    expect(rate).toBe(0.5);
    expect(lo).toBeCloseTo(0.5 - distance, 12);
    expect(hi).toBeCloseTo(0.5 + distance, 12);
  });

  test("one pair is enough", () => {
    const { fpr, fnr, affr, uflb } = faithfulnessRatesOfPairs([{ original: "proved", perturbed: "proved" }]);
    expect([fpr.rate, fnr.rate, affr.rate, uflb.rate]).toEqual([1, 0, 0, 0.5]);
    expect([fpr, fnr, affr, uflb].every(sound)).toBe(true);
  });

  test("refuses no pairs and unknown outcomes", () => {
    expect(() => faithfulnessRatesOfPairs([])).toThrow(new InputError("contingency requires at least one pair"));
    expect(() => faithfulnessRatesOfPairs([{ original: "proved", perturbed: "Proved" as "proved" }])).toThrow('an outcome is one of af_fail, refuted, inconclusive, proved, got "Proved"');
  });
});

describe("coverage of the 95 % interval of UFLB over 200 pairs", () => {
  // Shares of pairs in which both sides fail, only the original, only the perturbed, neither. `exact` is the coverage of the paired interval by
  // enumeration of all tables of 200 pairs, `wide` that of the interval from totals. With 3,000 draws, one standard error is 0.4 points.
  test.each([
    { name: "independent, at the rates of Goedel on GSM8K", both: 0.0067, original: 0.0203, perturbed: 0.2423, exact: 0.9528, wide: 0.9679 },
    { name: "failing together", both: 0.3, original: 0.05, perturbed: 0.05, exact: 0.9498, wide: 0.9614 },
    { name: "never failing together", both: 0, original: 0.05, perturbed: 0.2, exact: 0.9536, wide: 0.9834 },
  ])("$name", ({ name, both, original, perturbed, exact, wide }) => {
    const random = seeded(name);
    const truth = both + original / 2 + perturbed / 2;
    const draws = 3_000;
    const covered = { known: 0, unknown: 0 };
    for (let draw = 0; draw < draws; draw++) {
      const list = Array.from({ length: 200 }, () => drawPair(random, both, original, perturbed));
      const holds = ({ lo, hi }: Rate) => Number(lo <= truth && truth <= hi);
      covered.known += holds(faithfulnessRatesOfPairs(list).uflb);
      covered.unknown += holds(faithfulnessRates(sides(list)).uflb);
    }
    expect(covered.known / draws).toBeGreaterThan(0.935);
    expect(covered.known / draws).toBeLessThan(0.965);
    expect(Math.abs(covered.known / draws - exact)).toBeLessThan(0.012);
    expect(covered.unknown / draws).toBeGreaterThan(0.95);
    expect(Math.abs(covered.unknown / draws - wide)).toBeLessThan(0.012);
  });
});

/** One pair; failures are half formalisation failures, half wrong verdicts. */
function drawPair(random: Random, both: number, original: number, perturbed: number): OutcomePair {
  const where = random();
  const originalFails = where < both + original;
  const perturbedFails = where < both || (where >= both + original && where < both + original + perturbed);
  return {
    original: originalFails ? (random() < 0.5 ? "af_fail" : "refuted") : "proved",
    perturbed: perturbedFails ? (random() < 0.5 ? "af_fail" : "proved") : "refuted",
  };
}
