/** The twelve tables of the robustness paper from run records, one call each. */
import { count, percent, range } from "../charts/words";
import { InputError } from "../core/errors";
import type { Interval, Rate } from "../core/types";
import { agreementOf, type AgreementReport, type Judged } from "../robustness/agreement";
import { editReport } from "../robustness/edits";
import { MEASURES, namesOf, outputsOf, rateOf, selected, type Measure, type MeasuredRate } from "../robustness/measures";
import { EDIT_NAMES, STYLE_NAMES, type EditName, type OutputRecord, type Study } from "../robustness/records";
import { byLength, LONG_PROOF_WORDS, styleRates, styleReport, type StyleReport } from "../robustness/styles";

/** A table as rows of texts, with what it is and what it rests on. */
export interface RobustnessTable {
  readonly number: number;
  /** Begins with "Simulated:" where the records are. */
  readonly title: string;
  /** Denominators, intervals, judge, checker; and that the records are simulated, where they are. */
  readonly note: string;
  readonly rows: readonly Readonly<Record<string, string>>[];
}

export interface TableOptions {
  /** Of the bootstrap intervals. */
  readonly seed?: number | string;
  readonly resamples?: number;
  /** Samples for verifier-guided selection in Table 11: 8 as in the paper, or as many as the study has. */
  readonly k?: number;
}

type Row = Readonly<Record<string, string>>;
type Maker = (study: Study, options: Required<TableOptions>) => { readonly title: string; readonly note: string; readonly rows: readonly Row[] };

const NONE = "–";
const EDIT_TEXT: Readonly<Record<EditName, string>> = { number_statement: "number, statement", number_proof: "number, proof", symbol_statement: "symbol, statement", symbol_proof: "symbol, proof", step_deletion: "step deletion" };
const WILSON = "Brackets: 95 % Wilson intervals.";

/** Which edits each table of FR and RR is about. */
const PROOF_LEVEL: readonly EditName[] = ["number_proof", "symbol_proof", "step_deletion"];
const STATEMENT_LEVEL: readonly EditName[] = ["number_statement", "symbol_statement"];

/** Everything of a row of a dataset and a system. */
interface Cell {
  readonly dataset: string;
  readonly system: string;
  readonly outputs: readonly OutputRecord[];
}

function cells(study: Study): Cell[] {
  const { datasets, systems } = namesOf(study);
  return datasets.flatMap((dataset) => systems.map((system) => ({ dataset, system, outputs: outputsOf(study, { dataset, system }) }))).filter(({ outputs }) => outputs.length > 0);
}

