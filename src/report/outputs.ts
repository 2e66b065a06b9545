/** What a report on runs of Method B says. */
import { compareOutputs, nameOutputRuns, outputFlips, sidesOf, whySidesDiffer, type OutputDifference, type OutputSide } from "../cases/compareOutputs";
import { nameOf, painter, visible } from "../cases/foreign";
import { inputSection, outputCard } from "../cases/outputCard";
import { OUTPUT_FIELDS, type OutputCase, type OutputField, type RecordedOutput, type RobustnessFolder } from "../cases/robustnessCases";
import { count, percent } from "../charts/words";
import { InputError } from "../core/errors";
import { escapeHtml } from "../core/html";
import { methodsParagraph } from "../export/methods";
import { robustnessTable, TABLE_NUMBERS, type RobustnessTable } from "../papers/robustnessTables";
import { editReport } from "../robustness/edits";
import { grouped, MEASURES, rateOf, selected } from "../robustness/measures";
import { EDIT_NAMES, STYLE_NAMES, type OutputRecord, type Study } from "../robustness/records";
import { htmlRows, multiplicityNote, pCell, pointsCell, settingsTable, shareCell } from "./html";
import { outputFigures } from "./outputFigures";
import type { PackedRow } from "./pack";
import type { ReportContent, Section } from "./shell";

/** The page's filters: what `selectOutputs` knows, but for the condition, which stands there as style, edit and region. */
const FIELDS = {
  run: "Run", system: "System", dataset: "Dataset", style: "Style", edit: "Edit", region: "Edited region", label: "Outcome of the edit", because: "Why not clear", tc: "Type-checks", stmtSC: "Same statement (StmtSC)",
  proofSC: "Same steps (ProofSC)", fullyCorrect: "Fully correct", judges: "Judges", flag: "Proof", sample: "Sample", flip: "Flip",
} as const;
const NONE = "–";

/** The report on outputs. */
export async function outputsReport(runs: readonly RobustnessFolder[]): Promise<ReportContent> {
  const named = nameOutputRuns(runs).map(({ name }, i) => ({ name, run: runs[i]! }));
  const sides = sidesOf(runs);
  const { differences, refused } = differencesOf(sides, runs.length);
  const flips = flipsOf(sides, differences);
  const lead = named.map(({ name, run: { outputs, about } }) => `<bdi>${nameOf(name)}</bdi>: ${count(outputs.length)} outputs${about.simulated ? ", SIMULATED" : ""}, judged by ${nameOf(about.judge)}, checked by ${nameOf(about.checker)}`);
  return {
    lead: `Does the system write down the proof that it was given, in whatever words, and also where a number or a symbol of it was changed? ${lead.join("; ")}.`,
    noun: { one: "output", many: "outputs", searched: "inputs and Lean" },
    before: [{ id: "summary", heading: "Rates", html: ratesTables(sides) }],
    figures: outputFigures(sides, runs.map(({ about }) => about), differences),
    ...(sides.length > 1 && { comparison: comparison(differences, refused) + flipsTable(flips) }),
    after: [
      ...named.map(({ name, run }, i) => tablesOf(run, i, named.length > 1 ? name : undefined)),
      { id: "method", heading: "Method and settings", html: runs.map((run) => `<p>${visible(methodsParagraph(run))}</p>`).join("") + settingsTable(named.map(({ name, run: { settings } }) => ({ name, settings }))) },
      { id: "limits", heading: "Limits", html: limits(runs) },
    ],
    versions: runs.map(({ settings }) => String(settings.version)),
    fields: FIELDS,
    rows: await rowsOf(named, flips),
  };
}

/** Outputs for one input stand together, whichever run and system they are of: so they are read, and so they take the least room. */
async function rowsOf(named: readonly { readonly name: string; readonly run: RobustnessFolder }[], flips: Flips): Promise<PackedRow[]> {
  const paint = await painter();
  const all = named.flatMap(({ name, run }) => run.outputs.map((output) => ({ name, output })));
  const byProblem = grouped(all, ({ output: { record } }) => `${record.dataset}\n${record.problem}`);
  const inOrder = [...byProblem.values()].flatMap((of) => [...grouped(of, ({ output: { record } }) => record.condition)].sort(([a], [b]) => CONDITIONS.indexOf(a) - CONDITIONS.indexOf(b)).flatMap(([, outputs]) => outputs));
  let last: { readonly instance: string; readonly html: string } | undefined;
  const inputOf = ({ instance }: OutputCase) => {
    const key = JSON.stringify(instance);
    if (last?.instance !== key) last = { instance: key, html: inputSection(paint, instance) };
    return last.html;
  };
  return inOrder.map(({ name, output }): PackedRow => ({
    id: output.id,
    values: { run: name, flip: flips.of.get(output) ?? "", ...Object.fromEntries(Object.keys(FIELDS).filter((field) => Object.hasOwn(OUTPUT_FIELDS, field)).map((field) => [field, OUTPUT_FIELDS[field as OutputField](output).join(" and ")])) },
    own: [output.code],
    shared: [output.instance.problem, output.instance.statement, output.instance.proof],
    card: () => outputCard(paint, output, { input: inputOf(output), ...(named.length > 1 && { run: name }) }),
  }));
}

