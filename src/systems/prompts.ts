/** Prompts as files: read, checked and filled. The kit's own lie in data/prompts; a user's own folder comes first. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DataError, InputError } from "../core/errors";
import { inProject, readText, shown } from "../core/files";
import type { Message } from "../llm/call";
import { sha256 } from "../llm/hash";

/** Every prompt of the kit with the slots that it must have, no more and no fewer. */
export const PROMPT_SLOTS = {
  "step-in-context": ["context", "step"],
  "formalise-goedel": ["name", "statement"],
  "formalise-herald": ["name", "statement"],
  "formalise-kimina": ["name", "statement"],
  "formalise-stepfun": ["name", "statement"],
  "formalise-few-shot": ["context", "statement"],
  "prove": ["code"],
  "prove-kimina": ["informal", "code"],
  "formalise-proof": ["informal_statement", "informal_proof", "lean_version"],
  "dag": ["problem", "steps"],
  "classify": ["problem", "nodes"],
  "audit-dag": ["problem", "nodes"],
  "audit-classification": ["problem", "nodes"],
  "repair-json": ["faults"],
  "perturb": ["context", "step"],
  "perturbation-validity": ["context", "original", "perturbed"],
  "mark-numbers": ["statement", "proof"],
  "mark-symbols": ["statement", "proof"],
  "split-steps": ["proof"],
  "paraphrase-free": ["statement", "proof"],
  "paraphrase-steps": ["statement", "proof"],
  "flow-graph": ["text"],
  "flow-lemma": ["name", "statement", "dependencies", "context"],
  "flow-context": ["name", "statement", "context"],
  "flow-tactics": ["statement", "code", "note"],
  "flow-repair": ["faults"],
  "flow-parts": ["statement"],
  "flow-score": ["statement", "parts", "code"],
  "flow-dependencies": ["statement", "dependencies", "code"],
} as const;
export type PromptName = keyof typeof PROMPT_SLOTS;
export const PROMPT_NAMES = Object.keys(PROMPT_SLOTS) as readonly PromptName[];

/** The values of a prompt's slots. */
export type SlotValues<Name extends PromptName> = Readonly<Record<(typeof PROMPT_SLOTS)[Name][number], string>>;

/** One turn of a prompt: plain text and slots in turn. */
interface Turn {
  readonly role: Message["role"];
  readonly pieces: readonly ({ readonly text: string } | { readonly slot: string })[];
}

/** A template that was read and found right. */
export interface Prompt<Name extends PromptName = PromptName> {
  readonly name: Name;
  /** The first 16 hex digits of the SHA-256 of the file, line ends as "\n". It stands in every record that the prompt has a part in. */
  readonly version: string;
  /** Where it was read: "kit", or the user's folder. */
  readonly origin: string;
  readonly turns: readonly Turn[];
}

/** The line that begins a turn: `=== system ===`, `=== user ===` or `=== assistant ===`. */
const TURN = /^=== (system|user|assistant) ===$/;
const SLOT = /\{\{([^{}]*)\}\}/g;

/**
 * Reads a template. Lines before the first turn are remarks, and never sent. The text of a turn is everything between its line and the next turn's,
 * without the one line end on each side, so a turn may end without a line end: nothing is trimmed that a model was trained on.
 * @param name decides which slots there must be
 * @param place named in errors
 * @throws DataError if there is no turn, a turn is empty, the last is not the user's, or a slot is missing or unknown
 * @example parsePrompt("repair-json", "=== user ===\nWrong: {{faults}}", "x").turns.length // 1
 */