const TABLES: Readonly<Record<number, Maker>> = {
  1: (study) => faithfulness(study, PROOF_LEVEL, "Faithful and reverted edits of the proof"),
  2: (study) => {
    const { datasets } = namesOf(study);
    const problems = (dataset: string, edit: EditName) => new Set(outputsOf(study, { dataset, condition: edit }).map(({ problem }) => problem)).size;
    const rows = EDIT_NAMES.map((edit) => ({ edit: EDIT_TEXT[edit], ...Object.fromEntries(datasets.map((dataset) => [dataset, count(problems(dataset, edit))])), all: count(datasets.reduce((sum, dataset) => sum + problems(dataset, edit), 0)) }));
    const total = (names: readonly string[]) => EDIT_NAMES.reduce((sum, edit) => sum + names.reduce((all, dataset) => all + problems(dataset, edit), 0), 0);
    return { title: "Local edits", note: "Problems with such an edit; at most one of a kind a problem.", rows: [...rows, { edit: "all", ...Object.fromEntries(datasets.map((dataset) => [dataset, count(total([dataset]))])), all: count(total(datasets)) }] };
  },
  3: (study, options) => ({
    title: "FullyCorrect by style, range and flip rate",
    note: `${WILSON} Range and flip rate: problems with a verdict in every style, 95 % percentile bootstrap over problems; the interval of a range lies too high where styles hardly differ.`,
    rows: cells(study).map(({ dataset, system, outputs }) => {
      const report = styleReport(selected(outputs, 1), options);
      return { dataset, system, ...styleCells(report), ...spreadCells(report), problems: count(report.problems) };
    }),
  }),
  4: (study) => ({
    title: "TC, StmtSC and ProofSC by style",
    note: WILSON,
    rows: cells(study).flatMap(({ dataset, system, outputs }) =>
      MEASURES.filter((measure) => measure !== "FullyCorrect").map((measure) => ({ dataset, system, measure, ...styleCells({ rates: styleRates(selected(outputs, 1), measure) }) }))),
  }),
  5: (study) => ({ title: "FullyCorrect under local edits", note: WILSON, rows: underEdits(study, ["FullyCorrect"]) }),
  6: (study) => ({ title: "TC, StmtSC and ProofSC under local edits", note: WILSON, rows: underEdits(study, ["TC", "StmtSC", "ProofSC"]) }),
  7: (study) => faithfulness(study, STATEMENT_LEVEL, "Faithful and reverted edits of the statement"),
  8: (study) => ({
    title: "Identifiable fraction",
    note: `Share of judged edits whose outcome is faithful or reverted, 1 − UR. ${WILSON}`,
    rows: cells(study).map(({ dataset, system, outputs }) => ({ dataset, system, ...byEdit(EDIT_NAMES, outputs, (of) => rateCell(editReport(of).identifiable)) })),
  }),
  9: (study) => ({
    title: "Counts behind the faithful rate",
    note: `Faithful, reverted and unclear edits, and those whose judge could not be read. ${WILSON}`,
    rows: cells(study).flatMap(({ dataset, system, outputs }) =>
      EDIT_NAMES.map((edit) => ({ edit, of: outputs.filter(({ condition }) => condition === edit) })).filter(({ of }) => of.length > 0).map(({ edit, of }) => {
        const { counts, fr, rr } = editReport(of);
        return { dataset, system, edit: EDIT_TEXT[edit], faithful: count(counts.faithful), reverted: count(counts.reverted), unclear: count(counts.unclear), unjudged: count(counts.unjudged), FR: rateCell(fr), RR: rateCell(rr) };
      })),
  }),
  10: (study, options) => ({
    title: "Range over styles by the length of the original proof",
    note: `Longer: at least ${LONG_PROOF_WORDS} words separated by white space in the original proof. 95 % percentile bootstrap over problems.`,
    rows: cells(study).flatMap(({ dataset, system, outputs }) =>
      Object.entries(byLength(selected(outputs, 1))).filter(([, of]) => of.some(({ label }) => label === undefined)).map(([length, of]) => {
        const [full, proof] = (["FullyCorrect", "ProofSC"] as const).map((measure) => styleReport(of, { ...options, measure }));
        return { dataset, system, proofs: length, problems: count(full!.problems), "FullyCorrect range, pp": spreadCell(full!.range), "ProofSC range, pp": spreadCell(proof!.range) };
      })),
  }),
  11: (study, options) => (options.k < 2 ? { title: "Verifier-guided selection", note: "", rows: [] } : {
    title: `Verifier-guided selection, k = 1 and k = ${options.k}`,
    note: "The first of k samples that type-checks is judged; if none does, the input counts as a failure. TC and FullyCorrect over all inputs in the styles; outputs of one problem go together, so their Wilson intervals are too narrow. Range and flip rate: 95 % percentile bootstrap over problems.",
    rows: cells(study).filter(({ outputs }) => outputs.some(({ sample }) => sample >= options.k)).flatMap(({ dataset, system, outputs }) =>
      [1, options.k].map((k) => {
        const repeated = withSamples(outputs, options.k);
        const report = styleReport(repeated, { ...options, k });
        const chosen = selected(repeated, k);
        return { dataset, system, k: String(k), TC: measuredCell(rateOf(chosen, "TC")), FullyCorrect: measuredCell(rateOf(chosen, "FullyCorrect")), ...spreadCells(report) };
      })),
  }),
  12: (study, options) => ({
    title: "Two judges on the same outputs",
    note: `First: ${study.about.judge}. κ: Cohen's, with the large-sample interval of Fleiss, Cohen and Everitt, and for at most 500 outputs that of a bootstrap. ${WILSON}`,
    rows: raters(study).flatMap((second) => (["stmtSC", "proofSC", "label"] as const).flatMap((judged) => {
      const report = agreementOf(study.outputs, judged, second, { seed: options.seed });
      return report ? [agreementRow(judged, second, report)] : [];
    })),
  }),
};

export const TABLE_NUMBERS = Object.keys(TABLES).map(Number);

/**
 * One of the paper's tables from run records.
 * @param number 1 to 12
 * @throws InputError for another number, or if the records hold nothing that the table is about
 * @example robustnessTable(3, study).rows[0] // { dataset: "miniF2F", system: "…", Orig: "21.3 % [16.6–26.9 %]", … }
 */
