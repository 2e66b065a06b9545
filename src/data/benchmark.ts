/** FaithformBench's released layouts C and D: one formalised statement a row, with what became of it. */
import { DataError } from "../core/errors";
import { shown } from "../core/files";
import type { Outcome } from "../core/types";
import { brief, datasetOf, Fields } from "./fields";
import { parquetColumns } from "./parquet";
import { blocksOfLines } from "./scan/blocks";
import { ObjectScan } from "./scan/jsonObject";
import { openSource } from "./scan/source";
import { scanMemory, type ScanMemory } from "./scan/stringEnd";
import { Words } from "./scan/words";

/** The released words for the four outcomes. */
const RESULTS: Readonly<Record<string, Outcome>> = { "AF-Fail": "af_fail", Inconclusive: "inconclusive", Proved: "proved", Refuted: "refuted" };

/** The released words for how a step was made. */
export const STEP_KINDS = ["unperturbed", "brokenmath-style_llm", "regex_perturbed"] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** What the rates need of a row of benchmark C or D. */
export interface FormalisationRow {
  readonly model: string;
  /** From the problem's id: "gsm8k-12" is of gsm8k. */
  readonly dataset: string;
  readonly problemId: string;
  readonly nodeId: string;
  readonly kind: StepKind;
  readonly outcome: Outcome;
}

/** A row, or the reason why a line is none. */
export type FormalisationLine = { readonly file: string; readonly line: number } & ({ readonly ok: true; readonly row: FormalisationRow } | { readonly ok: false; readonly reason: string });

/** The fields that count; the others are long texts. */
const FIELDS = ["type_of_perturbation", "proof_result", "problem_id", "autoformaliser_model", "node_id"] as const;

/**
 * Reads benchmark C or D as a stream, in flat memory. A line that cannot be used is handed on with its reason, never dropped.
 * @param source a path, or a readable stream, then named `-`: JSON Lines, or those compressed by gzip; a path also of a Parquet file, whose rows count as lines
 * @throws DataError if the source cannot be read at all
 */
export async function* readFormalisations(source: string | NodeJS.ReadableStream): AsyncGenerator<FormalisationLine> {
  const lines: FormalisationLine[] = [];
  for await (const readInto of formalisationBlocks(source)) {
    readInto((line) => lines.push(line));
    yield* lines.splice(0);
  }
}

/**
 * As `readFormalisations`, with every line handed to a function, which costs less. The texts of a row are not read: a scan checks that the row is JSON and
 * finds the fields that count. Whatever the scan is not sure of, such as a field with an escape in its name, is given to JSON.parse.
 */
export async function eachFormalisation(source: string | NodeJS.ReadableStream, take: (line: FormalisationLine) => void): Promise<void> {
  for await (const readInto of formalisationBlocks(source)) readInto(take);
}

/** Blocks of lines; each is a function that reads them, to be called before the next block is asked for. */
async function* formalisationBlocks(source: string | NodeJS.ReadableStream): AsyncGenerator<(take: (line: FormalisationLine) => unknown) => void> {
  const file = typeof source === "string" ? shown(source) : "-";
  const opened = await openSource(source);
  try {
    if (opened.parquet) {
      if (typeof source !== "string") throw new DataError("-: a Parquet file cannot be read from standard input; give its name");
      let line = 0;
      for await (const rows of parquetColumns(source, FIELDS)) yield (take) => rows.forEach((row) => take(lineOf(file, (line += 1), () => row)));
      return;
    }
    const memory = scanMemory(1 << 20);
    const lines = new LineReader(file, memory);
    for await (const { from, to } of blocksOfLines(opened, memory)) yield (take) => lines.read(from, to, take);
  } finally {
    opened.close();
  }
}

