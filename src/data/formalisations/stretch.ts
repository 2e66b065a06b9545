/** Rows of benchmark C or D as whole numbers: what is handed from thread to thread and counted, without an object for each row. */
import { constants } from "node:buffer";
import { DataError } from "../../core/errors";
import { OUTCOMES, type Outcome } from "../../core/types";
import { formalisationRow, outcomeOf, STEP_KINDS, type FormalisationRow, type StepKind } from "../benchmark";
import { datasetOf } from "../fields";
import { plain } from "../parquet";
import { ObjectScan } from "../scan/jsonObject";
import type { ScanMemory } from "../scan/stringEnd";
import { Words } from "../scan/words";

/** Whole numbers a row: its line within the stretch, kind and outcome, model, problem, node. */
export const ROW = 5;
/** Offsets of a row's numbers. */
export const [LINE, KIND_AND_OUTCOME, MODEL, PROBLEM, NODE] = [0, 1, 2, 3, 4];

/** Some lines of a source, read. Texts are numbered by the reader that met them, stretch after stretch. */
export interface Stretch {
  /** How many lines these are, blank ones too. */
  readonly lines: number;
  /** `ROW` numbers for each line that is a row. */
  readonly rows: Int32Array<ArrayBuffer>;
  /** Lines that are none, and why; the first line of the stretch is 1. */
  readonly refused: readonly { readonly line: number; readonly reason: string }[];
  /** Texts that this reader had not met before; each is numbered one above the last. */
  readonly models: readonly string[];
  readonly problems: readonly string[];
  readonly nodes: readonly string[];
}

/** The kind of step and the outcome in a row's second number. */
export function kindOf(code: number): StepKind {
  return STEP_KINDS[Math.floor(code / OUTCOMES.length)]!;
}
export function outcomeNumber(code: number): number {
  return code % OUTCOMES.length;
}

/** The fields that count; the others are long texts. */
export const FIELDS = ["type_of_perturbation", "proof_result", "problem_id", "autoformaliser_model", "node_id"] as const;

export type Field = (typeof FIELDS)[number];

/** A value of each field that nothing is wrong with. */
const RIGHT: Readonly<Record<Field, string>> = { type_of_perturbation: "unperturbed", proof_result: "Proved", problem_id: "p", autoformaliser_model: "m", node_id: "n" };

/** A column's values as the numbers that a reader gives them, −1 for what is no such value; those are kept as they are. */
export interface NumberedColumn {
  readonly field: Field;
  readonly numbers: Int32Array;
  readonly others: ReadonlyMap<number, unknown>;
}

/** Texts in order of appearance. A text is found by the bytes that stand for it, or by itself. */
class Numbers {
  readonly known = new Map<string, number>();
  fresh: string[] = [];
  private readonly words = new Words((bytes) => {
    const text = textOf(bytes);
    return text === undefined ? -1 : this.of(text);
  });

  of(text: string): number {
    let number = this.known.get(text);
    if (number === undefined) {
      number = this.known.size;
      this.known.set(text, number);
      this.fresh.push(text);
    }
    return number;
  }

  /** @returns −1 if the bytes stand for no text */
  at(memory: ScanMemory, from: number, to: number): number {
    return this.words.of(memory, from, to);
  }

  /** The texts new since the last call. */
  take(): string[] {
    const { fresh } = this;
    this.fresh = [];
    return fresh;
  }
}

/**
 * Reads lines that lie in a memory. The texts of a row are not read: a scan checks that the row is JSON and finds the fields that count. Whatever the scan is
 * not sure of, such as a field with an escape in its name, is given to JSON.parse.
 */
