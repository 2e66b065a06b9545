/** Verdicts against truths that Lean proved, and against miniF2F, of which two shipped statements are false. */
import { afterAll, expect, test } from "vitest";
import { seeded } from "../../src/core/random";
import { parseTheorem } from "../../src/lean/theorem";
import { Z3Prover, type Z3Verdict } from "../../src/z3/prover";
import { hasShared, sharedRows } from "../support/shared";

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
afterAll(() => prover.close());

async function decide(code: string): Promise<Z3Verdict["outcome"]> {
  const parsed = parseTheorem(code);
  return parsed.ok ? (await prover.decide(parsed.theorem)).outcome : "inconclusive";
}

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
  const rows = sample([...sharedRows<TruthRow>("truth/elementary.jsonl"), ...sharedRows<TruthRow>("truth/proofflow.jsonl")], 600, "truth");
  const decided: { cls: string; truth: boolean; outcome: string; code: string }[] = [];
  for (const { cls, source, truth, code } of rows) decided.push({ cls: cls ?? source, truth, outcome: await decide(code), code });

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
  expect(share(decided)).toBeGreaterThanOrEqual(0.35);
});

test.skipIf(!hasShared)("of miniF2F only statements known to be false are refuted", { timeout: 120_000 }, async () => {
  const rows = ["minif2f/deepseek_v1.5.jsonl", "minif2f/robustpa.jsonl"].flatMap((path) => sharedRows<MiniRow>(path));
  // induction_sum_odd fails at n = 0. amc12a_2020_p10 with 0 < n fails at n = 1, where every logarithm in it is 0 by Real.logb's convention.
  const known = ({ name, formal_statement }: MiniRow): boolean => name === "induction_sum_odd" || (name === "amc12a_2020_p10" && formal_statement.includes("0 < n"));
  expect(rows.some(known)).toBe(true);
  const refuted: MiniRow[] = [];
  for (const row of [...rows.filter(known), ...sample(rows.filter((row) => !known(row)), 100, "minif2f")]) if ((await decide((row.header ?? "") + row.formal_statement)) === "refuted") refuted.push(row);
  expect(refuted.filter((row) => !known(row))).toEqual([]);
});
