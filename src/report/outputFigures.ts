/** The figures of a report on Method B: Figures 2 and 3 of the paper, what became of every kind of edit, all measures by style, and differences. */
import type { OutputDifference, OutputSide } from "../cases/compareOutputs";
import { comparisonDots } from "../cases/compare";
import { filterOfOutputSegment, scoreWord, type OutputFilter } from "../cases/robustnessCases";
import { editBars, levelDots, type EditBarRow, type LevelRow } from "../charts/robustness";
import type { Spec } from "../charts/spec";
import { EDIT_LABEL } from "../charts/theme";
import { percent } from "../charts/words";
import { InputError } from "../core/errors";
import { robustnessFigure2, robustnessFigure3 } from "../papers/robustnessFigures";
import { editReport, SHOWN_LABELS } from "../robustness/edits";
import { MEASURES, namesOf, outputsOf, rateOf, selected } from "../robustness/measures";
import { EDIT_NAMES, STYLE_NAMES, type Condition, type EditName, type OutputRecord, type Study, type StudyAbout } from "../robustness/records";
import { brief, type ReportFigure, type Selection } from "./figures";

const EDIT_TEXT: Readonly<Record<EditName, string>> = { number_statement: "number, statement", number_proof: "number, proof", symbol_statement: "symbol, statement", symbol_proof: "symbol, proof", step_deletion: "step deletion" };
/** More lines than this make a figure nobody reads; the tables have all. */
const MOST_LINES = 60;
const isEdit = (condition: string): condition is EditName => (EDIT_NAMES as readonly string[]).includes(condition);

/** A filter of outputs as the fields of the page. @example fieldsOf({ condition: "number_proof", label: "reverted" }) // { edit: "number", region: "proof", label: "reverted" } */
export function fieldsOf({ condition, tc, stmtSC, proofSC, fullyCorrect, sample, label }: OutputFilter): Selection["to"][string] {
  const scores = Object.entries({ tc, stmtSC, proofSC, fullyCorrect }).flatMap(([name, score]) => (score === undefined ? [] : [[name, scoreWord(score)]]));
  const kind = typeof condition === "string" ? (isEdit(condition) ? { edit: condition === "step_deletion" ? condition : condition.split("_")[0]!, region: condition.endsWith("_statement") ? "statement" : "proof" } : { style: condition }) : {};
  return { ...kind, ...Object.fromEntries(scores), ...(sample !== undefined && { sample: String(sample) }), ...(label !== undefined && { label: label as string }) };
}

const segment = (figure: "edits" | "rates", part: (typeof MEASURES)[number] | (typeof SHOWN_LABELS)[number], condition: Condition) => fieldsOf(filterOfOutputSegment({ figure, part, condition }));

/** Names short enough for a figure, no two of them alike. */
function briefNames(names: readonly string[]): Map<string, string> {
  const given = new Map<string, string>();
  const taken = new Set<string>();
  for (const name of new Set(names)) {
    let short = brief(name);
    for (let i = 2; taken.has(short); i++) short = `${brief(name)} (${i})`;
    taken.add(short);
    given.set(name, short);
  }
  return given;
}

/** The figures of some sides. What cannot be drawn, since there is nothing of it, is left out. */
export function outputFigures(sides: readonly OutputSide[], abouts: readonly StudyAbout[], differences: readonly OutputDifference[]): ReportFigure[] {
  const named = briefNames(sides.map(({ name }) => name));
  const datasets = briefNames(sides.flatMap(({ outputs }) => outputs.map(({ record }) => record.dataset)));
  const joined = (pick: (about: StudyAbout) => string, most = 40) => [...new Set(abouts.map(pick))].map((text) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)).join("; ");
  const study: Study = {
    about: { simulated: abouts.some(({ simulated }) => simulated), judge: joined(({ judge }) => judge), checker: joined(({ checker }) => checker), note: joined(({ note }) => note, 160) },
    outputs: sides.flatMap(({ name, outputs }) => outputs.map(({ record }): OutputRecord => ({ ...record, system: named.get(name)!, dataset: datasets.get(record.dataset)! }))),
  };
  const ofSide = Object.fromEntries(sides.map(({ name, run, system }) => [named.get(name)!, { run, system }]));
  const ofDataset = Object.fromEntries([...datasets].map(([name, short]) => [short, { dataset: name }]));
  const places = (field: "column" | "panel"): readonly Selection[] => [{ by: ["label"], to: ofSide }, { by: [field], to: ofDataset }];
  const source = study.about.simulated ? `SIMULATED: ${study.about.note}.` : `Judge: ${study.about.judge}; checker: ${study.about.checker}.`;
  const text = (title: string, line: string, description: string) => ({ title, subtitle: [line, source], description });
  const styles = STYLE_NAMES.filter((style) => study.outputs.some(({ condition }) => condition === style));
  return [
    ...drawn(() => styles.length > 1 && styles.includes("Orig") && robustnessFigure2(study), {
      id: "styles", caption: "FullyCorrect on the original style, and how it changes on the same problems in another style. Whiskers are 95 % intervals. A dot selects the fully correct outputs in its style.",
      selects: [{ by: ["style"], to: Object.fromEntries(styles.map((style) => [style, segment("rates", "FullyCorrect", style)])) }, ...places("panel")],
    }),
    ...drawn(() => ratesFigure(study, text), {
      id: "rates", caption: "The parts of correctness by style: of the first sample of each input. Whiskers are 95 % Wilson intervals. A dot selects the outputs that meet its measure.",
      selects: [{ by: ["row", "level"], to: Object.fromEntries(styles.flatMap((style) => MEASURES.map((measure) => [`${style}\n${measure}`, segment("rates", measure, style)]))) }, ...places("column")],
    }),
    ...drawn(() => editsFigure(study, text), {
      id: "edits", caption: "What became of the edits, as shares of all judged outputs, with counts. The grey part is what no faithful rate rests on.",
      selects: [{ by: ["row", "part"], to: Object.fromEntries(EDIT_NAMES.flatMap((edit) => SHOWN_LABELS.map((label) => [`${EDIT_TEXT[edit]}\n${EDIT_LABEL[label].name}`, segment("edits", label, edit)]))) }, ...places("column")],
    }),
    ...drawn(() => robustnessFigure3(study), {
      id: "faithful", caption: "The faithful rate of edits of the statement and of the proof: faithful / (faithful + reverted). Whiskers are 95 % Wilson intervals. A dot selects the faithful outputs.",
      selects: [{ by: ["row", "level"], to: Object.fromEntries(EDIT_NAMES.filter((edit) => edit !== "step_deletion").map((edit) => [edit.replace("_", "\n"), segment("edits", "faithful", edit)])) }, ...places("column")],
    }),
    ...drawn(() => differencesFigure(differences, named), {
      id: "differences", selects: [],
      caption: `Paired differences on the same problems; each interval is for itself, and the table gives p after Holm's correction over all comparisons.${differences.length > MOST_LINES ? ` Of ${differences.length} comparisons the first ${MOST_LINES} are drawn.` : ""}`,
    }),
  ];
}

