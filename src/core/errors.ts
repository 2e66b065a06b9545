/**
 * Three ways to fail that are worth telling apart. What a prover, a model or a parser answers is never one of them: that is a value.
 */

/** The call itself cannot be carried out: an argument outside its range, a missing option. Says the thing, the value and the remedy. */
export class InputError extends Error {
  override readonly name: string = "InputError";
}

/** A file or row cannot be read as what it should be. The message begins with file and line where there are any. */
export class DataError extends Error {
  override readonly name: string = "DataError";
}

/** Something the kit drives is missing or broke: a process, a server, a package. Says which, and what to do. */
export class ToolError extends Error {
  override readonly name: string = "ToolError";
}
