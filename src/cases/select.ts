/** Choosing cases: by filter, by chance with a seed, by a figure's segment, by disagreement of two runs. */
import { InputError } from "../core/errors";
import { seeded } from "../core/random";
import { OUTCOMES, type Outcome } from "../core/types";
import { comparePresets } from "../lean/presets";
import type { Mechanism } from "../stages/diagnosis";
import type { Case } from "../stages/methodA";
import { pairClass, type PairClass } from "../stats/contingency";
import { countBy, fits, type CaseCount } from "./filter";

export type { CaseCount } from "./filter";

/** What a case has to be. Every field narrows; a list means any of it; text is looked for in steps, context, Lean and replies, whatever its case. */
export interface CaseFilter {
  /** Outcome of the original step's statement. */
  readonly original?: Outcome | readonly Outcome[];
  /** Outcome of the perturbed step's statement. */
  readonly perturbed?: Outcome | readonly Outcome[];
  /** Class of the pair, see `pairClass`. */
  readonly pair?: PairClass | readonly PairClass[];
  readonly diagnosis?: Mechanism | readonly Mechanism[];
  readonly dataset?: string | readonly string[];
  readonly problem?: string | readonly string[];
  /** The rules by which the step was perturbed. */
  readonly rule?: string | readonly string[];
  /** A flag of the extraction on either side, such as "several_theorems". */
  readonly flag?: string | readonly string[];
  /** Only cases of which a reply reads differently by the extraction presets strict and paper; for two runs there is `flipTable`. */
  readonly disagreement?: "presets";
  readonly text?: string;
}

/** Each field of a filter with what a case has under it. */
const FIELDS: { readonly [Name in Exclude<keyof CaseFilter, "text" | "disagreement">]-?: (each: Case) => readonly string[] } = {
  original: ({ original }) => [original.outcome],
  perturbed: ({ perturbedVerdict }) => [perturbedVerdict.outcome],
  pair: (each) => [pairOf(each)],
  diagnosis: ({ diagnosis }) => (diagnosis ? [diagnosis.mechanism] : []),
  dataset: ({ step }) => [step.dataset],
  problem: ({ step }) => [step.problemId],
  rule: ({ perturbed }) => perturbed.edits.map(({ rule }) => rule),
  flag: ({ original, perturbedVerdict }) => [...original.flags, ...perturbedVerdict.flags],
};

/** By what cases can be counted. */
export type CaseField = keyof typeof FIELDS;

/** The class of a case's pair. @example pairOf(a case of proved and proved) // "sycophancy" */
export function pairOf({ original, perturbedVerdict }: Case): PairClass {
  return pairClass({ original: original.outcome, perturbed: perturbedVerdict.outcome });
}

/**
 * The cases that a filter lets through, in their order.
 * @throws InputError for a field that there is not
 * @example selectCases(run.cases, { perturbed: "proved", dataset: "gsm8k" }) // silent corrections on GSM8K
 */
export function selectCases(cases: readonly Case[], filter: CaseFilter): Case[] {
  const { text, disagreement, ...rest } = filter;
  if (disagreement !== undefined && disagreement !== "presets") throw new InputError(`disagreement is "presets", got ${JSON.stringify(disagreement)}`);
  const chosen = fits(FIELDS, rest, ["disagreement", "text"]);
  const needle = text?.toLowerCase();
  return cases.filter((each) => chosen(each) && (needle === undefined || needle === "" || textOf(each).includes(needle)) && (disagreement === undefined || presetsDisagree(each)));
}

function presetsDisagree({ replies }: Case): boolean {
  return comparePresets([replies.original, replies.perturbed]).disagreements > 0;
}

/** All that `text` looks in. */
function textOf({ step, perturbed, original, perturbedVerdict, replies }: Case): string {
  return [step.id, step.content, perturbed.text, ...step.context, original.code, perturbedVerdict.code, replies.original.reply, replies.perturbed.reply].join("\n").toLowerCase();
}

