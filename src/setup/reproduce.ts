/** The main job: every notebook run, every figure drawn, every published number that can be recomputed compared. */
import { existsSync } from "node:fs";
import { DataError } from "../core/errors";
import { inProject, shown } from "../core/files";
import { checkOrigin } from "../data/published";
import { EQUATIONS, type AuditedClaim } from "../papers/claims";
import { faithformBench, nameOf, uflbAgreement, type FaithformBench } from "../papers/faithformbench";
import { auditFaithformBench } from "../papers/faithformbenchClaims";
import { auditRobustness } from "../papers/robustnessClaims";
import { executeNotebooks, keepNotebooks, notebookPaths } from "./notebooks";
import { SetupError, tell } from "./run";
import { sweep } from "./sweep";

/** The figures that the notebooks draw; each as .svg, .png and .vl.json. */
export const FIGURES = ["question", "hundred-false-steps", "figure-3", "figure-4", "rates", "table-3-fine-tuned", "table-3-general", "figure-5", "figure-5-intervals", "pair-classes", "table-4", "table-5", "claim-a18", "controls", "mechanisms", "robustness-figure-2", "robustness-figure-3", "robustness-figure-4", "proofflow"] as const;

/** @returns 0 if every notebook ran and every published value that can be recomputed agrees, else 1 */
export async function reproduce(): Promise<number> {
  sweep();
  const paper = readPublished();
  const paths = notebookPaths();
  tell("notebooks", `running ${paths.length} notebooks from top to bottom`);
  const changed = keepNotebooks(await executeNotebooks(paths));
  tell("notebooks", changed.length > 0 ? `rewritten: ${changed.join(", ")}` : "all as before, byte for byte");
  const missing = FIGURES.flatMap((name) => ["svg", "png", "vl.json"].map((kind) => inProject("figures", `${name}.${kind}`))).filter((path) => !existsSync(path));
  if (missing.length > 0) throw new SetupError(`the notebooks ran, but did not draw ${missing.map(shown).join(", ")}`);
  tell("figures", `${FIGURES.length} figures in figures/, each as SVG, PNG and Vega-Lite`);
  return report(paper, [...auditFaithformBench(paper), ...auditRobustness()]);
}

function readPublished(): FaithformBench {
  try {
    return faithformBench();
  } catch (error) {
    if (error instanceof DataError) throw new SetupError(`the published data do not add up:\n${error.message}`);
    throw error;
  }
}

function report(paper: FaithformBench, claims: readonly AuditedClaim[]): number {
  const values = uflbAgreement(paper);
  const print = (line = "") => process.stdout.write(`${line}\n`);
  print("\nUnfaithfulness lower bounds, FaithformBench, Figures 3 and 4\n");
  print(`${"formaliser".padEnd(17)}${"dataset".padEnd(15)}published  recomputed  agree`);
  for (const { formaliser, dataset, published, recomputed, agree } of values) {
    print(`${nameOf(formaliser).padEnd(17)}${dataset.padEnd(15)}${published.toFixed(2).padStart(9)}${recomputed.rate.toFixed(4).padStart(12)}  ${agree ? "yes" : "NO"}`);
  }
  print("\nClaims of both papers\n");
  for (const { id, verdict, claim, published, found } of claims) print(`${id.padEnd(4)}${verdict.padEnd(15)}${claim} [published: ${published}] — ${found}`);

  const { files, changed } = checkOrigin();
  const agreeing = values.filter(({ agree }) => agree).length;
  const equations = claims.filter(({ id }) => (EQUATIONS as readonly string[]).includes(id));
  const wrong = equations.filter(({ verdict }) => verdict !== "supported");
  const tally = (verdict: string) => claims.filter((claim) => claim.verdict === verdict).length;
  print();
  print(`UFLB values    ${agreeing} of ${values.length} agree`);
  print(`equations      ${equations.length - wrong.length} of ${equations.length} hold`);
  print(`claims         ${tally("supported")} supported, ${tally("not supported")} not supported, ${tally("not checkable")} not checkable, of ${claims.length}`);
  print(`data files     ${files - changed.length} of ${files} as published`);
  for (const { file, found } of changed) print(`  changed: data/published/${file} ${found === "missing" ? "is missing" : "is not the recorded file (its SHA-256 differs from origin.json)"}`);
  for (const { formaliser, dataset, published, recomputed } of values.filter(({ agree }) => !agree)) print(`  disagrees: UFLB of ${nameOf(formaliser)} on ${dataset}: published ${published.toFixed(2)}, recomputed ${recomputed.rate.toFixed(4)}`);
  for (const { id, claim, found } of wrong) print(`  does not hold: ${id} ${claim}: ${found}`);
  const good = agreeing === values.length && wrong.length === 0 && changed.length === 0;
  print(good ? "\nreproduced" : "\nNOT reproduced");
  return good ? 0 : 1;
}
