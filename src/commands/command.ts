/** What the commands of `faithlab` share: how they are described, what they write to, how they end. */

import { harmless } from "../core/terminal";

/** All rows done; some rows failed as rows; the call cannot be carried out; the user stopped it. */
export const EXIT = { done: 0, rowsFailed: 1, unusable: 2, interrupted: 130 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export interface Command {
  /** How it is called, such as "rates FILE… [--json|--csv]". */
  readonly usage: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What --help prints below usage and summary. */
  readonly help: string;
  run(args: readonly string[]): Promise<ExitCode>;
}

/**
 * Writes rows for other programs to standard output and waits until it has taken the text, so that a slow reader never fills the memory. A terminal gets
 * them with control characters written out.
 */
export function print(text: string): Promise<void> {
  if (process.stdout.write(process.stdout.isTTY ? harmless(text) : text)) return Promise.resolve();
  return new Promise((resolve) => process.stdout.once("drain", resolve));
}

/** Writes words for people to standard output, as `print`, with control characters written out wherever it goes. */
export function say(text: string): Promise<void> {
  return print(harmless(text));
}

/** A message for the person at the terminal, with control characters written out; never mixed with results. */
export function note(text: string): void {
  process.stderr.write(`${harmless(text)}\n`);
}

/**
 * Does long work that SIGINT and SIGTERM end in order: what is done is kept, and the same command goes on from there.
 * @returns the work's own code, or `EXIT.interrupted` if it ended by the signal
 * @throws what the work throws for any other reason
 */
export async function interruptible(work: (signal: AbortSignal) => Promise<ExitCode>): Promise<ExitCode> {
  const stop = new AbortController();
  const interrupt = () => stop.abort(new Error("interrupted"));
  process.once("SIGINT", interrupt);
  process.once("SIGTERM", interrupt);
  try {
    return await work(stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    note("\ninterrupted; the same command goes on from here");
    return EXIT.interrupted;
  } finally {
    process.removeListener("SIGINT", interrupt);
    process.removeListener("SIGTERM", interrupt);
  }
}
