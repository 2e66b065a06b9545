/** Method B's problems: theorems with proofs in words, in the benchmark's released layout, and how MATH-500 becomes one of its sources. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DataError } from "../core/errors";
import { shown, writeIfChanged } from "../core/files";
import type { Config, Split } from "./configs";
import { brief, Fields } from "./fields";
import { layoutOf, rowFault } from "./layouts";
import type { JsonRow, RowPlace } from "./jsonRows";
import type { BadRow } from "./processbench";
import { readRows } from "./rowFiles";

/**
 * One row of the benchmark, with the released names of its fields; fields that are not named here are kept as they are. B, section 4.
 * An edited row carries its metadata, a system's row its outputs `LLM_Output#1`, `LLM_Output#2`, ….
 */
export interface Problem {
  readonly name: string;
  /** Wrapped as a Lean comment: `/-- … -/`. */
  readonly informal_statement: string;
  /** Empty where the source has none. */
  readonly informal_proof: string;
  readonly [field: string]: unknown;
}

/** A problem, or why a row is none. */
export type ProblemRow = RowPlace & ({ readonly ok: true; readonly problem: Problem } | { readonly ok: false; readonly value?: unknown; readonly reason: string });

/** What a file holds. */
export interface Problems {
  readonly problems: readonly Problem[];
  readonly bad: readonly BadRow[];
}

/**
 * Reads problems from Parquet, JSON Lines or a JSON array, in the benchmark's layout or in that of MATH-500, as a stream. A row that is no
 * problem is handed on with its place and reason; so is one whose name an earlier row has, since names seed the edits and join the results.
 * @param source a path, or a stream of JSON Lines
 * @throws DataError if the file cannot be read at all
 */
export async function* readProblems(source: string | NodeJS.ReadableStream): AsyncGenerator<ProblemRow> {
  const rows = new Map<string, number>();
  for await (const each of readRows(source)) yield problemRow(each, rows);
}

function problemRow(each: JsonRow, rows: Map<string, number>): ProblemRow {
  const { file, line, row } = each;
  if (!each.ok) return { file, line, row, ok: false, reason: each.reason };
  try {
    const problem = problemOf(each.value);
    if (rows.has(problem.name)) throw new DataError(`"name" ${problem.name} is that of row ${rows.get(problem.name)} as well`);
    rows.set(problem.name, row);
    return { file, line, row, ok: true, problem };
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    return { file, line, row, ok: false, value: each.value, reason: error.message };
  }
}

/**
 * All problems of a file, and the rows that are none.
 * @throws DataError if the file cannot be read at all
 * @example (await loadProblems("data/sample/robustness-problems.jsonl")).problems.length // 22
 */
export async function loadProblems(source: string | NodeJS.ReadableStream): Promise<Problems> {
  const problems: Problem[] = [];
  const bad: BadRow[] = [];
  for await (const each of readProblems(source)) {
    if (each.ok) problems.push(each.problem);
    else bad.push({ file: each.file, line: each.line, row: each.row, reason: each.reason });
  }
  return { problems, bad };
}

/**
 * One row as a problem; a row of MATH-500 is turned into one. A missing proof is an empty one.
 * @throws DataError that says what is wrong with the row
 */
export function problemOf(value: unknown): Problem {
  if (layoutOf(value) === "math500") return fromMath500(value);
  const fields = new Fields(value);
  const name = fields.text("name");
  const informal_statement = fields.text("informal_statement");
  const proof = fields.raw("informal_proof");
  if (proof !== null && typeof proof !== "string") throw new DataError(proof === undefined ? `no field "informal_proof"` : `"informal_proof" is a text, got ${brief(proof)}`);
  if (informal_statement.trim() === "") throw new DataError(`"informal_statement" is blank`);
  return { ...(value as object), name, informal_statement, informal_proof: proof ?? "" };
}

/**
 * A row of MATH-500 as a problem: the answer becomes a clause of the statement, the solution the proof, the id the name. B, section 4.
 * @throws DataError that says what is wrong with the row
 * @example fromMath500({ problem: "What is 2 + 3?", …, answer: "5", unique_id: "test/algebra/7.json" }).informal_statement // "/-- What is 2 + 3?\nShow that it is $5$.-/"
 */
