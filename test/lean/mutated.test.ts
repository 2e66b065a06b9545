/** A slice of the torture run's mutated replies, and that its laws can be broken. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseTheorem } from "../../src/lean/theorem";
import { auditing, extraction, FORBIDDEN, json, negating, parsing } from "../torture/replies/laws";
import { mutated } from "../torture/replies/mutate";
import { outside } from "../torture/replies/plain";

test("the laws of reading hold for 700 mutated replies", { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(mutated, fc.constantFrom(...FORBIDDEN), fc.nat(), (reply, word, place) => {
      const theorems = [...extraction(reply), ...[parsing(reply)].flatMap((theorem) => (theorem ? [theorem] : []))];
      json(reply);
      for (const theorem of theorems) {
        negating(theorem);
        auditing(theorem, word, place);
      }
    }),
    { numRuns: 700, seed: 3 },
  );
});

test("a word that is harmless breaks them", () => {
  const parsed = parseTheorem("theorem t (n : ℕ) : n = n := by rfl");
  if (!parsed.ok) throw new Error(parsed.reason);
  expect(auditing(parsed.theorem, "sorry", 3)).toBe(true);
  expect(() => auditing(parsed.theorem, "/- harmless -/", 6)).toThrow();
});

test("the scanner beside the kit's own knows comments and strings, and gives up where it does not", () => {
  const shown = (text: string): string | undefined => outside(text)?.map((plain, i) => (plain ? text[i] : ".")).join("");
  expect(shown('a /- /- " -/ -- -/ b "c -- \\" d" e -- f\ng')).toBe("a ................ b ........... e ....\ng");
  expect(outside("x' y")).toBeUndefined();
  expect(outside("/- a")).toBeUndefined();
});
