/** Runs of Method B for tests: plain outputs, hostile ones, and simulated records dressed in texts of their own. */
import type { OutputCase, RobustnessFolder } from "../../src/cases/robustnessCases";
import type { OutputRecord, Study } from "../../src/robustness/records";

const CHECKER = "scan (not Lean)";

type Parts = Partial<OutputRecord> & { readonly others?: OutputRecord["others"] };

/** An output of the system "made-up" for an edited proof, "reverted" or as the parts say; its details say what its record says. */
export function madeOutput(i: number, parts: Parts = {}): OutputCase {
  const isEdit = parts.condition === undefined || /_/.test(parts.condition);
  return dressedOutput({ dataset: "made", problem: `made_${i}`, proofWords: 5, system: "made-up", condition: "number_proof", sample: 1, tc: true, stmtSC: true, proofSC: true, ...(isEdit && { label: "reverted" }), ...parts });
}

/** A record with texts: what it says in words and in Lean hangs on its problem, its condition and its label alone. */
export function dressedOutput(record: OutputRecord): OutputCase {
  const { dataset, problem, condition, sample, system, label } = record;
  const number = Number(/\d+/.exec(problem)?.[0] ?? 1);
  const edited = label === undefined || condition.endsWith("_statement") ? number + 3 : number + 9;
  const proof = `${condition === "Orig" || label !== undefined ? "So" : `In the style ${condition} we say that`} ${number} + 3 = ${edited}.`;
  const at = proof.length - 1 - String(edited).length;
  const edit = label === undefined ? undefined : condition === "step_deletion" ? { kind: condition, text: proof, reasoning: "by counting", outcome: proof } : { kind: condition.startsWith("number") ? ("number" as const) : ("symbol" as const), text: proof, start: at, end: at + String(edited).length, oldValue: String(number + 3), newValue: String(edited) };
  const said = ({ stmtSC, proofSC, label: what }: Pick<OutputRecord, "stmtSC" | "proofSC" | "label">) => ({ statement: { score: stmtSC, reason: "as it stands" }, proof: { score: proofSC, reason: "as it stands" }, ...(what && { edit: { label: what } }) });
  const others = Object.entries(record.others ?? {}).map(([name, { stmtSC = null, proofSC = null, label: what }]) => [name, said({ stmtSC, proofSC, ...(what && { label: what }) })]);
  return {
    id: `${system}/${dataset}/${problem}/${condition}#${sample}`, system, sample, record, checker: CHECKER, checked: { ok: record.tc, ...(!record.tc && { reason: "no closed declaration" }) },
    instance: { dataset, problem, condition, statement: `Show that ${number} + 3 = ${number + 3}.`, proof, proofWords: record.proofWords, ...(edit && { edit }) },
    code: `theorem ${problem} : ${number} + 3 = ${number + 3} := by\n  have h : ${number} + 3 = ${label === "faithful" ? edited : number + 3} := by norm_num\n  exact h`,
    judges: { rule: said(record), ...Object.fromEntries(others) },
  };
}

/** An output that is hostile in every field that comes from data. */
export function hostileOutput(i: number, text: string): OutputCase {
  const plain = madeOutput(i, { dataset: text, problem: `p${i} ${text}`, system: text, because: text, label: "unclear" });
  const verdict = { score: null, reason: text };
  return {
    ...plain, id: `made/${i}/${text}`, checker: text, checked: { ok: false, reason: text },
    instance: { ...plain.instance, dataset: text, problem: `p${i} ${text}`, statement: text, proof: `So 2 + 3 = 9. ${text}`, edit: { kind: "number", text: `So 2 + 3 = 9. ${text}`, start: 11, end: 12, oldValue: text, newValue: text } },
    code: `theorem t : 2 + 3 = 5 := by\n  have h : 2 + 3 = 9 := by norm_num -- ${text}\n  norm_num`,
    judges: { [text]: { statement: verdict, proof: verdict, edit: { label: text as "unclear", because: text, quoted: text } }, second: { statement: verdict, proof: verdict, edit: { label: "unclear", because: text, quoted: "2 + 3 = 9" } } },
  };
}

export function madeOutputsRun(outputs: readonly OutputCase[], { folder = "runs/made", judge = "rule", note = "" }: { readonly folder?: string; readonly judge?: string; readonly note?: string } = {}): RobustnessFolder {
  const named = (name: string) => ({ name });
  return {
    folder, outputs, about: { simulated: false, judge, checker: CHECKER, note },
    settings: { method: "B", version: "0.1.0", systems: [...new Set(outputs.map(({ record }) => record.system))].map(named), checker: named(CHECKER), judges: [named(judge)], samples: 1, judged: "all" },
  };
}

/** A simulated study as a run, every record with texts. */
export function dressedRun(study: Study, folder = "runs/simulated"): RobustnessFolder {
  return { ...madeOutputsRun(study.outputs.map(dressedOutput), { folder, judge: study.about.judge }), about: study.about };
}
