/** Nothing that a text can hold makes the readers throw, contradict themselves, or take more than linear time. */
import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { auditProof } from "../../src/lean/audit";
import { extractTheorem } from "../../src/lean/extract";
import { negation } from "../../src/lean/negation";
import { regionsOf } from "../../src/lean/regions";
import { parseTheorem, PARTS, partTexts } from "../../src/lean/theorem";

const WHOLE = [
  "import Mathlib\nopen Real\n\n/-- a /- b -/ c -/\ntheorem t (x : ℝ) (h : 0 < x) : √x ≠ 0 := by\n  positivity",
  "variable {G : Type*} [Group G] (n : ℕ)\nnoncomputable def f (x : G) := x ^ n\nlemma l ⦃x : G⦄ : let y := f n x; y = x ^ n := by\n  simp [f]",
  "namespace A\ntheorem t : ∀ n : ℕ, |(n : ℤ)| = n\n  | 0 => by simp\n  | n + 1 => by simp\nend A",
  "open Nat in\nexample (s : String) (c : Char := 'a') : s!\"{s} -- {c}\" ≠ \"\\\"\" := sorry -- end",
];
const BITS = [
  "(", ")", "[", "]", "{", "}", "⟨", "⟩", "/-", "-/", "/--", "--", "\n", '"', "'", "«", "»", ":=", ":", "|", "=>", "fun ", "let ", "theorem ", "lemma l : ", "by ", "sorry",
  "import X\n", "variable (n : ℕ)\n", "section\n", "end\n", "namespace A.B\n", "open Nat in\n", "```", "```lean4\n", "<think>", "</think>", "<formal_proof>", "#exit\n", "where", "@[", "∀ ", "∃ x, ",
  "match x with ", "(h := 2) ", "mutual\n", "𝓝", "\r\n", "\u00A0", "r#\"", "s!\"{", "\uD835", "private ", "instance ", "deriving ",
];

/** One of the whole texts, spoilt in a few places: pieces cut out, put in, doubled, or all that follows lost. */
const spoilt = fc
  .tuple(fc.constantFrom(...WHOLE), fc.array(fc.tuple(fc.nat(), fc.nat(20), fc.nat(3), fc.constantFrom(...BITS, ...WHOLE)), { minLength: 1, maxLength: 5 }))
  .map(([whole, edits]) =>
    edits.reduce((text, [place, length, kind, bit]) => {
      const at = place % (text.length + 1);
      const [before, piece, after] = [text.slice(0, at), text.slice(at, at + length), text.slice(at + length)];
      return [before + after, before + bit + piece + after, before, before + piece + piece + after][kind]!;
    }, whole),
  );

describe("spoilt texts", () => {
  test("a theorem that is read re-assembles, its negation reads as a theorem, and it states what it states", () => {
    fc.assert(
      fc.property(spoilt, (text) => {
        const parsed = parseTheorem(text);
        if (!parsed.ok) {
          expect(parsed.reason.length).toBeGreaterThan(10);
          return;
        }
        const { theorem } = parsed;
        expect(PARTS.map((part) => partTexts(theorem)[part]).join("")).toBe(text);
        const negated = negation(theorem);
        expect(parseTheorem(negated.code)).toMatchObject({ ok: true, theorem: { name: negated.name, binders: "", proof: ":= by sorry" } });
        expect(auditProof(text, text).violations.filter(({ kind }) => kind === "statement" || kind === "context" || kind === "shadowing")).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  test("the other readers answer, whatever the text", () => {
    fc.assert(
      fc.property(spoilt, (text) => {
        for (const preset of ["strict", "paper"] as const) expect(typeof extractTheorem(text, { preset }).ok).toBe("boolean");
        expect(typeof regionsOf(text).ok).toBe("boolean");
        expect(typeof auditProof(text, "theorem t : 1 = 1").ok).toBe("boolean");
      }),
      { numRuns: 1000 },
    );
  });
});

describe("much of one thing", () => {
  // Deep nesting, unclosed things, and what invites a search from every place. Linear readers take some tenths of a second, a quadratic one minutes.
  const units = ["(", "(]", '"', "« ", "@[", "private ", "theorem ", "a | ", "∀ (x : ", "fun ", 's!"{', "`", "<think>", "variable (x : T)\n", "section\n", "theorem t : 1 = 1 := rfl\n", " ", "sorry ", "ο", "variable (x : T) [C x]\n"];
  test.each(units)("%j", (unit) => {
    const text = `theorem t : ${unit.repeat(250_000 / unit.length)}`;
    const { user } = process.cpuUsage();
    parseTheorem(text);
    extractTheorem(text, { finish: "stop" });
    regionsOf(text);
    auditProof(text, "theorem t : 1 = 1");
    expect((process.cpuUsage().user - user) / 1e6, "seconds of processor time").toBeLessThan(10);
  }, 60_000);
});