export class StretchReader {
  private readonly memory: ScanMemory | undefined;
  private readonly scan: ObjectScan | undefined;
  private readonly kinds = new Words((bytes) => STEP_KINDS.findIndex((kind) => kind === textOf(bytes)));
  private readonly outcomes = new Words((bytes) => OUTCOMES.findIndex((outcome) => outcome === outcomeOf(textOf(bytes) ?? "")));
  private readonly models = new Numbers();
  private readonly problems = new Numbers();
  private readonly nodes = new Numbers();
  private rows = new Int32Array(ROW << 10);
  private used = 0;
  private line = 0;
  private refused: { line: number; reason: string }[] = [];

  private readonly longest: number;

  /**
   * @param memory where the lines lie; none if there are only values
   * @param longest bytes of a line that can be made one text, if it has to be
   */
  constructor(memory?: ScanMemory, longest: number = constants.MAX_STRING_LENGTH) {
    this.memory = memory;
    this.longest = longest;
    this.scan = memory && new ObjectScan(memory, FIELDS);
  }

  /** Reads the lines [from, to) of the memory, the last of which ends with "\n". */
  read(from: number, to: number): void {
    const { memory, scan } = this;
    for (let start = from; start < to; ) {
      let end = scan!.line(start);
      if (end < 0 || !this.row()) {
        const { bytes } = memory!;
        if (end < 0) end = bytes.indexOf(0x0a, start) + 1;
        const line = bytes.subarray(start, end - 1);
        if (line.length > this.longest) this.tooLong(line);
        else this.parsed(Buffer.from(line).toString("utf8"));
      }
      start = end;
    }
  }

  /** A column of so many rows as numbers, to be filled value by value; left empty where there is no such column. */
  column(field: Field, rows: number): { readonly numbered: NumberedColumn; readonly take: (row: number, given: unknown) => void } {
    const numbers = new Int32Array(rows).fill(-1);
    const others = new Map<number, unknown>();
    const take = (row: number, given: unknown) => {
      const value = plain(given);
      const text = textOfValue(value);
      const number = text === undefined ? -1 : this.numberOf(field, text);
      numbers[row] = number;
      if (number < 0) others.set(row, value);
    };
    return { numbered: { field, numbers, others }, take };
  }

  /** Takes the rows of columns, one for each of the fields, in their order. */
  rowsOf(columns: readonly NumberedColumn[], rows: number): void {
    const [kinds, outcomes, problems, models, nodes] = columns.map(({ numbers }) => numbers) as [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array];
    for (let row = 0; row < rows; row++) {
      this.line += 1;
      const [kind, outcome, problem, model, node] = [kinds[row]!, outcomes[row]!, problems[row]!, models[row]!, nodes[row]!];
      if ((kind | outcome | problem | model | node) >= 0) this.enter(kind * OUTCOMES.length + outcome, model, problem, node);
      // What is wrong is said in the words that are used of any row; what is right there is stood for by something that is right.
      else this.slowly(() => Object.fromEntries(columns.flatMap(({ field, numbers, others }) => (numbers[row]! >= 0 ? [[field, RIGHT[field]]] : others.has(row) ? [[field, others.get(row)]] : []))));
    }
  }

  private numberOf(field: Field, text: string): number {
    if (field === "type_of_perturbation") return STEP_KINDS.findIndex((kind) => kind === text);
    if (field === "proof_result") return OUTCOMES.findIndex((outcome) => outcome === outcomeOf(text));
    return { problem_id: this.problems, autoformaliser_model: this.models, node_id: this.nodes }[field].of(text);
  }

  /** What was read since the last call. */
  take(): Stretch {
    const stretch = { lines: this.line, rows: this.rows.slice(0, this.used), refused: this.refused, models: this.models.take(), problems: this.problems.take(), nodes: this.nodes.take() };
    this.line = 0;
    this.used = 0;
    this.refused = [];
    return stretch;
  }

