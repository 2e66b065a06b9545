/** Run records of Method B: one output of one system for one input, with everything that was said of it. Every table and figure is made from these. */
import { DataError, InputError } from "../core/errors";
import { readJsonLines, shown, writeIfChanged } from "../core/files";

/** The styles of an input (B, section 3.1): the original, free-form paraphrases and numbered steps by two models, G and Q. */
export const STYLE_NAMES = ["Orig", "G-FF", "Q-FF", "G-Step", "Q-Step"] as const;
export type StyleName = (typeof STYLE_NAMES)[number];

/** The local edits with the region that holds them (B, section 3.2). */
export const EDIT_NAMES = ["number_statement", "number_proof", "symbol_statement", "symbol_proof", "step_deletion"] as const;
export type EditName = (typeof EDIT_NAMES)[number];

/** How the input was changed, if at all. */
export type Condition = StyleName | EditName;

/** What a judge said: yes, no, or nothing that could be read (a recorded failure, never a silent no). */
export type Score = boolean | null;

/**
 * What became of an edit (B, section 4.1): kept as it was given, put back to the original, or not to be told. `unjudged` is a judge's answer that
 * could not be read; it counts in no rate.
 */
export const EDIT_LABELS = ["faithful", "reverted", "unclear", "unjudged"] as const;
export type EditLabel = (typeof EDIT_LABELS)[number];

/** Verdicts of one judge on one output. */
export interface Verdicts {
  readonly stmtSC?: Score;
  readonly proofSC?: Score;
  readonly label?: EditLabel;
}

/** One output. */
export interface OutputRecord {
  /** "miniF2F", "MATH-500", or a collection of one's own. */
  readonly dataset: string;
  readonly problem: string;
  /** Words of the original proof, separated by white space: a problem's group stays the same in all styles. */
  readonly proofWords: number;
  readonly system: string;
  readonly condition: Condition;
  /** From 1. */
  readonly sample: number;
  /** Lean accepts the whole output; sorry is only a warning. */
  readonly tc: boolean;
  /** The signature states the same proposition as the text given. */
  readonly stmtSC: Score;
  /** The proof takes the same steps as the text given. */
  readonly proofSC: Score;
  /** sorry or admit stands outside comments. */
  readonly placeholder?: boolean;
  /** There is no tactic at all after `:= by`. */
  readonly emptyBody?: boolean;
  /** For edited inputs. */
  readonly label?: EditLabel;
  /** Why the label is unclear or unjudged. */
  readonly because?: string;
  /** Whether the quoted evidence stands in the comment-free text; absent where nothing was quoted. */
  readonly evidenceFound?: boolean;
  /** Whether the value that the judge read fits its verdict; absent where it named none. */
  readonly consistent?: boolean;
  /** Verdicts of further judges, by name: a second model, "rule" for the deterministic one, "human" for a checked sample. */
  readonly others?: Readonly<Record<string, Verdicts>>;
}

/** What a set of records is, and who said what. */
export interface StudyAbout {
  /** True for numbers that a simulator drew: they say nothing about any system, and every table and figure repeats that. */
  readonly simulated: boolean;
  /** Who gave `stmtSC`, `proofSC` and `label`. */
  readonly judge: string;
  /** What decided `tc`. */
  readonly checker: string;
  readonly note: string;
}

/** Records with what they are. */
export interface Study {
  readonly about: StudyAbout;
  readonly outputs: readonly OutputRecord[];
}

/** A study read from a file, and the lines that were no records. */
export interface LoadedStudy extends Study {
  readonly problems: readonly string[];
}

/**
 * Reads a study: JSON Lines, the first line `{"about": …}`, then one output a line.
 * @throws DataError if the file or its first line cannot be read; a bad line further down is told and left out
 * @example (await readStudy("data/sample/robustness-simulated.jsonl")).about.simulated // true
 */
