/** Studies with known answers: a seeded simulator of Method B's records, to try every table on and to see whether intervals hold what they promise. */
import { InputError } from "../core/errors";
import { seeded, type Random } from "../core/random";
import { EDIT_NAMES, STYLE_NAMES, type EditLabel, type EditName, type OutputRecord, type Score, type Study, type StyleName, type Verdicts } from "./records";

/** A judge as a noisy reader of the truth. */
export interface SimulatedJudge {
  /** P(yes | truly yes). */
  readonly sensitivity: number;
  /** P(no | truly no). */
  readonly specificity: number;
}

/** The parts of correctness, each with a truth of its own. */
export const PARTS = ["tc", "stmtSC", "proofSC"] as const;
export type CorrectnessPart = (typeof PARTS)[number];

/** A made-up system: how often each part is truly right in each style, and what becomes of edits. */
export interface SimulatedSystem {
  readonly name: string;
  readonly parts: Readonly<Record<CorrectnessPart, Readonly<Record<StyleName, number>>>>;
  /** Shares of edits that are kept and that are put back; the rest is unclear. */
  readonly edits: Readonly<Record<EditName, { readonly faithful: number; readonly reverted: number }>>;
  /** Share of outputs without any tactic. */
  readonly emptyBody: number;
}

export interface SimulationOptions {
  readonly seed: number | string;
  /** How many problems each dataset has. */
  readonly problems: Readonly<Record<string, number>>;
  readonly systems?: readonly SimulatedSystem[];
  /** Samples an input in the styles; edited inputs have one. */
  readonly samples?: number;
  /** How often an output is decided by what all outputs of its problem share, and by what all samples of its input share; the rest is its own. */
  readonly sharedByProblem?: number;
  readonly sharedByInput?: number;
  readonly judge?: SimulatedJudge;
  readonly second?: SimulatedJudge;
  /** Share of outputs that the second judge sees. */
  readonly secondShare?: number;
  /** Human-checked outputs on either side of each score's verdict, drawn from all outputs in the styles. */
  readonly checked?: number;
}

const JUDGE: SimulatedJudge = { sensitivity: 0.95, specificity: 0.93 };
const SECOND: SimulatedJudge = { sensitivity: 0.9, specificity: 0.92 };
/** How often an edit exists for a problem: miniF2F's shares in B, Table 2. */
const EDITABLE: Readonly<Record<EditName, number>> = { number_statement: 0.93, number_proof: 0.98, symbol_statement: 0.53, symbol_proof: 0.8, step_deletion: 0.53 };
/** How often another rater of edits gives the same label without thinking twice; else it draws one of its own. */
const LABEL_ALIKE = 0.9;
const CONSISTENT = 0.967;
const PLACEHOLDER = 0.02;

const styles = (orig: number, gff: number, qff: number, gstep: number, qstep: number) => ({ Orig: orig, "G-FF": gff, "Q-FF": qff, "G-Step": gstep, "Q-Step": qstep });
const same = (share: number) => styles(share, share, share, share, share);
const labels = (ns: number, np: number, ss: number, sp: number, sd: number, unclear: number) =>
  Object.fromEntries([ns, np, ss, sp, sd].map((fr, i) => [EDIT_NAMES[i], { faithful: fr * (1 - unclear), reverted: (1 - fr) * (1 - unclear) }])) as SimulatedSystem["edits"];