  /** @returns false if a field is not as it should be: the slow way says what is wrong */
  private row(): boolean {
    const { memory, scan } = this;
    const { from, to } = scan!;
    for (let field = 0; field < FIELDS.length; field++) if (from[field] === 0 || to[field]! - from[field]! > this.longest) return false;
    const kind = this.kinds.of(memory!, from[0]!, to[0]!);
    const outcome = this.outcomes.of(memory!, from[1]!, to[1]!);
    if (kind < 0 || outcome < 0) return false;
    const problem = this.problems.at(memory!, from[2]!, to[2]!);
    const model = this.models.at(memory!, from[3]!, to[3]!);
    const node = this.nodes.at(memory!, from[4]!, to[4]!);
    if (problem < 0 || model < 0 || node < 0) return false;
    this.line += 1;
    this.enter(kind * OUTCOMES.length + outcome, model, problem, node);
    return true;
  }

  private enter(code: number, model: number, problem: number, node: number): void {
    if (this.used === this.rows.length) {
      const more = new Int32Array(2 * this.rows.length);
      more.set(this.rows);
      this.rows = more;
    }
    const { rows, used } = this;
    rows[used] = this.line;
    rows[used + KIND_AND_OUTCOME] = code;
    rows[used + MODEL] = model;
    rows[used + PROBLEM] = problem;
    rows[used + NODE] = node;
    this.used = used + ROW;
  }

  /** A line is refused, not the lines around it; carriage returns within it are counted as in any. */
  private tooLong(line: Uint8Array): void {
    this.line += 1;
    this.refused.push({ line: this.line, reason: `a line of ${line.length} bytes, of which at most ${this.longest} can be read` });
    for (let at = line.indexOf(0x0d); at >= 0 && at < line.length - 1; at = line.indexOf(0x0d, at + 1)) this.line += 1;
  }

  /** What ends with "\n" is one line, or several with carriage returns between them. */
  private parsed(text: string): void {
    for (const each of text.replace(/\r$/, "").split("\r")) {
      this.line += 1;
      const trimmed = each.trim();
      if (trimmed) this.slowly(() => JSON.parse(trimmed));
    }
  }

  private slowly(value: () => unknown): void {
    try {
      const { kind, outcome, model, problemId, nodeId } = formalisationRow(value());
      this.enter(STEP_KINDS.indexOf(kind) * OUTCOMES.length + OUTCOMES.indexOf(outcome), this.models.of(model), this.problems.of(problemId), this.nodes.of(nodeId));
    } catch (error) {
      if (error instanceof SyntaxError) this.refused.push({ line: this.line, reason: `not JSON: ${error.message}` });
      else if (error instanceof DataError) this.refused.push({ line: this.line, reason: error.message });
      else throw error;
    }
  }
}

/** The texts that a reader's numbers stand for. */
export class RowTexts {
  private readonly models: string[] = [];
  private readonly problems: { readonly problemId: string; readonly dataset: string }[] = [];
  private readonly nodes: string[] = [];

  /** Takes in what a stretch brings; to be called with every stretch of one reader, in order. */
  add({ models, problems, nodes }: Stretch): void {
    for (const model of models) this.models.push(model);
    for (const problemId of problems) this.problems.push({ problemId, dataset: datasetOf(problemId) });
    for (const node of nodes) this.nodes.push(node); // one by one: of a Parquet file they may be more than a call has arguments
  }

  /** The row whose numbers begin there. */
  row(rows: Int32Array, at: number): FormalisationRow {
    const code = rows[at + KIND_AND_OUTCOME]!;
    const outcome: Outcome = OUTCOMES[outcomeNumber(code)]!;
    return { model: this.models[rows[at + MODEL]!]!, ...this.problems[rows[at + PROBLEM]!]!, nodeId: this.nodes[rows[at + NODE]!]!, kind: kindOf(code), outcome };
  }
}

/** The text that a field's bytes stand for, as `Fields.text` reads it; undefined if it is none. */
function textOf(bytes: Uint8Array): string | undefined {
  return textOfValue(JSON.parse(Buffer.from(bytes).toString("utf8")));
}

function textOfValue(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : typeof value === "number" || typeof value === "bigint" ? String(value) : undefined;
}
