/** The recorded dialogues with the real REPL, read in place; none where the real data are absent. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { sharedFile } from "../support/shared";

export interface Transcript {
  readonly name: string;
  readonly input: string;
  readonly output: string;
  /** What the REPL reads of each block: lines trimmed at their right and glued together. */
  readonly requests: readonly object[];
  readonly replies: readonly object[];
  /** The bytes of the recorded output. */
  readonly bytes: Buffer;
}

const folder = sharedFile("data", "repl-transcripts");
const blocks = (text: string) => text.split(/\r?\n\r?\n/).filter((block) => block.trim() !== "");

/** A raw line break inside a string, as two transcripts have on purpose, vanishes from v4.22 on. */
const glued = (block: string) => block.split("\n").map((line) => line.trimEnd()).join("");

function read(path: string): Transcript[] {
  return readdirSync(path).filter((name) => name.endsWith(".in")).sort().map((name) => {
    const input = join(path, name);
    const output = input.replace(/\.in$/, ".expected.out");
    const bytes = readFileSync(output);
    return { name: name.slice(0, -3), input, output, bytes, requests: blocks(readFileSync(input, "utf8")).map((block) => JSON.parse(glued(block)) as object), replies: blocks(bytes.toString("utf8")).map((block) => JSON.parse(block) as object) };
  });
}

export const TRANSCRIPTS: readonly Transcript[] = folder && existsSync(folder) ? [...read(folder), ...read(join(folder, "variants"))] : [];
