/** The robustness paper's claims. Its tables are not printed in a form that the kit has, so what is checked here is arithmetic: sums, rounding, and whether a percentage is possible at all for its number of problems. */
import { count } from "../charts/words";
import { PROBLEMS, publishedClaims, publishedEdits, PUBLISHED, STYLES, SYSTEMS, type PublishedClaim } from "../data/published";
import { cohenKappa } from "../stats/kappa";
import { recoverCounts } from "../stats/recover";
import { auditAll, equation, open, statement, type AuditedClaim, type Finding } from "./claims";

/**
 * Audits the claims of the robustness paper's text.
 * @returns one finding a claim, in their order
 * @throws DataError if a table cannot be read
 */
export function auditRobustness(folder = PUBLISHED): AuditedClaim[] {
  const claims = publishedClaims("robustness", folder);
  const edits = publishedEdits(folder).map((row) => ({ ...row, both: row.minif2f + row.math500 }));
  const sum = (rows: readonly { readonly both: number }[]) => rows.reduce((total, { both }) => total + both, 0);
  const valueEdits = sum(edits.filter(({ edit }) => edit !== "step_deletion"));
  const problems = PROBLEMS.miniF2F + PROBLEMS["MATH-500"];
  const printed = (id: string) => numbersIn(claims.find((claim) => claim.id === id)!.published);

  const checks: Record<string, (claim: PublishedClaim) => Finding> = {
    B1: (claim) => equation(claim, sum(edits), `${edits.map(({ both }) => count(both)).join(" + ")} = ${count(sum(edits))}`),
    B2: (claim) => equation(claim, problems * STYLES, `${count(problems)} × ${STYLES} = ${count(problems * STYLES)}`),
    B3: (claim) => equation(claim, problems * (STYLES - 1), `${count(problems)} × ${STYLES - 1} = ${count(problems * (STYLES - 1))}`),
    B4: (claim) => possible(claim, PROBLEMS.miniF2F),
    B5: (claim) => possible(claim, PROBLEMS.miniF2F),
    B6: (claim) => possible(claim, PROBLEMS.miniF2F),
    B7: (claim) => possible(claim, PROBLEMS.miniF2F),
    B8: (claim) => possible(claim, PROBLEMS["MATH-500"]),
    B9: (claim) => difference(claim, printed("B5")[0]!, printed("B6")[0]!),
    B10: () => open("a mean over models and edits; needs the counts per model"),
    B11: () => open(`a mean over four cells; two are printed (${printed("B15").join(" and ")} %), the MATH-500 ones are not`),
    B12: () => open("a mean over four cells, none of them printed"),
    B13: () => open("needs the number of identifiable edits"),
    B14: (claim) => open(`consistent with the FR of B17: 100 − ${numbersIn(claim.published)[0]} = ${(100 - numbersIn(claim.published)[0]!).toFixed(1)}`),
    B15: () => open("needs the number of identifiable edits"),
    B16: () => open("needs the number of identifiable edits"),
    B17: () => open("needs the number of identifiable edits"),
    B18: () => open("needs the number of identifiable edits"),
    B19: (claim) => deletionRange(claim, printed("B20")[0]!, printed("B22")[1]!),
    B20: () => open("needs the number of identifiable edits, with and without empty proof bodies"),
    B21: () => open("needs the number of identifiable edits with a proof body"),
    B22: () => open("needs the number of identifiable edits"),
    B23: (claim) => judges(claim, 177, 200),
    B24: (claim) => judges(claim, 169, 200),
    B25: (claim) => balancedKappa(claim, 94, 100),
    B26: (claim) => balancedKappa(claim, 90, 100),
    B27: (claim) => shareOf(claim, valueEdits * SYSTEMS, `${count(valueEdits)} edits × ${SYSTEMS} systems = ${count(valueEdits * SYSTEMS)}`),
    B28: (claim) => ratio(claim),
    B29: (claim) => shareOf(claim, problems * (STYLES - 1), `of ${count(problems * (STYLES - 1))}`),
    B30: (claim) => ratio(claim),
    B31: () => open("needs the eight samples of each input"),
    B32: () => open("needs the counts of Table 9"),
    B33: () => open("a definition, not a finding"),
  };
  return auditAll(claims, checks);
}

/** The numbers of a printed value: "1.2 → 12.7" gives 1.2 and 12.7. */
function numbersIn(text: string): number[] {
  return (text.match(/\d+(\.\d+)?/g) ?? []).map(Number);
}

