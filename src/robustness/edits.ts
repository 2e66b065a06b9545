/** What became of local edits: kept, put back, or not to be told. B, section 4.1 and 4.3. */
import type { Rate } from "../core/types";
import { wilson } from "../stats/wilson";
import { EDIT_LABELS, type EditLabel, type OutputRecord } from "./records";

/** Counts and rates of edited inputs. A rate is absent if its denominator is 0. */
export interface EditReport {
  readonly counts: Readonly<Record<EditLabel, number>>;
  /** faithful / (faithful + reverted). */
  readonly fr?: Rate;
  /** 1 − FR. */
  readonly rr?: Rate;
  /** unclear / all that were judged. */
  readonly ur?: Rate;
  /** 1 − UR: how much FR rests on. */
  readonly identifiable?: Rate;
  /** faithful / all that were judged, the unclear among them: what the released code prints as FR. */
  readonly frOfAll?: Rate;
}

/**
 * FR, RR, UR and identifiable fraction.
 * @param outputs of edited inputs; others are not looked at
 * @param rater whose labels: the study's judge unless told, else a name in `others`
 * @example editReport([faithful, faithful, reverted, unclear]).fr // 2 of 3
 */
export function editReport(outputs: readonly OutputRecord[], rater?: string): EditReport {
  const counts: Record<EditLabel, number> = { faithful: 0, reverted: 0, unclear: 0, unjudged: 0 };
  for (const output of outputs) {
    const label = labelBy(output, rater);
    if (label !== undefined) counts[label] += 1;
  }
  const clear = counts.faithful + counts.reverted;
  const judged = clear + counts.unclear;
  return {
    counts,
    ...(clear > 0 && { fr: wilson(counts.faithful, clear), rr: wilson(counts.reverted, clear) }),
    ...(judged > 0 && { ur: wilson(counts.unclear, judged), identifiable: wilson(clear, judged), frOfAll: wilson(counts.faithful, judged) }),
  };
}

/** The label that a rater gave an output. */
export function labelBy(output: OutputRecord, rater?: string): EditLabel | undefined {
  return rater === undefined ? output.label : output.others?.[rater]?.label;
}

/** Shares of two yes/no checks on the judge's answers: quoted evidence that stands in the text, and values that fit the verdict. */
export interface AnswerChecks {
  readonly evidenceFound?: Rate;
  readonly consistent?: Rate;
}

/** How many of the judge's quotations were found and how many of its values fit, among those that there are. */
export function answerChecks(outputs: readonly OutputRecord[]): AnswerChecks {
  const share = (values: readonly (boolean | undefined)[]) => {
    const known = values.filter((value) => value !== undefined);
    return known.length > 0 ? wilson(known.filter(Boolean).length, known.length) : undefined;
  };
  const evidenceFound = share(outputs.map((output) => output.evidenceFound));
  const consistent = share(outputs.map((output) => output.consistent));
  return { ...(evidenceFound && { evidenceFound }), ...(consistent && { consistent }) };
}

/** The labels that a rate is made of, in the order of bars. */
export const SHOWN_LABELS = EDIT_LABELS.filter((label) => label !== "unjudged");
