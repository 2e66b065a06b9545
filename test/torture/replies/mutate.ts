/** Replies spoilt in a few places. */
import fc from "fast-check";
import { QUIRKY, REAL } from "./corpus";

const BITS: readonly string[] = [
  "(", ")", "[", "]", "{", "}", "⟨", "⟩", "⦃", "⦄", "/-", "-/", "/--", "/-!", "--", "\n", "\n\n", "\r\n", "\r", '"', "'", "«", "»", ":=", ":", "|", "=>", "fun ", "let ", "have ", "theorem ", "theorem t : ", "lemma l : ", "example : ", "by ", "sorry",
  "import X\n", "variable (n : ℕ)\n", "section\n", "end\n", "namespace A.B\n", "open Nat in\n", "```", "```lean4\n", "~~~", "````", "<think>", "</think>", "<formal_proof>", "</formal_proof>", "#exit\n", "where", "@[", "]\n", "∀ ", "∃ x, ",
  "match x with ", "(h := 2) ", "mutual\n", "𝓝", "\u00A0", "\u202F", "\u200B", "\u202E", "\uFEFF", "\uD835", "\uDC00", "\u0000", "\u2028", "ℕ", "ο", "r#\"", 's!"{', "private ", "instance ", "deriving ", "set_option x in\n", "universe u\n", "include h\n",
  "\\", '\\"', "\\u", "\\frac{1}{2}", "&lt;", "&#x110000;", "\\u2115", "{\"a\": ", "null", "1e999", "<score>", "</score>", "<score>1</score>", "-1", "−1", "__proto__", "$", "`", "$&", "$1",
];
/** Now and then something long: a line, a nest, a row of openings. */
const LONG: readonly string[] = ["x".repeat(20_000), "(".repeat(5_000), "/-".repeat(3_000), "[{".repeat(3_000), '"\\'.repeat(3_000), "`".repeat(9_000), " ".repeat(20_000), "<think>".repeat(2_000), "a ".repeat(8_000), "\n".repeat(9_000), "∀ x, ".repeat(2_000), "&lt;".repeat(4_000), "<score>".repeat(2_000)];

const starts = REAL.length > 0 ? fc.oneof(fc.constantFrom(...QUIRKY), fc.constantFrom(...REAL)) : fc.constantFrom(...QUIRKY);
const bit = fc.oneof({ weight: 60, arbitrary: fc.constantFrom(...BITS) }, { weight: 1, arbitrary: fc.constantFrom(...LONG) }, { weight: 4, arbitrary: fc.string({ unit: "binary", maxLength: 12 }) });

/** One of the starting texts with pieces cut out, put in, doubled, exchanged, or all before or after a place lost. */
export const mutated: fc.Arbitrary<string> = fc
  .tuple(starts, fc.array(fc.tuple(fc.nat(), fc.nat(60), fc.nat(6), bit), { maxLength: 5 }))
  .map(([whole, edits]) =>
    edits.reduce((text, [place, length, kind, piece]) => {
      const at = place % (text.length + 1);
      const [before, middle, after] = [text.slice(0, at), text.slice(at, at + length), text.slice(at + length)];
      const next = after.slice(0, length);
      return [before + after, before + piece + middle + after, before + piece + middle + after, before, after, before + middle + middle + after, before + next + middle + after.slice(length)][kind]!;
    }, whole),
  );