/**
 * How many cases have each value of a field, the most frequent first. A case may have several rules or flags, or none.
 * @example countCases(run.cases, "pair")[0] // { value: "faithfulness", k: 96, n: 132 }
 */
export function countCases(cases: readonly Case[], field: CaseField): CaseCount[] {
  return countBy(cases, FIELDS, field);
}

/**
 * Some of the rows, drawn without replacement, in their order: the same for the same seed.
 * @throws InputError unless 1 ≤ n ≤ the number of rows
 */
export function sampleCases<Row>(rows: readonly Row[], n: number, { seed }: { readonly seed: number | string }): Row[] {
  if (!Number.isSafeInteger(n) || n < 1 || n > rows.length) throw new InputError(`a sample of these ${rows.length} has from 1 to ${rows.length} of them, got ${n}`);
  const random = seeded(seed);
  const drawn = rows.map((_, i) => ({ i, draw: random() })).sort((a, b) => a.draw - b.draw || a.i - b.i);
  return drawn.slice(0, n).map(({ i }) => i).sort((a, b) => a - b).map((i) => rows[i]!);
}

/** A segment of one of the kit's bars: the figure's kind and the part's name; the dataset where the panel is one. */
export interface Segment {
  readonly figure: "outcomes" | "contingency" | "mechanisms" | "failures";
  readonly part: string;
  /** Which statements an outcome bar is of. */
  readonly side?: "original" | "perturbed";
  readonly dataset?: string;
}

/**
 * The filter that selects exactly the cases that a segment counts; AFFR counts both sides of a pair, so its filter is of one side.
 * @throws InputError for a part that there is not
 * @example filterOfSegment({ figure: "contingency", part: "sycophancy", dataset: "gsm8k" }) // { pair: "sycophancy", dataset: "gsm8k" }
 */
export function filterOfSegment({ figure, part, side = "perturbed", dataset }: Segment): CaseFilter {
  const where = dataset === undefined || dataset === "all" ? {} : { dataset };
  switch (figure) {
    case "outcomes":
      if (!(OUTCOMES as readonly string[]).includes(part)) throw new InputError(`a part of an outcome bar is one of ${OUTCOMES.join(", ")}, got "${part}"`);
      return { [side]: part as Outcome, ...where };
    case "contingency":
      return { pair: part as PairClass, ...where };
    case "mechanisms":
      return { diagnosis: part as Mechanism, ...where };
    case "failures": {
      const filters: Readonly<Record<string, CaseFilter>> = { fnr: { original: "refuted" }, fpr: { perturbed: "proved" }, affr: { [side]: "af_fail" } };
      const filter = filters[part];
      if (!filter) throw new InputError(`a part of the lower bound is one of ${Object.keys(filters).join(", ")}, got "${part}"`);
      return { ...filter, ...where };
    }
  }
}

/** One case as a flat row, for frames and tables. */
export interface CaseRow {
  readonly id: string;
  readonly dataset: string;
  readonly original: Outcome;
  readonly perturbed: Outcome;
  readonly pair: PairClass;
  readonly diagnosis: string;
  readonly rules: string;
  readonly original_step: string;
  readonly perturbed_step: string;
  readonly original_lean: string;
  readonly perturbed_lean: string;
  readonly engine: string;
}

/** Cases as flat rows: `frame(caseRows(cases))` is a danfojs frame of them. */
export function caseRows(cases: readonly Case[]): CaseRow[] {
  return cases.map((each) => {
    const { step, perturbed, original, perturbedVerdict, diagnosis } = each;
    return {
      id: step.id, dataset: step.dataset, original: original.outcome, perturbed: perturbedVerdict.outcome, pair: pairOf(each),
      diagnosis: diagnosis?.mechanism ?? "", rules: perturbed.edits.map(({ rule }) => rule).join(" "),
      original_step: step.content, perturbed_step: perturbed.text, original_lean: original.code ?? "", perturbed_lean: perturbedVerdict.code ?? "",
      engine: perturbedVerdict.engine ?? original.engine ?? "",
    };
  });
}
