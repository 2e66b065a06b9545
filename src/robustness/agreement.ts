/** How far two judges of the same outputs agree, and what a human check does to a rate. B, section 4.4 and appendix E. */
import { InputError } from "../core/errors";
import type { Rate } from "../core/types";
import { correctByVerdict, type CorrectedRate } from "../stats/corrected";
import { cohenKappa, kappaBootstrap, type Kappa } from "../stats/kappa";
import { wilson } from "../stats/wilson";
import { labelBy } from "./edits";
import type { OutputRecord, Verdicts } from "./records";

/** What is judged. */
export type Judged = "stmtSC" | "proofSC" | "label";

/** Agreement of two judges on the outputs that both judged. */
export interface AgreementReport {
  readonly categories: readonly string[];
  /** Rows are the first judge's categories, columns the second's. */
  readonly table: readonly (readonly number[])[];
  readonly n: number;
  readonly agreement: Rate;
  /** Share of the first category ("yes", "faithful") by either judge. */
  readonly positive: { readonly first: Rate; readonly second: Rate };
  /** Absent where κ is undefined: both judges used one and the same category throughout. */
  readonly kappa?: Kappa;
  /** Percentile bootstrap over outputs, where there are at most 500 of them: beyond that the other interval serves as well. */
  readonly bootstrap?: { readonly lo: number; readonly hi: number };
}

const BOOTSTRAP_UP_TO = 500;

/**
 * Agreement of the study's judge with another, or of any two.
 * @param first a name in `others`; undefined is the study's judge
 * @param second a name in `others`
 * @returns undefined if there is no output that both judged
 */
export function agreementOf(outputs: readonly OutputRecord[], judged: Judged, second: string, { first, seed = 42 }: { first?: string; seed?: number | string } = {}): AgreementReport | undefined {
  const categories = judged === "label" ? ["faithful", "reverted", "unclear"] : ["yes", "no"];
  const table = categories.map(() => categories.map(() => 0));
  for (const output of outputs) {
    const [a, b] = [categoryOf(output, judged, first), categoryOf(output, judged, second)];
    if (a === undefined || b === undefined) continue;
    table[categories.indexOf(a)]![categories.indexOf(b)]! += 1;
  }
  const n = table.flat().reduce((sum, count) => sum + count, 0);
  if (n === 0) return undefined;
  const same = table.reduce((sum, row, i) => sum + row[i]!, 0);
  return {
    categories, table, n,
    agreement: wilson(same, n),
    positive: { first: wilson(table[0]!.reduce((sum, count) => sum + count, 0), n), second: wilson(table.reduce((sum, row) => sum + row[0]!, 0), n) },
    ...kappas(table, seed),
  };
}

function kappas(table: readonly (readonly number[])[], seed: number | string): Pick<AgreementReport, "kappa" | "bootstrap"> {
  try {
    const kappa = cohenKappa(table);
    if (kappa.n > BOOTSTRAP_UP_TO) return { kappa };
    const { lo, hi } = kappaBootstrap(table, { seed, resamples: 1_000 });
    return { kappa, bootstrap: { lo, hi } };
  } catch (error) {
    if (error instanceof InputError) return {}; // chance agreement is 1, here or in most resamples
    throw error;
  }
}

function categoryOf(output: OutputRecord, judged: Judged, rater: string | undefined): string | undefined {
  if (judged === "label") {
    const label = labelBy(output, rater);
    return label === "unjudged" ? undefined : label;
  }
  const from: Verdicts | undefined = rater === undefined ? output : output.others?.[rater];
  const score = from?.[judged];
  return score === undefined || score === null ? undefined : score ? "yes" : "no";
}

/**
 * The rate of a score as the judge counted it, and corrected by the humans' check of a sample stratified by the judge's verdict.
 * @param outputs all that the rate is over; some carry a verdict of `human`
 * @returns undefined if nothing was judged, or either verdict was never checked
 */
export function correctedScore(outputs: readonly OutputRecord[], judged: "stmtSC" | "proofSC", human = "human", checkedAmong = outputs): CorrectedRate | undefined {
  const count = (of: readonly OutputRecord[], hit: (output: OutputRecord) => boolean) => of.filter(hit).length;
  const scored = outputs.filter((output) => output[judged] !== null);
  const checked = checkedAmong.filter((output) => output[judged] !== null && typeof output.others?.[human]?.[judged] === "boolean");
  const of = (verdict: boolean) => checked.filter((output) => output[judged] === verdict);
  const truly = (output: OutputRecord) => output.others![human]![judged] === true;
  if (scored.length === 0 || of(true).length === 0 || of(false).length === 0) return undefined;
  return correctByVerdict({
    judged: { k: count(scored, (output) => output[judged] === true), n: scored.length },
    accepted: { k: count(of(true), truly), n: of(true).length },
    rejected: { k: count(of(false), truly), n: of(false).length },
  });
}

/**
 * The faithful rate as the judge counted it, faithful of faithful and reverted, and corrected by what humans said of some of these: of the outputs that the
 * judge called faithful, and of those that it called reverted, how many truly are faithful. What the human finds unclear is in neither share.
 * @param outputs all that the rate is over; some carry a label of `human`
 * @returns undefined if nothing was clear to the judge, or either label was never checked
 * @example correctedFaithful(outputs)?.estimate // 0.31 where the judge counted 0.35
 */
export function correctedFaithful(outputs: readonly OutputRecord[], human = "human"): CorrectedRate | undefined {
  const of = (label: string) => outputs.filter((output) => output.label === label);
  const [faithful, reverted] = [of("faithful"), of("reverted")];
  const checked = (among: readonly OutputRecord[]) => {
    const clear = among.map((output) => output.others?.[human]?.label).filter((label) => label === "faithful" || label === "reverted");
    return { k: clear.filter((label) => label === "faithful").length, n: clear.length };
  };
  const [accepted, rejected] = [checked(faithful), checked(reverted)];
  if (accepted.n === 0 || rejected.n === 0) return undefined;
  return correctByVerdict({ judged: { k: faithful.length, n: faithful.length + reverted.length }, accepted, rejected });
}
