/** Exploration: every distinct failure, unshrunk then shrunk. */
import fc from "fast-check";
import { test } from "vitest";
import { appendFileSync } from "node:fs";
import { Z3Prover } from "../../src/z3/prover";
import { check, checkShape } from "./engine/check";
import { statements } from "./engine/statements";
import { shapes } from "./engine/shapes";
import { statementText } from "./engine/syntax";
const RUNS = Number(process.env["N"] ?? 1000);
const OUT = process.env["OUT"] ?? "/tmp/explore.txt";
test("explore", { timeout: 3_600_000 }, async () => {
  const prover = new Z3Prover({ timeoutMs: 250 });
  const t0 = Date.now();
  let [n, skip, wrong] = [0, 0, 0];
  const counts: Record<string, number> = {};
  const SH = process.env["SHAPES"] !== undefined;
  for (const s of fc.sample<any>(SH ? shapes : statements, { numRuns: RUNS, seed: Number(process.env["S"] ?? 1) })) {
    try {
      const o = await (SH ? checkShape : check)(s, prover, 1250);
      if (!o) { skip++; continue; }
      n++;
      const k = o.outcome + (o.complete ? " complete" : "") + (o.counterexample ? " cex" : "");
      counts[k] = (counts[k] ?? 0) + 1;
      if (o.outcome === "inconclusive") { const r = "  " + (o.reason ?? "").replace(/\d+/g, "N").slice(0, 60); counts[r] = (counts[r] ?? 0) + 1; if (/applied to an arg|Prop → Prop|List.sum|cannot be found/.test(o.reason ?? "")) appendFileSync(OUT + ".inc", o.reason + "\n" + (SH ? s.text : statementText(s)) + "\n"); }
    } catch (e) { wrong++; appendFileSync(OUT, (e as Error).message + "\n\n"); }
  }
  console.log({ n, skip, wrong, s: (Date.now() - t0) / 1000 });
  console.log(Object.entries(counts).sort((a, b) => b[1] - a[1]).slice(0, 60).map(([a, b]) => `${b} ${a}`).join("\n"));
  await prover.close();
});