const CONDITIONS: readonly string[] = [...STYLE_NAMES, ...EDIT_NAMES];

function ratesTables(sides: readonly OutputSide[]): string {
  const parts = sides.flatMap(({ name, outputs }) => [...grouped(outputs.map(({ record }) => record), ({ dataset }) => dataset)].map(([dataset, records]) => ({ head: [nameOf(name), nameOf(dataset)], records })));
  const correct = parts.map(({ head, records }) => {
    const style = STYLE_NAMES.find((each) => records.some(({ condition }) => condition === each));
    const inStyle = selected(records.filter(({ condition }) => condition === style), 1);
    const scores = MEASURES.map((measure) => {
      const { rate, unjudged } = rateOf(inStyle, measure);
      return rate ? shareCell(rate, ` (${count(rate.k)} of ${count(rate.n)}${unjudged > 0 ? `, ${count(unjudged)} unjudged` : ""})`) : NONE;
    });
    return [...head, count(records.length), style ?? NONE, ...scores];
  });
  const edited = parts.filter(({ records }) => records.some(({ label }) => label !== undefined)).map(({ head, records }) => {
    const faithful = EDIT_NAMES.map((edit) => {
      const { fr, counts } = editReport(records.filter(({ condition }) => condition === edit));
      return fr ? shareCell(fr, ` (${count(fr.k)} of ${count(fr.n)})`) : counts.unclear + counts.unjudged > 0 ? "none clear" : NONE;
    });
    const { ur } = editReport(records);
    return [...head, ...faithful, ur ? `${percent(ur.rate)} (${count(ur.k)} of ${count(ur.n)})` : NONE];
  });
  const first = htmlRows("Correctness in one style, first sample of each input; 95 % Wilson intervals, counts in brackets", ["system", "dataset", "outputs", "style", ...MEASURES], correct);
  if (edited.length === 0) return first;
  return first + htmlRows("Faithful rate of edits, of those whose outcome is clear; 95 % Wilson intervals, counts in brackets", ["system", "dataset", ...EDIT_NAMES.map((edit) => edit.replace("_", " ")), "unclear, all edits"], edited);
}

/** Within one run every two systems; between runs the same system in both, or, where they have none in common, every two of different runs. */
function differencesOf(sides: readonly OutputSide[], runs: number): { readonly differences: readonly OutputDifference[]; readonly refused?: string } {
  if (sides.length < 2) return { differences: [] };
  const shared = sides.some((side, i) => sides.slice(i + 1).some((other) => other.run !== side.run && other.system === side.system));
  const pair = (first: OutputSide, second: OutputSide) => runs === 1 || (first.run !== second.run && (!shared || first.system === second.system));
  for (const [i, first] of sides.entries()) {
    for (const second of sides.slice(i + 1)) {
      const refused = pair(first, second) ? whySidesDiffer(first, second) : undefined;
      if (refused !== undefined) return { differences: [], refused };
    }
  }
  try {
    return { differences: compareOutputs(sides, { pair }) };
  } catch (error) {
    if (error instanceof InputError) return { differences: [], refused: error.message };
    throw error;
  }
}

function comparison(differences: readonly OutputDifference[], refused: string | undefined): string {
  if (refused !== undefined) return `<p>There is no comparison output by output, since that takes the same inputs with verdicts on both sides: ${nameOf(refused)}.</p>`;
  return `${htmlRows(
    "Differences on the same problems, in percentage points",
    ["event", "condition", "first", "second", "problems", "left out", "with the event,<br>first / second", "in one alone,<br>first / second", "difference,<br>95 % interval", "p", "p, Holm"],
    differences.map(({ event, condition, first, second, n, leftOut, counts, difference, p, adjusted }) => [
      event, escapeHtml(condition.replace(/_/g, " ")), nameOf(first), nameOf(second), count(n), count(leftOut), `${count(counts.first)} / ${count(counts.second)}`, `${count(counts.onlyFirst)} / ${count(counts.onlySecond)}`,
      `${pointsCell(difference.estimate)} <small>${pointsCell(difference.lo)} to ${pointsCell(difference.hi)}</small>`, pCell(p), pCell(adjusted),
    ]),
  )}${multiplicityNote(differences.length)}<p>Left out are problems without a verdict on either side; for <q>faithful</q> also those whose outcome is unclear.</p>`;
}