/** Seven made-up systems. Their numbers are invented; some lean on the style and some do not, some repair and some do not. */
export const SIMULATED_SYSTEMS: readonly SimulatedSystem[] = [
  { name: "Simulated A", parts: { tc: styles(0.3, 0.42, 0.5, 0.36, 0.38), stmtSC: same(0.7), proofSC: same(0.35) }, edits: labels(0.2, 0.05, 0.25, 0.08, 0.4, 0.15), emptyBody: 0.3 },
  { name: "Simulated B", parts: { tc: same(0.55), stmtSC: same(0.75), proofSC: same(0.4) }, edits: labels(0.22, 0.05, 0.24, 0.1, 0.25, 0.12), emptyBody: 0.2 },
  { name: "Simulated C", parts: { tc: styles(0.25, 0.35, 0.4, 0.35, 0.4), stmtSC: same(0.65), proofSC: same(0.3) }, edits: labels(0.25, 0.07, 0.3, 0.09, 0.2, 0.2), emptyBody: 0.05 },
  { name: "Simulated D", parts: { tc: styles(0.3, 0.4, 0.4, 0.45, 0.5), stmtSC: same(0.7), proofSC: same(0.33) }, edits: labels(0.3, 0.06, 0.28, 0.07, 0.22, 0.14), emptyBody: 0.05 },
  { name: "Simulated E", parts: { tc: same(0.6), stmtSC: styles(0.85, 0.8, 0.8, 0.78, 0.78), proofSC: styles(0.6, 0.5, 0.5, 0.55, 0.55) }, edits: labels(0.23, 0.04, 0.23, 0.08, 0.3, 0.05), emptyBody: 0 },
  { name: "Simulated F", parts: { tc: same(0.4), stmtSC: same(0.8), proofSC: same(0.7) }, edits: labels(0.6, 0.26, 0.62, 0.27, 0.3, 0.25), emptyBody: 0 },
  { name: "Simulated G", parts: { tc: styles(0.5, 0.45, 0.42, 0.48, 0.43), stmtSC: same(0.85), proofSC: same(0.65) }, edits: labels(0.79, 0.4, 0.8, 0.45, 0.14, 0.1), emptyBody: 0.02 },
];

type Settings = Required<SimulationOptions>;

function settingsOf(options: SimulationOptions): Settings {
  const settings = { systems: SIMULATED_SYSTEMS, samples: 1, sharedByProblem: 0.6, sharedByInput: 0.3, judge: JUDGE, second: SECOND, secondShare: 0.1, checked: 50, ...options };
  const shares = [settings.sharedByProblem, settings.sharedByInput, settings.sharedByProblem + settings.sharedByInput, settings.secondShare];
  if (shares.some((share) => !(share >= 0 && share <= 1))) throw new InputError(`the simulator's shares lie in 0 … 1, and problem and input share at most 1 together; got ${shares.join(", ")}`);
  for (const [dataset, n] of Object.entries(settings.problems)) if (!Number.isSafeInteger(n) || n < 1) throw new InputError(`a simulated dataset has at least one problem, got ${n} for ${dataset}`);
  if (!Number.isSafeInteger(settings.samples) || settings.samples < 1) throw new InputError(`samples is a whole number from 1, got ${settings.samples}`);
  return settings;
}

/**
 * Draws a study. Each part of each output is truly right with the system's probability for its style. Whether it is, hangs on a number that all
 * outputs of the problem share, or on one that all samples of the input share, or on one of its own; judges then read the truth with their errors.
 * @returns records in which everything is marked as simulated: `about.simulated`, systems called "Simulated …", problems called "simulated_…"
 * @example simulateStudy({ seed: 1, problems: { miniF2F: 244, "MATH-500": 500 } }).outputs.length // 26,040 in the styles, and some 19,600 edited
 */
export function simulateStudy(options: SimulationOptions): Study {
  const settings = settingsOf(options);
  const random = seeded(settings.seed);
  const outputs: OutputRecord[] = [];
  const truths: Truth[] = [];
  for (const [dataset, n] of Object.entries(settings.problems)) {
    for (let i = 1; i <= n; i++) {
      const problem = `simulated_${String(i).padStart(3, "0")}`;
      const proofWords = Math.floor(20 + 220 * random() ** 2);
      const editable = EDIT_NAMES.filter((edit) => random() < EDITABLE[edit]);
      for (const system of settings.systems) {
        const ofProblem = triple(random);
        const draw = (condition: StyleName | EditName, style: StyleName, samples: number) => {
          const ofInput = triple(random);
          const truly = (part: CorrectnessPart, j: number) => number(random, ofProblem[j]!, ofInput[j]!, settings) < system.parts[part][style];
          for (let sample = 1; sample <= samples; sample++) {
            const truth = { tc: truly("tc", 0), stmtSC: truly("stmtSC", 1), proofSC: truly("proofSC", 2) };
            outputs.push(outputOf({ dataset, problem, proofWords, system, condition, sample }, truth, settings, random));
            truths.push(truth);
          }
        };
        for (const style of STYLE_NAMES) draw(style, style, settings.samples);
        for (const edit of editable) draw(edit, "Orig", 1);
      }
    }
  }
  const checked = withHumanCheck(outputs, truths, settings.checked, random);
  return { about: { simulated: true, judge: "simulated judge", checker: "simulated checker", note: `drawn by the kit's simulator with seed ${settings.seed}; says nothing about any system` }, outputs: checked };
}