export function fromMath500(value: unknown): Problem {
  const fault = rowFault("math500", value);
  if (fault) throw new DataError(fault);
  const { problem, solution, answer, unique_id } = value as Record<"problem" | "solution" | "answer" | "unique_id", string>;
  const name = unique_id.replace(/\.json$/, "").replace(/[/-]/g, "_");
  const asked = answer.trim();
  const clause = asked === "" ? "" : `\nShow that it is ${/^\$.*\$$/s.test(asked) ? asked : `$${asked}$`}.`;
  return { name, id: name, split: "test", informal_statement: wrapped(problem.trim() + clause), informal_proof: solution.trim(), formal_statement: "", formal_proof: "sorry" };
}

/** A statement as the layout holds it. @example wrapped("Show that 1 < 2.") // "/-- Show that 1 < 2.-/" */
export function wrapped(statement: string): string {
  return `/-- ${statement.trim()}-/`;
}

/** A statement without the marks of a Lean comment around it. */
export function unwrapped(statement: string): string {
  return statement.trim().replace(/^\/--/, "").replace(/-\/$/, "").trim();
}

/** The outputs of a system in a row, in the order of their numbers. @example outputsOf({ …, "LLM_Output#1": "theorem …" }) // ["theorem …"] */
export function outputsOf(problem: Problem): string[] {
  const numbered = Object.entries(problem).flatMap(([field, value]) => {
    const number = /^LLM_Output#(\d+)$/.exec(field)?.[1];
    return number === undefined ? [] : [{ number: Number(number), text: typeof value === "string" ? value : "" }];
  });
  return numbered.sort((a, b) => a.number - b.number).map(({ text }) => text);
}

/** A row with a system's outputs as `LLM_Output#1` … `LLM_Output#k`, in place of any that it had. */
export function withOutputs(problem: Problem, outputs: readonly string[]): Problem {
  const others = Object.entries(problem).filter(([field]) => !/^LLM_Output#\d+$/.test(field));
  return { ...Object.fromEntries([...others, ...outputs.map((text, k) => [`LLM_Output#${k + 1}`, text])]), name: problem.name, informal_statement: problem.informal_statement, informal_proof: problem.informal_proof };
}

/**
 * One config and split of the benchmark from a folder that holds it: the Parquet files of the hub (`CONFIG/SPLIT-00000-of-00001.parquet`), or
 * `CONFIG/SPLIT.jsonl` as `saveBenchmark` writes it.
 * @throws DataError if there is none of these
 */
export async function loadBenchmark(folder: string, config: Config, split: Split): Promise<Problems> {
  const own = join(folder, config);
  const names = existsSync(own) ? readdirSync(own).sort() : [];
  const shards = names.filter((name) => name.startsWith(`${split}-`) && name.endsWith(".parquet"));
  const files = shards.length > 0 ? shards : names.filter((name) => name === `${split}.jsonl`);
  if (files.length === 0) throw new DataError(`${shown(own)}: no ${split}-….parquet and no ${split}.jsonl; npx faithlab data get robustpabench brings the released ones`);
  const parts = await Promise.all(files.map((name) => loadProblems(join(own, name))));
  return { problems: parts.flatMap(({ problems }) => problems), bad: parts.flatMap(({ bad }) => bad) };
}

/** Writes one config and split as JSON Lines, in the benchmark's layout, whole or not at all. @returns the path */
export function saveBenchmark(folder: string, config: Config, split: Split, problems: readonly Problem[]): string {
  const path = join(folder, config, `${split}.jsonl`);
  saveProblems(path, problems);
  return path;
}

/** Writes problems as JSON Lines, whole or not at all; a row that was read from the released JSON Lines gets its own bytes back. */
export function saveProblems(path: string, problems: readonly Problem[]): void {
  writeIfChanged(path, problems.map((problem) => `${problemLine(problem)}\n`).join(""));
}

/** A row as one line of JSON in Python's spelling, which the released files have: a space after each comma and colon. */
export function problemLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(problemLine).join(", ")}]`;
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{${entries.map(([name, each]) => `${JSON.stringify(name)}: ${problemLine(each)}`).join(", ")}}`;
}
