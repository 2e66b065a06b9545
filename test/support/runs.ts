/** Runs of Method A for tests: small ones made by the controls, and one made up of hostile text. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Run } from "../../src/cases/runFolder";
import { control, type ControlName } from "../../src/stages/controls";
import { embeddedProver } from "../../src/stages/embedded";
import { loadSteps, SAMPLE } from "../../src/stages/load";
import { runMethodA, type Case, type RunResult } from "../../src/stages/methodA";
import { summarise } from "../../src/stages/summary";

/** The first steps of the kit's sample through a control, in a folder of its own. */
export async function controlRun(name: ControlName, limit = 40): Promise<RunResult & { readonly folder: string }> {
  const folder = join(mkdtempSync(join(tmpdir(), "faithlab-run-")), name);
  const prover = embeddedProver();
  const { steps } = await loadSteps(SAMPLE);
  const result = await runMethodA({ steps: steps.slice(0, limit), seed: 42, formaliser: control(name), prover, folder });
  await prover.close();
  return { ...result, folder };
}

export const SETTINGS: Run["settings"] = { method: "A", version: "0.1.0", seed: 42, perturbation: "regex_perturbed", formaliser: "made-up", formaliserConfiguration: {}, preset: "strict", engine: "z3", engineConfiguration: {} };

/** A case with the given parts; everything else is plain. */
export function madeCase(i: number, parts: Partial<Case> = {}): Case {
  return {
    step: { id: `made-${i}/step_1`, problemId: `made-${i}`, nodeId: "step_1", dataset: "made", content: `So ${i} + 1 = ${i + 1}.`, context: [], contextFrom: "graph", dependencies: [] },
    perturbed: { text: `So ${i} + 1 = ${i + 7}.`, edits: [] },
    replies: { original: { reply: "a", finish: "stop" }, perturbed: { reply: "b", finish: "stop" } },
    original: { outcome: "proved", engine: "z3", flags: [], code: `theorem t : (${i} : ℝ) + 1 = ${i + 1} := by sorry` },
    perturbedVerdict: { outcome: "refuted", engine: "z3", flags: [], code: `theorem t : (${i} : ℝ) + 1 = ${i + 7} := by sorry` },
    ...parts,
  };
}

export function madeRun(cases: readonly Case[], formaliser = "made-up"): Run {
  const settings = { ...SETTINGS, formaliser };
  return { folder: `runs/${formaliser}`, settings, cases, summary: summarise(cases, settings) };
}

/** Text that would run, load or deceive if it were anything but text. */
export const HOSTILE = [
  `<script>window.hacked = 1</script>`, `<img src="http://evil.example/x.png" onerror="window.hacked = 2">`, `</script><svg onload="window.hacked = 3">`, `"><iframe src="http://evil.example"></iframe>`,
  `$\\href{javascript:window.hacked=4}{x}$ $\\includegraphics{http://evil.example/y.png}$ $\\html@mathml{<b>}{<i>}$ $\\def\\a{\\a\\a}\\a$`, `</pre></article><style>body{display:none}</style>`, "x = 1\u202e1 = x\u202c and a\u200bb", "&lt;b&gt; ' \" `", "\ud800 \u0000 \ufeff",
];

/** A case that is hostile in every field that comes from data. */
export function hostileCase(i: number, text: string): Case {
  const verdict = { engine: text, flags: [text], code: `theorem t : 1 = 1 := by sorry -- ${text}`, negation: text, proof: text, reason: text, counterexample: text };
  return madeCase(i, {
    step: { id: `made-${i}/${text}`, problemId: `made-${i}`, nodeId: text, dataset: text, content: text, context: [text, text], contextFrom: "graph", dependencies: [] },
    perturbed: { text: `${text} 7`, edits: [] },
    replies: { original: { reply: text, finish: text }, perturbed: { reply: text, finish: text } },
    original: { outcome: "proved", ...verdict },
    perturbedVerdict: { outcome: "proved", ...verdict },
    diagnosis: { mechanism: "still_true", evidence: text },
  });
}
