/** Figures 2, 3 and 4 of the robustness paper from run records. Each says its n, its whiskers, its judge, and whether the records are simulated. */
import { editBars, levelDots, styleChange, type LevelRow } from "../charts/robustness";
import type { Spec } from "../charts/spec";
import type { FigureText } from "../charts/theme";
import { percent, points } from "../charts/words";
import { editReport } from "../robustness/edits";
import { namesOf, outputsOf, rateOf, selected } from "../robustness/measures";
import type { EditName, Study } from "../robustness/records";
import { styleChanges } from "../robustness/styles";

function textOf({ about }: Study, title: string, subtitle: string, description: string): FigureText {
  const source = about.simulated ? `SIMULATED: ${about.note}.` : `Judge: ${about.judge}; checker: ${about.checker}.`;
  return { title: about.simulated ? `Simulated: ${title}` : title, subtitle: [subtitle, source], description: `${about.simulated ? "Simulated records. " : ""}${description}` };
}

/** Datasets × systems with what a figure takes from each; those that have nothing for it are left out. */
function parts<Found>(study: Study, find: (dataset: string, system: string) => readonly Found[]): Found[] {
  const { datasets, systems } = namesOf(study);
  return datasets.flatMap((dataset) => systems.flatMap((system) => find(dataset, system)));
}

/** Figure 2: FullyCorrect on the original style, and how it changes with the style. @throws InputError if the records have no original style */
export function robustnessFigure2(study: Study): Spec {
  const rows = parts(study, (dataset, system) => {
    const outputs = selected(outputsOf(study, { dataset, system }), 1).filter(({ label }) => label === undefined);
    if (outputs.length === 0) return [];
    const orig = rateOf(outputs.filter(({ condition }) => condition === "Orig"), "FullyCorrect").rate;
    const changes = styleChanges(outputs, "FullyCorrect");
    return orig ? [{ panel: dataset, label: system, orig: { estimate: orig.rate, lo: orig.lo, hi: orig.hi }, changes }] : [];
  });
  const words = rows.map(({ panel, label, orig, changes }) => `${panel}, ${label}: ${percent(orig.estimate)}, ${Object.entries(changes).map(([style, { estimate }]) => `${style} ${points(estimate)}`).join(", ")}`);
  return styleChange(rows, textOf(study, "FullyCorrect on the original style, and its change with the style", "Whiskers: 95 % intervals, Wilson at the left, Newcombe's for pairs (the same problems in both styles) at the right.", `Dots with whiskers. ${words.join("; ")}.`));
}

const LEVELS: readonly { readonly edit: EditName; readonly row: string; readonly level: string }[] = [
  { edit: "number_statement", row: "number", level: "statement" },
  { edit: "number_proof", row: "number", level: "proof" },
  { edit: "symbol_statement", row: "symbol", level: "statement" },
  { edit: "symbol_proof", row: "symbol", level: "proof" },
];

/** Figure 3: the faithful rate of edits of the statement against that of edits of the proof. @throws InputError if the records have no number or symbol edit with a clear outcome */
export function robustnessFigure3(study: Study): Spec {
  const rows = parts(study, (dataset, system) =>
    LEVELS.flatMap(({ edit, row, level }): LevelRow[] => {
      const { fr } = editReport(outputsOf(study, { dataset, system, condition: edit }));
      return fr ? [{ column: dataset, row, label: system, level, estimate: fr.rate, lo: fr.lo, hi: fr.hi }] : [];
    }));
  const words = rows.map(({ column, row, label, level, estimate }) => `${column}, ${row}, ${label}, ${level}: ${percent(estimate)}`);
  return levelDots(rows, textOf(study, "Faithful rate of edits of the statement and of the proof", "FR = faithful / (faithful + reverted). Whiskers: 95 % Wilson intervals.", `Dots with whiskers. ${words.join("; ")}.`));
}

/** Figure 4: what became of number edits, as shares of all judged outputs. @throws InputError if the records have no number edit */
export function robustnessFigure4(study: Study): Spec {
  const rows = parts(study, (dataset, system) =>
    LEVELS.filter(({ row }) => row === "number").flatMap(({ edit, level }) => {
      const { counts, ur } = editReport(outputsOf(study, { dataset, system, condition: edit }));
      return ur ? [{ column: dataset, row: level, label: system, counts }] : [];
    }));
  const words = rows.map(({ column, row, label, counts }) => `${column}, ${row}, ${label}: ${counts.faithful} faithful, ${counts.reverted} reverted, ${counts.unclear} unclear`);
  return editBars(rows, textOf(study, "What became of number edits", "Share of all judged outputs, with counts (parts under 8 % are unlabelled).", `Bars of 100 per cent. ${words.join("; ")}.`));
}
