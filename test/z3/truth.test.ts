/** Verdicts against truths that Lean proved, and against miniF2F, of which one shipped statement is false. */
import { afterAll, expect, test } from "vitest";
import { seeded } from "../../src/core/random";
import { parseTheorem } from "../../src/lean/theorem";
import { Z3Prover, type Z3Verdict } from "../../src/z3/prover";
import { hasShared, sharedRows } from "../support/shared";
import { OPEN } from "./open-statements";

interface TruthRow {
  readonly id: string;
  readonly cls?: string;
  readonly source: string;
  readonly truth: boolean;
  readonly code: string;
}

interface MiniRow {
  readonly name: string;
  readonly formal_statement: string;
  /** What stands before the statement, where it is not part of it. */
  readonly header?: string;
}

const prover = new Z3Prover({ timeoutMs: 1000 });
const brief = new Z3Prover({ timeoutMs: 333 });
afterAll(() => Promise.all([prover.close(), brief.close()]));

async function decide(name: string, code: string): Promise<Z3Verdict["outcome"]> {
  const parsed = parseTheorem(code);
  return parsed.ok ? (await (OPEN.has(name) ? brief : prover).decide(parsed.theorem)).outcome : "inconclusive";
}

/**
 * A row recorded as true that is false, so that the engine rightly refutes it: with a = c = 1/8, b = 1/2, d = 1/4, e = 4 all hypotheses hold
 * (the sum is 5, both sides of h_l1 are 67/128, 3/16 ≤ 1/4 and 3/4 ≤ 1), and the goal says −29/128 ≤ −1. Its source took a run without
 * an error text for a proof.
 */
const MISRECORDED = "b * c * (a + d - e) ≤ (5 - 2 * e)^3 / 27";

/** So many rows, drawn without replacement. */
function sample<Row>(rows: readonly Row[], size: number, seed: string): Row[] {
  const random = seeded(seed);
  return rows
    .map((row) => ({ row, draw: random() }))
    .sort((a, b) => a.draw - b.draw)
    .slice(0, size)
    .map(({ row }) => row);
}

const share = (rows: readonly { readonly outcome: string }[]): number => rows.filter(({ outcome }) => outcome !== "inconclusive").length / rows.length;

test.skipIf(!hasShared)("no verdict contradicts Lean, and enough is decided", { timeout: 180_000 }, async () => {
  const rows = sample([...sharedRows<TruthRow>("truth/elementary.jsonl"), ...sharedRows<TruthRow>("truth/proofflow.jsonl").filter(({ code }) => !code.includes(MISRECORDED))], 150, "truth");
  const decided: { cls: string; truth: boolean; outcome: string; code: string }[] = [];
  for (const { id, cls, source, truth, code } of rows) decided.push({ cls: cls ?? source, truth, outcome: await decide(id, code), code });

  const classes = [...new Set(decided.map(({ cls }) => cls))].sort();
  console.table(
    Object.fromEntries(
      classes.map((name) => {
        const those = decided.filter(({ cls }) => cls === name);
        const count = (wanted: string): number => those.filter(({ outcome }) => outcome === wanted).length;
        return [name, { statements: those.length, proved: count("proved"), refuted: count("refuted"), decided: Number(share(those).toFixed(3)) }];
      }),
    ),
  );
  expect(decided.filter(({ truth, outcome }) => outcome === (truth ? "refuted" : "proved"))).toEqual([]);
  expect(share(decided.filter(({ cls }) => cls === "closed_numeric"))).toBeGreaterThanOrEqual(0.95);
  // The whole is decided to more than a third, see README; a sample of this size may lie some points lower.
  expect(share(decided)).toBeGreaterThanOrEqual(0.25);
});

/**
 * Statements of miniF2F that are false as shipped. The first is known. The others the engine found; argued from Lean:
 * - amc12a_2020_p10 where it says only 0 < n: at n = 1 both sides of the hypothesis are logb _ 0 = 0, and the digit sum is 1, not 13.
 * - aime_1988_p3 where it says only 0 < x: at x = 1 both sides of the hypothesis are 0 in the same way, and the goal says 0 = 27.
 * - mathd_numbertheory_343 where it says `∏ k in range 6, 2 * k + 1` without brackets: the product binds tighter than +, so it is 0 + 1.
 * - algebra_ineq_nto1onlt2m1on, which says < where its sentence says ≤: at n = 1 it is 1 < 2 − 1.
 */
const FALSE_AS_SHIPPED: readonly [name: RegExp, text: RegExp][] = [
  [/induction_sum_odd/, /./],
  [/amc12a_2020_p10/, /0 < n/],
  [/aime_1988_p3/, /0 < x/],
  [/mathd_numbertheory_343/, /Finset\.range 6, 2 \* k \+ 1\)/],
  [/algebra_ineq_nto1onlt2m1on/, /< 2 - 1 \/ n/],
];

test.skipIf(!hasShared)("of miniF2F only what is false as shipped is refuted", { timeout: 120_000 }, async () => {
  const rows = ["minif2f/deepseek_v1.5.jsonl", "minif2f/robustpa.jsonl"].flatMap((path) => sharedRows<MiniRow>(path));
  const known = ({ name, formal_statement: text }: MiniRow): boolean => FALSE_AS_SHIPPED.some(([names, texts]) => names.test(name) && texts.test(text));
  expect(rows.filter(known).length).toBeGreaterThanOrEqual(3);
  const refuted: MiniRow[] = [];
  for (const row of [...rows.filter(known), ...sample(rows.filter((row) => !known(row)), 60, "minif2f")]) if ((await decide(row.name, (row.header ?? "") + row.formal_statement)) === "refuted") refuted.push(row);
  expect(refuted.filter((row) => !known(row)).map(({ name }) => name)).toEqual([]);
});