/** Nothing where the records hold nothing for a figure. */
function drawn(make: () => Spec | false, about: Omit<ReportFigure, "spec">): ReportFigure[] {
  try {
    const spec = make();
    return spec ? [{ ...about, spec }] : [];
  } catch (error) {
    if (error instanceof InputError) return [];
    throw error;
  }
}

type Text = (title: string, line: string, description: string) => { readonly title: string; readonly subtitle: readonly string[]; readonly description: string };

function cells<Found>(study: Study, find: (dataset: string, system: string) => readonly Found[]): Found[] {
  const { datasets, systems } = namesOf(study);
  return datasets.flatMap((dataset) => systems.flatMap((system) => find(dataset, system)));
}

function ratesFigure(study: Study, text: Text): Spec {
  const all = STYLE_NAMES.filter((style) => study.outputs.some(({ condition }) => condition === style));
  const styles = all.length * namesOf(study).systems.length * MEASURES.length > 2 * MOST_LINES ? all.slice(0, 1) : all;
  const rows = cells(study, (dataset, system) => {
    const outputs = selected(outputsOf(study, { dataset, system }), 1);
    return styles.flatMap((style) => MEASURES.flatMap((measure): LevelRow[] => {
      const { rate } = rateOf(outputs.filter(({ condition }) => condition === style), measure);
      return rate ? [{ column: dataset, row: style, label: system, level: measure, estimate: rate.rate, lo: rate.lo, hi: rate.hi }] : [];
    }));
  });
  const words = rows.map(({ column, row, label, level, estimate }) => `${column}, ${row}, ${label}, ${level}: ${percent(estimate)}`);
  return levelDots(rows, text(`Parts of correctness${styles.length < all.length ? ` in the style ${styles[0]}` : " by style"}`, "First sample of each input. Whiskers: 95 % Wilson intervals.", `Dots with whiskers. ${words.join("; ")}.`), { xTitle: "per cent of outputs with a verdict" });
}

function editsFigure(study: Study, text: Text): Spec {
  const rows = cells(study, (dataset, system) => EDIT_NAMES.flatMap((edit): EditBarRow[] => {
    const { counts, ur } = editReport(outputsOf(study, { dataset, system, condition: edit }));
    return ur ? [{ column: dataset, row: EDIT_TEXT[edit], label: system, counts }] : [];
  }));
  const words = rows.map(({ column, row, label, counts }) => `${column}, ${row}, ${label}: ${counts.faithful} faithful, ${counts.reverted} reverted, ${counts.unclear} unclear`);
  return editBars(rows, text("What became of the edits", "Share of all judged outputs, with counts (parts under 8 % are unlabelled).", `Bars of 100 per cent. ${words.join("; ")}.`));
}

function differencesFigure(differences: readonly OutputDifference[], named: ReadonlyMap<string, string>): Spec {
  const shown = differences.slice(0, MOST_LINES).map((each) => ({ ...each, first: named.get(each.first) ?? each.first, second: named.get(each.second) ?? each.second }));
  const words = shown.map(({ event, condition, first, second, difference }) => `${event}, ${condition.replace(/_/g, " ")}, ${first} less ${second}: ${(100 * difference.estimate).toFixed(1)} points`);
  return comparisonDots(shown, { title: "Differences on the same problems", subtitle: ["Percentage points, in brackets the problems; whiskers are paired 95 % intervals, each for itself."], description: `Dots with whiskers. ${words.join("; ")}.` });
}