/** What came out differently where exactly two sides were compared: of each output the flip that it is part of, and how many inputs flipped so. */
interface Flips {
  readonly of: ReadonlyMap<RecordedOutput, string>;
  readonly counts: readonly (readonly [flip: string, inputs: number])[];
}

/** Of an edited input what became of the edit, of others whether the output is fully correct. */
function flipsOf(sides: readonly OutputSide[], differences: readonly OutputDifference[]): Flips {
  const of = new Map<RecordedOutput, string>();
  const pairs = new Set(differences.map(({ first, second }) => `${first}\n${second}`));
  const [first, second] = [differences[0]?.first, differences[0]?.second].map((name) => sides.find((side) => side.name === name));
  if (pairs.size !== 1 || !first || !second) return { of, counts: [] };
  const flips = [...outputFlips(first, second, "label").flips, ...outputFlips(first, second, "FullyCorrect").flips.filter(({ outputs: [{ record }] }) => record.label === undefined).map((flip) => ({ ...flip, first: `FullyCorrect ${flip.first}` }))];
  for (const { first: before, second: after, outputs } of flips) for (const output of outputs) of.set(output, `${before} → ${after}`);
  return { of, counts: [...grouped(flips, ({ first: before, second: after }) => `${before} → ${after}`)].map(([flip, those]) => [flip, those.length] as const).sort(([, a], [, b]) => b - a) };
}

function flipsTable({ counts }: Flips): string {
  if (counts.length === 0) return "";
  return htmlRows("Inputs whose outputs came out differently: the first's verdict → the second's", ["flip", "inputs"], counts.map(([flip, n]) => [`<a class="to-cases" href="#flip=${encodeURIComponent(flip)}">${escapeHtml(flip)}</a>`, count(n)]));
}

/** The paper's tables, as far as the run has something for them. */
function tablesOf({ about, outputs }: RobustnessFolder, i: number, name: string | undefined): Section {
  const study: Study = { about, outputs: outputs.map(({ record }): OutputRecord => record) };
  const tables = TABLE_NUMBERS.flatMap((number): RobustnessTable[] => {
    try {
      return [robustnessTable(number, study)];
    } catch (error) {
      if (error instanceof InputError) return []; // the records hold nothing for it
      throw error;
    }
  });
  const html = tables.map(({ number, title, note, rows }) => {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    return `${htmlRows(`Table ${number}. ${nameOf(title)}`, columns.map((column) => nameOf(column)), rows.map((row) => columns.map((column) => nameOf(row[column] ?? ""))))}<p><small>${visible(note)}</small></p>`;
  });
  return { id: `tables-${i + 1}`, heading: `The paper's tables for this run${name === undefined ? "" : `: <bdi>${nameOf(name)}</bdi>`}`, html: `<p>Numbered as in the paper.</p>${html.join("")}` };
}

function limits(runs: readonly RobustnessFolder[]): string {
  const has = (what: (run: RobustnessFolder) => boolean) => runs.some(what);
  return `<ul>
${has(({ about }) => about.simulated) ? "<li>SIMULATED records are drawn by a program. They say nothing about any system.</li>" : ""}
${has(({ about }) => /not Lean/.test(about.checker)) ? "<li>The checker <q>scan</q> asks for a closed declaration with a proof and is not Lean: TC and FullyCorrect are upper bounds.</li>" : ""}
${has(({ about }) => about.judge === "rule") ? "<li>The judge <q>rule</q> takes numbers kept for sameness of statement and steps, which is a proxy; it does not judge deleted steps.</li>" : ""}
<li>StmtSC, ProofSC and what became of an edit are verdicts of a judge, not of Lean. How good a judge is, people have to say: a sheet for labels, and the rates corrected by them, come from <code>outputSheet</code> and <code>outputAgreement</code>.</li>
<li>A faithful rate rests on the edits whose outcome is clear; where many are unclear it says little. Systems with different unclear shares are not compared on the same edits.</li>
<li>Intervals are for the choice of problems. They say nothing of the choice of prompts, judges or seeds.</li></ul>`;
}