/** Reads the lines that lie in a memory, and counts them. */
class LineReader {
  private readonly file: string;
  private readonly memory: ScanMemory;
  private readonly scan: ObjectScan;
  private line = 0;
  private readonly kinds = new Words((bytes) => STEP_KINDS.find((kind) => kind === textOf(bytes)));
  private readonly outcomes = new Words((bytes) => outcomeOf(textOf(bytes) ?? ""));
  private readonly problems = new Words((bytes) => textOf(bytes) && { id: textOf(bytes)!, dataset: datasetOf(textOf(bytes)!) });
  private readonly models = new Words(textOf);
  private readonly nodes = new Words(textOf);

  constructor(file: string, memory: ScanMemory) {
    this.file = file;
    this.memory = memory;
    this.scan = new ObjectScan(memory, FIELDS);
  }

  read(from: number, to: number, take: (line: FormalisationLine) => unknown): void {
    for (let start = from; start < to; ) {
      let end = this.scan.line(start);
      const row = end < 0 ? undefined : this.row();
      if (row) {
        take({ file: this.file, line: (this.line += 1), ok: true, row });
      } else {
        const { bytes } = this.memory;
        if (end < 0) end = bytes.indexOf(0x0a, start) + 1;
        this.parsed(Buffer.from(bytes.subarray(start, end - 1)).toString("utf8"), take);
      }
      start = end;
    }
  }

  /** @returns undefined if a field is not as it should be: the slow way says what is wrong */
  private row(): FormalisationRow | undefined {
    const { memory, scan } = this;
    const { from, to } = scan;
    for (let field = 0; field < FIELDS.length; field++) if (from[field] === 0) return undefined;
    const kind = this.kinds.of(memory, from[0]!, to[0]!);
    const outcome = this.outcomes.of(memory, from[1]!, to[1]!);
    const problem = this.problems.of(memory, from[2]!, to[2]!);
    const model = this.models.of(memory, from[3]!, to[3]!);
    const nodeId = this.nodes.of(memory, from[4]!, to[4]!);
    if (!kind || !outcome || !problem || !model || !nodeId) return undefined;
    return { model, dataset: problem.dataset, problemId: problem.id, nodeId, kind, outcome };
  }

  /** What ends with "\n" is one line, or several with carriage returns between them. */
  private parsed(text: string, take: (line: FormalisationLine) => unknown): void {
    for (const each of text.replace(/\r$/, "").split("\r")) {
      this.line += 1;
      const trimmed = each.trim();
      if (trimmed) take(lineOf(this.file, this.line, () => JSON.parse(trimmed)));
    }
  }
}

/** The text that a field's bytes stand for, as `Fields.text` reads it; undefined if it is none. */
function textOf(bytes: Uint8Array): string | undefined {
  const value: unknown = JSON.parse(Buffer.from(bytes).toString("utf8"));
  return typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : undefined;
}

function lineOf(file: string, line: number, value: () => unknown): FormalisationLine {
  try {
    return { file, line, ok: true, row: formalisationRow(value()) };
  } catch (error) {
    if (error instanceof SyntaxError) return { file, line, ok: false, reason: `not JSON: ${error.message}` };
    if (error instanceof DataError) return { file, line, ok: false, reason: error.message };
    throw error;
  }
}

function outcomeOf(result: string): Outcome | undefined {
  return Object.hasOwn(RESULTS, result) ? RESULTS[result] : undefined;
}

/** A row of benchmark C or D. @throws DataError that says which field is wrong */
export function formalisationRow(value: unknown): FormalisationRow {
  const fields = new Fields(value);
  const kind = fields.text("type_of_perturbation");
  if (!STEP_KINDS.includes(kind as StepKind)) throw new DataError(`"type_of_perturbation" is one of ${STEP_KINDS.join(", ")}, got ${brief(kind)}`);
  const result = fields.text("proof_result");
  const outcome = outcomeOf(result);
  if (!outcome) throw new DataError(`"proof_result" is one of ${Object.keys(RESULTS).join(", ")}, got ${brief(result)}`);
  const problemId = fields.text("problem_id");
  return { model: fields.text("autoformaliser_model"), dataset: datasetOf(problemId), problemId, nodeId: fields.text("node_id"), kind: kind as StepKind, outcome };
}
