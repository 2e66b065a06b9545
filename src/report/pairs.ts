/** What a report on runs of Method A says. */
import { caseCard } from "../cases/card";
import { compareRuns, nameRuns, whyNotComparable, type NamedRun, type RunDifference } from "../cases/compare";
import { nameOf, painter, visible } from "../cases/foreign";
import type { Run } from "../cases/runFolder";
import { pairOf } from "../cases/select";
import { count, percent } from "../charts/words";
import { escapeHtml } from "../core/html";
import { methodsParagraph } from "../export/methods";
import { reportFigures } from "./figures";
import { htmlRows, multiplicityNote, pCell, pointsCell, settingsTable, shareCell } from "./html";
import type { PackedRow } from "./pack";
import type { ReportContent } from "./shell";

const FIELDS = { run: "Run", dataset: "Dataset", original: "Original step", perturbed: "Perturbed step", pair: "Pair", diagnosis: "Diagnosis" };

/** The report on pairs of steps. */
export async function pairsReport(runs: readonly Run[], mostReply: number): Promise<ReportContent> {
  const named = nameRuns(runs);
  const { differences, refused } = differencesOf(named);
  return {
    lead: `Does the system translate the mathematics it was given, or does it quietly repair it? ${named.map(({ name, run }) => `<bdi>${nameOf(name)}</bdi>: ${count(run.cases.length)} pairs, decided by ${escapeHtml(run.settings.engine)}`).join("; ")}.`,
    noun: { one: "case", many: "cases", searched: "steps and Lean" },
    before: [{ id: "rates", heading: "Rates", html: ratesTable(named) }],
    figures: reportFigures(named, differences),
    ...(named.length > 1 && { comparison: comparison(differences, refused) }),
    after: [
      { id: "method", heading: "Method and settings", html: named.map(({ run }) => `<p>${visible(methodsParagraph(run))}</p>`).join("") + settingsTable(named.map(({ name, run: { settings } }) => ({ name, settings }))) },
      { id: "limits", heading: "Limits", html: limits(mostReply) },
    ],
    versions: runs.map(({ settings }) => settings.version),
    fields: FIELDS,
    rows: await rowsOf(named, mostReply),
  };
}

async function rowsOf(named: readonly NamedRun[], mostReply: number): Promise<PackedRow[]> {
  const paint = await painter();
  return named.flatMap(({ name, run }) => run.cases.map((each): PackedRow => {
    const { step, perturbed, original, perturbedVerdict, diagnosis } = each;
    return {
      id: step.id,
      values: { run: name, dataset: step.dataset, original: original.outcome, perturbed: perturbedVerdict.outcome, pair: pairOf(each), diagnosis: diagnosis?.mechanism ?? "" },
      own: [step.id, step.content, perturbed.text, original.code ?? "", perturbedVerdict.code ?? ""],
      card: () => caseCard(paint, each, { formaliser: name, mostReply }),
    };
  }));
}

function differencesOf(named: readonly NamedRun[]): { readonly differences: readonly RunDifference[]; readonly refused?: string } {
  if (named.length < 2) return { differences: [] };
  const refused = named.slice(1).map(({ run }) => whyNotComparable(named[0]!.run, run)).find((reason) => reason !== undefined);
  return refused === undefined ? { differences: compareRuns(named) } : { differences: [], refused };
}

function ratesTable(named: readonly NamedRun[]): string {
  const rows = named.flatMap(({ name, run: { summary } }) =>
    [...summary.datasets, ...(summary.datasets.length > 1 && summary.all ? [summary.all] : [])].map(({ dataset, rates, decided }) => [
      nameOf(name), nameOf(dataset), count(rates.n),
      shareCell(rates.fnr, ` (${count(rates.fnr.k)})`), shareCell(rates.fpr, ` (${count(rates.fpr.k)})`), shareCell(rates.affr), shareCell(rates.uflb), `${percent(decided.rate)}`,
    ]),
  );
  return htmlRows("Rates with 95 % intervals; counts in brackets", ["run", "dataset", "pairs", "FNR", "FPR", "AFFR", "UFLB", "statements decided"], rows);
}

function comparison(differences: readonly RunDifference[], refused: string | undefined): string {
  if (refused !== undefined) return `<p>The runs are not compared pair by pair, since that takes the same steps: ${nameOf(refused)}.</p>`;
  return `${htmlRows(
    "Differences on the same steps, in percentage points",
    ["measure", "first", "second", "pairs", "first", "second", "only first", "only second", "difference", "95 % interval", "p", "p, Holm"],
    differences.map(({ measure, first, second, n, counts, difference, p, adjusted }) => [measure, nameOf(first), nameOf(second), count(n), count(counts.first), count(counts.second), count(counts.onlyFirst), count(counts.onlySecond), pointsCell(difference.estimate), `${pointsCell(difference.lo)} to ${pointsCell(difference.hi)}`, pCell(p), pCell(adjusted)]),
  )}${multiplicityNote(differences.length)}`;
}

const limits = (mostReply: number) => `<ul>
<li>FPR and FNR count what a prover decides: a false step that the prover cannot decide is in neither. The bound is a lower bound for that reason.</li>
<li>A perturbation may leave a step true, or restore it; such a pair counts as a silent correction though nobody corrected anything. The diagnosis <q>still true</q> points at those.</li>
<li>The embedded engine z3 decides a part of Lean by Lean's meaning; it is not Lean's kernel. Runs decided by Lean name it.</li>
<li>Intervals are for the choice of steps. They say nothing of the choice of prompts, presets or seeds, and treat steps of one problem as independent.</li>
<li>Of each raw reply the first ${count(mostReply)} characters are shown here; the run's folder has the whole.</li></ul>`;