export function parsePrompt<Name extends PromptName>(name: Name, text: string, place: string, origin = place): Prompt<Name> {
  const plain = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const turns: { role: Message["role"]; lines: string[] }[] = [];
  for (const line of plain.replace(/\n$/, "").split("\n")) {
    const role = TURN.exec(line)?.[1] as Message["role"] | undefined;
    if (role) turns.push({ role, lines: [] });
    else turns.at(-1)?.lines.push(line);
  }
  if (turns.length === 0) throw new DataError(`${place}: no turn; a template has lines such as "=== user ===", each followed by the text of a turn`);
  if (turns.at(-1)!.role !== "user") throw new DataError(`${place}: the last turn is the ${turns.at(-1)!.role}'s; a prompt ends with the user's`);
  const parsed = turns.map(({ role, lines }): Turn => {
    const content = lines.join("\n");
    if (content.trim() === "") throw new DataError(`${place}: the ${role}'s turn is empty`);
    return { role, pieces: piecesOf(content) };
  });
  const wanted: readonly string[] = PROMPT_SLOTS[name];
  const found = new Set(parsed.flatMap(({ pieces }) => pieces.flatMap((piece) => ("slot" in piece ? piece.slot : []))));
  const missing = wanted.filter((slot) => !found.has(slot));
  const unknown = [...found].filter((slot) => !wanted.includes(slot));
  if (missing.length > 0) throw new DataError(`${place}: missing slot ${missing.map((slot) => `{{${slot}}}`).join(", ")}`);
  if (unknown.length > 0) throw new DataError(`${place}: unknown slot ${unknown.map((slot) => `{{${slot}}}`).join(", ")}; the slots of ${name} are ${wanted.map((slot) => `{{${slot}}}`).join(", ")}`);
  return { name, version: sha256(plain).slice(0, 16), origin, turns: parsed };
}

function piecesOf(content: string): Turn["pieces"] {
  const pieces: ({ text: string } | { slot: string })[] = [];
  let at = 0;
  for (const match of content.matchAll(SLOT)) {
    if (match.index > at) pieces.push({ text: content.slice(at, match.index) });
    pieces.push({ slot: match[1]! });
    at = match.index + match[0].length;
  }
  if (at < content.length) pieces.push({ text: content.slice(at) });
  return pieces;
}

/**
 * Fills a prompt's slots. Values go in as they are: what looks like a slot inside a value stays text.
 * @throws InputError if a value is missing, or one is given for a slot that there is not
 */
export function fillPrompt<Name extends PromptName>(prompt: Prompt<Name>, values: SlotValues<Name>): Message[] {
  const given = values as Readonly<Record<string, string>>;
  const wanted: readonly string[] = PROMPT_SLOTS[prompt.name];
  const unknown = Object.keys(given).find((slot) => !wanted.includes(slot));
  if (unknown !== undefined) throw new InputError(`the prompt ${prompt.name} has no slot {{${unknown}}}; its slots are ${wanted.join(", ")}`);
  return prompt.turns.map(({ role, pieces }) => ({
    role,
    content: pieces.map((piece) => {
      if ("text" in piece) return piece.text;
      const value = given[piece.slot];
      if (typeof value !== "string") throw new InputError(`the prompt ${prompt.name} needs a value for its slot {{${piece.slot}}}`);
      return value;
    }).join(""),
  }));
}

/** A set of prompts: the kit's, or a user's in front of them. */
export interface PromptSet {
  get<Name extends PromptName>(name: Name): Prompt<Name>;
}

/**
 * The kit's prompts, with a user's own in front: a file NAME.md in the folder takes the place of the kit's prompt of that name.
 * Every file of the folder is read and checked now, so that a run does not stop at its last stage.
 * @param folder of the user's own templates, if any
 * @throws InputError if the folder is not there or holds a file that is no prompt's; DataError if a template is wrong
 * @example promptSet().get("perturb").version // 16 hex digits
 */
export function promptSet(folder?: string): PromptSet {
  const own = new Map<PromptName, Prompt>();
  if (folder !== undefined) {
    if (!existsSync(folder)) throw new InputError(`${shown(folder)}: no such folder of prompts`);
    for (const file of readdirSync(folder).filter((each) => each.endsWith(".md") && each !== "README.md").sort()) {
      const name = PROMPT_NAMES.find((each) => `${each}.md` === file);
      if (!name) throw new InputError(`${shown(join(folder, file))} is no prompt of the kit; a template is named after the one it replaces: ${PROMPT_NAMES.map((each) => `${each}.md`).join(", ")}`);
      own.set(name, parsePrompt(name, readText(join(folder, file)), shown(join(folder, file)), "own"));
    }
  }
  const kit = new Map<PromptName, Prompt>();
  return {
    get<Name extends PromptName>(name: Name): Prompt<Name> {
      const found = own.get(name) ?? kit.get(name) ?? kitPrompt(name);
      if (found.origin === "kit") kit.set(name, found);
      return found as Prompt<Name>;
    },
  };
}

function kitPrompt(name: PromptName): Prompt {
  const path = inProject("data", "prompts", `${name}.md`);
  return parsePrompt(name, readText(path), shown(path), "kit");
}