function triple(random: Random): readonly number[] {
  return [random(), random(), random()];
}

function number(random: Random, ofProblem: number, ofInput: number, { sharedByProblem, sharedByInput }: Settings): number {
  const source = random();
  return source < sharedByProblem ? ofProblem : source < sharedByProblem + sharedByInput ? ofInput : random();
}

interface Place {
  readonly dataset: string;
  readonly problem: string;
  readonly proofWords: number;
  readonly system: SimulatedSystem;
  readonly condition: StyleName | EditName;
  readonly sample: number;
}

interface Truth {
  readonly tc: boolean;
  readonly stmtSC: boolean;
  readonly proofSC: boolean;
}

type Draft = { -readonly [Name in keyof OutputRecord]: OutputRecord[Name] };

function outputOf({ dataset, problem, proofWords, system, condition, sample }: Place, { tc, stmtSC, proofSC }: Truth, { judge, second, secondShare }: Settings, random: Random): OutputRecord {
  // Field by field: a study has tens of thousands of these.
  const output: Draft = { dataset, problem, proofWords, system: system.name, condition, sample, tc, stmtSC: read(judge, stmtSC, random), proofSC: read(judge, proofSC, random) };
  const others: Record<string, Verdicts> = {};
  if (tc && random() < PLACEHOLDER) output.placeholder = true;
  if (random() < system.emptyBody) output.emptyBody = true;
  const seen = random() < secondShare;
  const scores = seen ? { stmtSC: read(second, stmtSC, random), proofSC: read(second, proofSC, random) } : undefined;
  if (scores) others["second"] = scores;
  const shares = (system.edits as Readonly<Partial<Record<string, { faithful: number; reverted: number }>>>)[condition];
  if (shares) {
    const label = labelOf(random(), shares);
    const again = () => (random() < LABEL_ALIKE ? label : labelOf(random(), shares));
    output.label = label;
    if (label === "unclear") output.because = random() < 0.5 ? "other" : "evidence_not_found";
    if (condition === "step_deletion") output.evidenceFound = label !== "unclear";
    else output.consistent = random() < CONSISTENT;
    if (scores) others["second"] = { ...scores, label: again() };
    if (condition !== "step_deletion") others["rule"] = { label: again() };
  }
  if (scores || others["rule"]) output.others = others;
  return output;
}

/** What a judge says of a truth. */
function read({ sensitivity, specificity }: SimulatedJudge, truth: boolean, random: Random): Score {
  return random() < (truth ? sensitivity : 1 - specificity);
}

function labelOf(u: number, { faithful, reverted }: { faithful: number; reverted: number }): EditLabel {
  return u < faithful ? "faithful" : u < faithful + reverted ? "reverted" : "unclear";
}

/** So many accepted and so many rejected outputs of either score, drawn without replacement from all in the styles, get the truth as a human's verdict. */
function withHumanCheck(outputs: readonly OutputRecord[], truths: readonly Truth[], checked: number, random: Random): OutputRecord[] {
  if (checked === 0) return [...outputs];
  const human = new Map<number, Verdicts>();
  for (const score of ["stmtSC", "proofSC"] as const) {
    for (const verdict of [true, false]) {
      const pool = outputs.flatMap((output, i) => (output.label === undefined && output[score] === verdict ? [i] : []));
      for (let drawn = 0; drawn < checked && pool.length > 0; drawn++) {
        const at = Math.floor(random() * pool.length);
        const i = pool[at]!;
        pool[at] = pool.at(-1)!;
        pool.pop();
        human.set(i, { ...human.get(i), [score]: truths[i]![score] });
      }
    }
  }
  return outputs.map((output, i) => (human.has(i) ? { ...output, others: { ...output.others, human: human.get(i)! } } : output));
}