export async function readStudy(path: string): Promise<LoadedStudy> {
  let about: StudyAbout | undefined;
  const outputs: OutputRecord[] = [];
  const problems: string[] = [];
  for await (const each of readJsonLines(path)) {
    const value = each.ok ? (each.value as Record<string, unknown>) : undefined;
    if (about === undefined) {
      const head = value?.["about"] as StudyAbout | undefined;
      if (typeof head?.simulated !== "boolean" || typeof head.judge !== "string" || typeof head.checker !== "string") throw new DataError(`${shown(path)}:${each.line}: the first line of a study says what it is: {"about": {"simulated", "judge", "checker", "note"}}`);
      about = { simulated: head.simulated, judge: head.judge, checker: head.checker, note: String(head.note ?? "") };
      continue;
    }
    const fault = each.ok ? faultOf(value) : each.reason;
    if (fault === undefined) outputs.push(value as unknown as OutputRecord);
    else problems.push(`${shown(path)}:${each.line}: ${fault}`);
  }
  if (about === undefined) throw new DataError(`${shown(path)} is empty; the first line of a study says what it is`);
  return { about, outputs, problems };
}

/** Writes a study in the form that `readStudy` reads, whole or not at all. @throws InputError for an output that is no record */
export function writeStudy(path: string, { about, outputs }: Study): void {
  outputs.forEach((output, i) => {
    const fault = faultOf(output);
    if (fault !== undefined) throw new InputError(`output ${i + 1}: ${fault}`);
  });
  writeIfChanged(path, [{ about }, ...outputs].map((row) => `${JSON.stringify(row)}\n`).join(""));
}

const isScore = (value: unknown) => value === null || typeof value === "boolean";
const isLabel = (value: unknown) => value === undefined || (EDIT_LABELS as readonly unknown[]).includes(value);
const isFlag = (value: unknown) => value === undefined || typeof value === "boolean";

/** What is wrong with a value as an output, if anything. */
function faultOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "not a JSON object";
  const row = value as Partial<Record<keyof OutputRecord, unknown>>;
  for (const name of ["dataset", "problem", "system"] as const) if (typeof row[name] !== "string" || row[name] === "") return `"${name}" is a text, got ${JSON.stringify(row[name])}`;
  if (![...STYLE_NAMES, ...EDIT_NAMES].includes(row.condition as Condition)) return `"condition" is one of ${[...STYLE_NAMES, ...EDIT_NAMES].join(", ")}, got ${JSON.stringify(row.condition)}`;
  if (!Number.isSafeInteger(row.sample) || (row.sample as number) < 1) return `"sample" is a whole number from 1, got ${JSON.stringify(row.sample)}`;
  if (!Number.isSafeInteger(row.proofWords) || (row.proofWords as number) < 0) return `"proofWords" is a whole number from 0, got ${JSON.stringify(row.proofWords)}`;
  if (typeof row.tc !== "boolean") return `"tc" is true or false, got ${JSON.stringify(row.tc)}`;
  for (const name of ["stmtSC", "proofSC"] as const) if (!isScore(row[name])) return `"${name}" is true, false or null, got ${JSON.stringify(row[name])}`;
  for (const name of ["placeholder", "emptyBody", "evidenceFound", "consistent"] as const) if (!isFlag(row[name])) return `"${name}" is true or false, got ${JSON.stringify(row[name])}`;
  const isEdit = (EDIT_NAMES as readonly unknown[]).includes(row.condition);
  if (isEdit ? row.label === undefined || !isLabel(row.label) : row.label !== undefined) return isEdit ? `"label" is one of ${EDIT_LABELS.join(", ")} for an edited input, got ${JSON.stringify(row.label)}` : '"label" belongs to edited inputs only';
  if (row.others !== undefined) {
    if (typeof row.others !== "object" || row.others === null) return '"others" is an object';
    for (const [name, each] of Object.entries(row.others as Record<string, Partial<Verdicts>>)) {
      if (!((each.stmtSC === undefined || isScore(each.stmtSC)) && (each.proofSC === undefined || isScore(each.proofSC)) && isLabel(each.label))) return `"others.${name}" holds a verdict that is none: ${JSON.stringify(each)}`;
    }
  }
  return undefined;
}