export function robustnessTable(number: number, study: Study, { seed = 42, resamples = 1_000, k = mostSamples(study) }: TableOptions = {}): RobustnessTable {
  const maker = TABLES[number];
  if (!maker) throw new InputError(`the robustness paper's tables are 1 to 12, got ${number}`);
  const { title, note, rows } = maker(study, { seed, resamples, k });
  if (rows.length === 0) throw new InputError(`the records hold nothing for Table ${number} (${title})`);
  const { simulated, judge, checker } = study.about;
  return { number, title: `${simulated ? "Simulated: " : ""}${title}`, note: `${note} ${simulated ? `${study.about.note}.` : `Judge: ${judge}; checker: ${checker}.`}`, rows };
}

/** Up to the paper's eight. */
function mostSamples({ outputs }: Study): number {
  return Math.min(8, outputs.reduce((most, { sample }) => Math.max(most, sample), 1));
}

function faithfulness(study: Study, edits: readonly EditName[], title: string): ReturnType<Maker> {
  return {
    title,
    note: `FR = faithful / (faithful + reverted), RR = 1 − FR; unclear outcomes are in neither. ${WILSON}`,
    rows: cells(study).map(({ dataset, system, outputs }) => ({
      dataset, system,
      ...Object.fromEntries(edits.flatMap((edit) => {
        const { fr, rr } = editReport(outputs.filter(({ condition }) => condition === edit));
        return [[`FR ${EDIT_TEXT[edit]}`, rateCell(fr)], [`RR ${EDIT_TEXT[edit]}`, rateCell(rr)]];
      })),
    })),
  };
}

function underEdits(study: Study, measures: readonly Measure[]): Row[] {
  return cells(study).flatMap(({ dataset, system, outputs }) =>
    measures.map((measure) => ({ dataset, system, ...(measures.length > 1 && { measure }), ...byEdit(EDIT_NAMES, outputs, (of) => measuredCell(rateOf(of, measure))) })));
}

function byEdit(edits: readonly EditName[], outputs: readonly OutputRecord[], cell: (of: readonly OutputRecord[]) => string): Row {
  return Object.fromEntries(edits.map((edit) => [EDIT_TEXT[edit], cell(outputs.filter(({ condition }) => condition === edit))]));
}

function styleCells({ rates }: Pick<StyleReport, "rates">): Row {
  return Object.fromEntries(STYLE_NAMES.filter((style) => rates[style]).map((style) => [style, measuredCell(rates[style]!)]));
}

function spreadCells({ range: spread, flip }: StyleReport): Row {
  return { "range, pp": spreadCell(spread), "flip rate": flip ? `${percent(flip.estimate)} [${range(flip)}]` : NONE };
}

function spreadCell(spread: (Interval & { readonly estimate: number }) | undefined): string {
  return spread ? `${(100 * spread.estimate).toFixed(1)} [${(100 * spread.lo).toFixed(1)}–${(100 * spread.hi).toFixed(1)}]` : NONE;
}

function rateCell(rate: Rate | undefined): string {
  return rate ? `${percent(rate.rate)} [${range(rate)}], ${count(rate.k)} of ${count(rate.n)}` : NONE;
}

function measuredCell({ rate, unjudged }: MeasuredRate): string {
  return `${rateCell(rate)}${unjudged > 0 ? `, ${count(unjudged)} unjudged` : ""}`;
}

/** The outputs of inputs that have k samples. */
function withSamples(outputs: readonly OutputRecord[], k: number): OutputRecord[] {
  const inputOf = ({ problem, condition }: OutputRecord) => `${problem}\n${condition}`;
  const repeated = new Set(outputs.filter(({ sample }) => sample >= k).map(inputOf));
  return outputs.filter((output) => output.label === undefined && repeated.has(inputOf(output)));
}

function raters({ outputs }: Study): string[] {
  return [...new Set(outputs.flatMap(({ others }) => Object.keys(others ?? {})))].sort();
}

function agreementRow(judged: Judged, second: string, { n, agreement, positive, kappa, bootstrap }: AgreementReport): Row {
  const interval = ({ lo, hi }: Interval) => `${lo.toFixed(3)} to ${hi.toFixed(3)}`;
  return {
    judged: judged === "label" ? "edit label" : judged === "stmtSC" ? "StmtSC" : "ProofSC",
    second, outputs: count(n),
    "positive, first": percent(positive.first.rate), "positive, second": percent(positive.second.rate),
    agreement: `${percent(agreement.rate)} [${range(agreement)}]`,
    κ: kappa ? kappa.kappa.toFixed(3) : "undefined",
    "κ, interval": kappa ? interval(kappa) : NONE,
    "κ, bootstrap": bootstrap ? interval(bootstrap) : NONE,
  };
}