/** Whether each printed percentage can arise from that many problems at all. Being possible is no support, so the verdict stays open. */
function possible(claim: PublishedClaim, n: number): Finding {
  const parts = numbersIn(claim.published).map((value) => ({ value, counts: recoverCounts(value, n, 1) }));
  const impossible = parts.filter(({ counts }) => counts.length === 0);
  if (impossible.length > 0) return statement(false, impossible.map(({ value }) => `no count of ${n} problems prints as ${value} %`).join("; "));
  return open(`possible: ${parts.map(({ value, counts }) => `${value} % is ${counts.join(" or ")} of ${n}`).join(", ")}; the outputs are needed to confirm it`);
}

function difference(claim: PublishedClaim, first: number, second: number): Finding {
  const found = (first - second).toFixed(1);
  return statement(found === claim.published, `${first} − ${second} = ${found}`, "from the values printed in B5 and B6");
}

function deletionRange(claim: PublishedClaim, highestFr: number, lowestFr: number): Finding {
  const ends = [(100 - highestFr).toFixed(1), (100 - lowestFr).toFixed(1)];
  const [lo, hi] = numbersIn(claim.published);
  const fits = ends[0] === lo!.toFixed(1) && ends[1] === hi!.toFixed(1);
  const found = `ends from B20 and B22: 100 − ${highestFr} = ${ends[0]}, 100 − ${lowestFr} = ${ends[1]}`;
  return fits ? open(`${found}, as printed; the models between are not`) : statement(false, found);
}

/** Agreement is recomputed; κ needs the table, so it is only asked whether some table with this agreement has it. */
function judges(claim: PublishedClaim, agree: number, n: number): Finding {
  const [agreement, kappa] = numbersIn(claim.published) as [number, number];
  const found = ((100 * agree) / n).toFixed(1);
  const tables = twoByTwo(agree, n);
  const fitting = tables.filter((table) => Math.abs(kappaOf(table) - kappa) <= 0.0005 + 1e-12);
  return statement(
    Number(found) === agreement && fitting.length > 0,
    `${agree} of ${n} = ${found} %; κ = ${kappa} fits ${fitting.length} of the ${tables.length} tables with ${agree} agreements`,
    "the agreement is recomputed; for κ, which needs the table, only that it is possible",
  );
}

type TwoByTwo = readonly [readonly [number, number], readonly [number, number]];

/** κ of two raters with two categories, as `cohenKappa(table).kappa` gives it; without its standard errors, of which thousands of tables would take half a second. */
function kappaOf([[a, b], [c, d]]: TwoByTwo): number {
  const n = a + b + c + d;
  const expected = (a + b) * (a + c) + (c + d) * (b + d);
  return (n * (a + d) - expected) / (n * n - expected);
}

/** All 2 × 2 tables of n items with so many agreements for which κ is defined: not every item in one category by both raters. */
function twoByTwo(agree: number, n: number): TwoByTwo[] {
  const apart = n - agree;
  return Array.from({ length: agree + 1 }, (_, yes) => yes)
    .flatMap((yes) => Array.from({ length: apart + 1 }, (_, onlyA) => ({ yes, onlyA })))
    .filter(({ yes }) => apart > 0 || (yes > 0 && yes < agree))
    .map(({ yes, onlyA }) => [[yes, onlyA], [apart - onlyA, agree - yes]]);
}

/** With one rater balanced, chance agreement is ½ whatever the other does, so κ = 2 × agreement − 1. Shown for the other rater leaning either way. */
function balancedKappa(claim: PublishedClaim, agree: number, n: number): Finding {
  const half = n / 2;
  const wrong = n - agree;
  const values = Array.from({ length: wrong + 1 }, (_, i) => cohenKappa([[half - i, i], [wrong - i, half - (wrong - i)]]).kappa.toFixed(2));
  return statement(values.every((value) => Number(value) === Number(claim.published)), `κ = ${[...new Set(values)].join(", ")} for all ${values.length} tables with ${agree} of ${n} agreements and one rater balanced`);
}

/** A claim that prints counts and per cent side by side: "12 of 1902 (0.6 %)". */
function ratio(claim: PublishedClaim): Finding {
  const [k, n, printed] = numbersIn(claim.published) as [number, number, number];
  return statement(recoverCounts(printed, n, 1).includes(k), `${k} / ${n} = ${((100 * k) / n).toFixed(2)} %`);
}

function shareOf(claim: PublishedClaim, n: number, denominator: string): Finding {
  const value = numbersIn(claim.published)[0]!;
  const counts = recoverCounts(value, n, 1);
  if (counts.length === 0) return statement(false, `${denominator}; no count prints as ${value} %`);
  return open(`${denominator}; ${value} % stands for ${count(counts[0]!)} to ${count(counts.at(-1)!)} of them, and which needs the outputs`);
}
