import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { caseCard, caseCards } from "../../src/cases/card";
import { compareRuns, flipTable, nameRuns } from "../../src/cases/compare";
import { painter, visible } from "../../src/cases/foreign";
import { changedNumbers, editMarks, valueFate, valueMarks } from "../../src/cases/marks";
import { readRun, type Run } from "../../src/cases/runFolder";
import { caseRows, countCases, filterOfSegment, sampleCases, selectCases } from "../../src/cases/select";
import { seeded } from "../../src/core/random";
import { OUTCOMES } from "../../src/core/types";
import type { RunResult } from "../../src/stages/methodA";
import { PAIR_CLASSES } from "../../src/stats/contingency";
import { controlRun, HOSTILE, hostileCase, madeCase, madeRun } from "../support/runs";

let literal: RunResult & { folder: string };
let read: Run;
let corrector: Run;
beforeAll(async () => {
  literal = await controlRun("literal");
  read = await readRun(literal.folder);
  corrector = await readRun((await controlRun("corrector")).folder);
}, 60_000);

describe("a run folder", () => {
  test("reads back as the cases that were made", () => {
    expect(read.cases).toEqual(literal.cases);
    expect(read.summary).toEqual(JSON.parse(JSON.stringify(literal.summary)));
  });

  test("that holds no run says what is missing and how to get it", async () => {
    await expect(readRun("test/cases")).rejects.toThrow(/holds no finished run: run\.json is not there; `npx faithlab run/);
  });
});

describe("selecting", () => {
  test("every segment's filter selects as many cases as the segment counts", () => {
    const { summary, cases } = read;
    for (const { dataset, rates, contingency, counts, mechanisms } of summary.datasets) {
      for (const part of PAIR_CLASSES) expect(selectCases(cases, filterOfSegment({ figure: "contingency", part, dataset }))).toHaveLength(contingency[part]);
      for (const side of ["original", "perturbed"] as const) for (const part of OUTCOMES) expect(selectCases(cases, filterOfSegment({ figure: "outcomes", part, side, dataset }))).toHaveLength(counts[side][part]);
      for (const [part, n] of Object.entries(mechanisms)) expect(selectCases(cases, filterOfSegment({ figure: "mechanisms", part, dataset }))).toHaveLength(n);
      expect(selectCases(cases, filterOfSegment({ figure: "failures", part: "fpr", dataset }))).toHaveLength(rates.fpr.k);
      expect(selectCases(cases, filterOfSegment({ figure: "failures", part: "fnr", dataset }))).toHaveLength(rates.fnr.k);
    }
    expect(countCases(cases, "pair").reduce((sum, { k }) => sum + k, 0)).toBe(cases.length);
  });

  test("text is found in steps and Lean whatever its case, a list means any of it, and an unknown field is told", () => {
    const [first] = read.cases;
    expect(selectCases(read.cases, { text: first!.step.content.toUpperCase() }).map(({ step }) => step.id)).toContain(first!.step.id);
    expect(selectCases(read.cases, { perturbed: OUTCOMES })).toHaveLength(read.cases.length);
    expect(() => selectCases(read.cases, { outcome: "proved" } as never)).toThrow(/a filter has the fields .*, got "outcome"/);
    expect(caseRows(read.cases)[0]).toMatchObject({ id: first!.step.id, original_step: first!.step.content });
  });

  test("replies that the two presets read differently are found", () => {
    // A lemma: the paper's rule knows `theorem` alone.
    const odd = madeCase(1, { replies: { original: { reply: "```lean4\nlemma t : 1 = 1 := by sorry\n```", finish: "stop" }, perturbed: { reply: "", finish: "stop" } } });
    expect(selectCases([odd, madeCase(2)], { disagreement: "presets" }).map(({ step }) => step.id)).toEqual(["made-1/step_1"]);
  });

  test("a sample is the same for the same seed, in order, without repetition", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer(), (size, seed) => {
        const rows = Array.from({ length: size }, (_, i) => i);
        const n = 1 + (Math.abs(seed) % size);
        const drawn = sampleCases(rows, n, { seed });
        expect(drawn).toEqual(sampleCases(rows, n, { seed }));
        expect([...new Set(drawn)].sort((a, b) => a - b)).toEqual(drawn);
        expect(drawn).toHaveLength(n);
      }),
    );
    expect(() => sampleCases([1], 2, { seed: 1 })).toThrow(/from 1 to 1/);
  });
});

describe("marks", () => {
  test("lie where the steps differ: what is outside them is the same on both sides", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.string({ maxLength: 60 }), (a, b) => {
        const marks = editMarks(a, b);
        const rest = (text: string, some: readonly { start: number; end: number }[]) => some.reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), text);
        // Marks are drawn out to whole numbers, so outside them only what is equal is left, though not all of it.
        const [restA, restB] = [rest(a, marks.original), rest(b, marks.perturbed)];
        if (!/\d/.test(a + b)) expect(restA).toBe(restB);
        for (const { start, end } of [...marks.original, ...marks.perturbed]) expect(start).toBeLessThan(end);
      }),
    );
  });

  test("a number is marked as a whole", () => {
    expect(editMarks("since 50 < 7.1", "since 50 < 5.0").perturbed).toEqual([{ start: 11, end: 14, kind: "added" }]);
    expect(changedNumbers("since 50 < 7.1", "since 50 < 5.0")).toEqual({ from: new Set(["7.1"]), to: new Set(["5.0"]) });
    // 12 stands in both steps: it cannot tell which of them was translated.
    expect(changedNumbers("7 * 12 = 84", "7 * 12 = 12")).toEqual({ from: new Set(["84"]), to: new Set() });
  });

  test.each([
    ["theorem t : (7 : ℝ) * 2 = 41 := by sorry", "kept"],
    ["theorem t : (7 : ℝ) * 2 = 14 := by sorry", "restored"],
    ["theorem t : (7 : ℝ) * 2 = 14 ∨ 1 = 41 := by sorry", "mixed"],
    ["theorem t : 1 = 1 := by sorry -- 41 is only in a comment", "lost"],
  ])("%s: the perturbed value is %s", (code, fate) => {
    const each = madeCase(1, { perturbed: { text: "7 * 2 = 41", edits: [] }, perturbedVerdict: { outcome: "proved", flags: [], code } });
    expect(valueFate({ ...each, step: { ...each.step, content: "7 * 2 = 14" } })).toBe(fate);
  });

  test("a thousand digits, or a text of a megabyte, take no time", () => {
    const long = "x ".repeat(500_000);
    expect(editMarks(long, `${long}y`)).toEqual({ original: [], perturbed: [] });
    expect(valueMarks("9".repeat(1000), { from: new Set(["9".repeat(1000)]), to: new Set() })).toHaveLength(1);
  });
});

describe("cards", () => {
  test("whatever stands in the data, the card holds no element, attribute or address of it", async () => {
    const paint = await painter();
    for (const text of HOSTILE) {
      const html = caseCards(paint, [hostileCase(1, text)], { folder: `javascript:${text}`, formaliser: text });
      expect(html).not.toMatch(/<(script|img|iframe|svg|link|object|embed|form)\b/i);
      expect(html.replace(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\son\w+\s*=/i);
      expect([...html.matchAll(/\b(?:href|src)="([^"]*)"/g)].map(([, address]) => address).filter((address) => /^\s*(javascript|data|https?):/i.test(address!))).toEqual([]);
      expect(html.match(/<style>/g)).toHaveLength(1);
      // KaTeX writes an empty word as a space without width.
      expect(html.replace(/<math[^]*?<\/math>/g, "")).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\u0000]/);
    }
  });

  test("every text comes out of its HTML as it went in", () => {
    const unescape = (html: string) => html.replace(/<span class="fl-unseen">U\+([0-9A-F]{4})<\/span>/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))).replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&quot;/g, '"').replace(/&#39;/g, "'").replace(/&amp;/g, "&");
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      expect(unescape(visible(text))).toBe(text);
    }));
  });

  test("Lean is coloured without losing a character, and marks lie on their words", async () => {
    const paint = await painter();
    for (const { original } of read.cases) {
      if (original.code === undefined) continue;
      const html = paint.lean(original.code, valueMarks(original.code, { from: new Set(), to: new Set(["12"]) }));
      expect(html.replace(/<[^>]*>/g, "").replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&#39;/g, "'").replace(/&quot;/g, '"').replace(/&amp;/g, "&")).toBe(original.code);
      for (const [, marked] of html.matchAll(/<mark[^>]*>(.*?)<\/mark>/g)) expect(marked!.replace(/<[^>]*>/g, "")).toBe("12");
    }
  });

  test("a formula is set, one with a mark stays as it was written, and a faulty one too", async () => {
    const paint = await painter();
    expect(paint.prose("so $\\frac{1}{2}$")).toMatch(/<mfrac>/);
    expect(paint.prose("so $x = 2$", [{ start: 8, end: 9, kind: "added" }])).toBe('<bdi class="fl-prose">so $x = <ins class="fl-added" title="in the perturbed step only">2</ins>$</bdi>');
    expect(paint.prose("so $\\frac{$")).toBe('<bdi class="fl-prose">so $\\frac{$</bdi>');
  });

  test("a card names outcome, engine, value and diagnosis, and says where the raw reply is", async () => {
    const [each] = corrector.cases.filter(({ diagnosis }) => diagnosis?.mechanism === "original_restored");
    const html = caseCard(await painter(), each!, { folder: "runs/corrector", formaliser: "corrector" });
    for (const part of ["proved</span> by z3", "original restored", "the original value is restored", "corrector", "runs/corrector/formalise.journal.jsonl", `${each!.step.id}/perturbed`]) expect(html).toContain(part);
  });

  test("a megabyte in one line is cut and counted", async () => {
    const html = (await painter()).plain("x".repeat(1_000_000));
    expect(html.length).toBeLessThan(25_000);
    expect(html).toContain("980,000 more characters");
  });
});

describe("comparing", () => {
  test("known differences of the controls come out", () => {
    const named = nameRuns([read, corrector]);
    expect(named.map(({ name }) => name)).toEqual(["literal", "corrector"]);
    const [fpr] = compareRuns(named, ["fpr"]);
    // Counted from the cases themselves.
    const proved = (run: Run) => run.cases.filter(({ perturbedVerdict }) => perturbedVerdict.outcome === "proved").length;
    expect(fpr!.counts).toMatchObject({ first: proved(read), second: proved(corrector) });
    expect(fpr!.difference.estimate).toBeCloseTo((proved(read) - proved(corrector)) / read.cases.length, 12);
    expect(fpr!.difference.hi).toBeLessThan(0);
    expect(fpr!.p).toBeLessThan(1e-6);
    const { counts, flips, n } = flipTable(read, corrector);
    expect(counts.refuted.proved).toBe(flips.filter(({ first, second }) => first === "refuted" && second === "proved").length);
    expect(OUTCOMES.flatMap((a) => OUTCOMES.map((b) => counts[a][b])).reduce((sum, k) => sum + k, 0)).toBe(n);
  });

  test("differences that a simulation built in are covered by 95 % intervals about as often as they say", () => {
    // Two systems that prove a false step with probability 0.2 and 0.3, on 150 common steps, 400 times.
    const random = seeded("comparison");
    let covered = 0;
    for (let turn = 0; turn < 400; turn++) {
      const outcomes = Array.from({ length: 150 }, () => [random() < 0.2, random() < 0.3] as const);
      const run = (which: 0 | 1, name: string) => ({ ...madeRun([madeCase(0)], name), cases: outcomes.map((proved, i) => ({ ...madeCase(i), perturbedVerdict: { outcome: proved[which] ? ("proved" as const) : ("refuted" as const), flags: [] } })) });
      const [{ difference }] = compareRuns(nameRuns([run(0, "a"), run(1, "b")]), ["fpr"]) as [ReturnType<typeof compareRuns>[number]];
      if (difference.lo <= -0.1 && -0.1 <= difference.hi) covered += 1;
    }
    // 400 trials of 0.95 have a standard error of 0.011.
    expect(covered / 400).toBeGreaterThan(0.92);
  });

  test("runs on different steps are refused with the reason", () => {
    const other = { ...corrector, cases: corrector.cases.slice(1) };
    expect(() => compareRuns(nameRuns([read, other]))).toThrow(/has 40 pairs, .* has 39/);
    const renamed = { ...corrector, cases: corrector.cases.map((each, i) => (i === 3 ? { ...each, perturbed: { text: "another", edits: [] } } : each)) };
    expect(() => flipTable(read, renamed)).toThrow(/was perturbed in another way/);
  });
});
