/** The theorem of a model's reply. FaithformBench (A), "Formalising"; robustness paper (B) for tags; the quirks are numbered in the tests. */
import { codeOf } from "./code";
import { DECLARATIONS } from "./commands";
import { FLAGS, type Flag } from "./flags";
import { hoistImports } from "./header";
import { lean3Sign } from "./lean3";
import { paperSpan } from "./paperRule";
import type { Finish } from "./reply";
import { scan } from "./scan";
import { splitTheorem, type Theorem } from "./theorem";

/** "strict" reads replies as they are meant: thinking, fences, comments and strings are known. "paper" is the rule of FaithformBench's code. */
export type Preset = "strict" | "paper";

export interface ExtractOptions {
  readonly preset?: Preset;
  /** Why the model stopped; without "stop", code that has no visible end counts as cut off. */
  readonly finish?: Finish;
  /** Turn HTML entities and \u escapes in the code into characters. Off by default: it changes what the model wrote. */
  readonly decode?: boolean;
}

/** A theorem with the code it was found in, or the reason why there is none, as "flag: sentence". Flags are explained in `FLAGS`. */
export type Extraction =
  | { readonly ok: true; readonly code: string; readonly theorem: Theorem; readonly flags: readonly Flag[] }
  | { readonly ok: false; readonly reason: string; readonly flags: readonly Flag[] };

/**
 * Takes the theorem out of a reply.
 *
 * "strict": thinking is passed over; the last fence that holds Lean commands is the code, without a fence the text from the first command on;
 * the last theorem, lemma or example in it is meant. Text that is or may be cut off is refused, and never completed.
 * Imports are put at the beginning; nothing else of the code is changed. For the statement alone, see `asStatement`; for another header, `withHeader`.
 *
 * "paper": from the last `theorem` at the start of a line that has the word sorry after it, up to that word; thinking, fences and comments are not
 * looked at, the header and helpers are lost, a theorem that was proved is not found.
 * @example extractTheorem("Sure:\n```lean4\ntheorem t : 1 = 1 := by sorry\n```") // { ok: true, code: "theorem t : 1 = 1 := by sorry", theorem, flags: ["header_missing"] }
 */
export function extractTheorem(reply: string, { preset = "strict", finish = "unknown", decode = false }: ExtractOptions = {}): Extraction {
  const found = preset === "paper" ? paperSpan(reply) : codeOf(reply, finish);
  if (!found.ok) return failure(found.failure, found.flags, found.detail);
  const flags = [...found.flags];
  const encoded = ENTITY.test(found.code) || ESCAPE.test(found.code);
  if (ENTITY.test(found.code)) flags.push("html_entities");
  if (ESCAPE.test(found.code)) flags.push("unicode_escapes");
  if (decode && encoded) flags.push("decoded");
  const plain = decode ? decoded(found.code) : found.code;
  const { code, flags: hoisted } = preset === "paper" ? { code: plain, flags: [] } : hoistImports(plain);
  flags.push(...hoisted);

  const parsed = splitTheorem(code);
  if (lean3Sign(code) !== undefined) flags.push("lean3_like");
  if (!parsed.ok) return failure(parsed.obstacle, flags, parsed.reason);
  const { theorem } = parsed;
  if (theorem.proof === "") return failure("no_proof", flags);
  return { ok: true, code, theorem, flags: [...flags, ...observations(theorem, preset)] };
}

function failure(flag: Flag, flags: readonly Flag[], detail: string = FLAGS[flag]): Extraction {
  return { ok: false, reason: `${flag}: ${detail}`, flags: [...new Set([...flags, flag])] };
}

/** What there is to say about a theorem that was found. */
function observations(theorem: Theorem, preset: Preset): Flag[] {
  const { context, after, kind, proof, theorems } = theorem;
  const proofWords = scan(proof).tokens.map(({ text }) => text);
  const open = proofWords.join(" ") === ":=" || proofWords.join(" ") === ":= by";
  const names = [...context, ...after].filter((command) => DECLARATIONS.has(command.kind) && command.name !== "").map(({ name }) => name);
  const repeated = new Set([...names, theorem.name]).size < names.length + 1;
  const noticed: [Flag, boolean][] = [
    ["header_missing", preset === "strict" && !context.some((command) => command.kind === "import")],
    ["open_in", context.at(-1)?.chained === true],
    ["helpers", context.some((command) => DECLARATIONS.has(command.kind))],
    ["several_theorems", theorems > 1],
    ["name_repeated", repeated],
    ["lemma", kind === "lemma"],
    ["example", kind === "example"],
    ["proof_open", open],
    ["proof_given", !open && !proofWords.includes("sorry")],
  ];
  return noticed.filter(([, holds]) => holds).map(([flag]) => flag);
}

const ENTITY = /&(?:lt|gt|le|ge|ne|amp|nbsp|quot|apos|forall|exist|and|or|isin|#\d+|#x[0-9a-f]+);/i;
const ESCAPE = /\\u[0-9a-f]{4}/i;
const NAMED: Readonly<Record<string, string>> = {
  lt: "<", gt: ">", le: "≤", ge: "≥", ne: "≠", amp: "&", nbsp: " ", quot: '"', apos: "'", forall: "∀", exist: "∃", and: "∧", or: "∨", isin: "∈",
};

function decoded(code: string): string {
  return code
    .replace(new RegExp(ESCAPE, "gi"), (escape) => String.fromCharCode(Number.parseInt(escape.slice(2), 16)))
    .replace(new RegExp(ENTITY, "gi"), (entity) => {
      const name = entity.slice(1, -1).toLowerCase();
      if (!name.startsWith("#")) return NAMED[name]!;
      const point = name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
      return point <= 0x10ffff ? String.fromCodePoint(point) : entity;
    });
}
