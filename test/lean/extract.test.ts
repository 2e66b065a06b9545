import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { extractTheorem } from "../../src/lean/extract";
import { FLAGS } from "../../src/lean/flags";

const T = "theorem t (x : ℝ) : x = x := by sorry";

describe("the strict preset", () => {
  test("gives code, theorem and flags", () => {
    expect(extractTheorem(`Sure:\n\`\`\`lean4\nimport Mathlib\n\n${T}\n\`\`\``)).toMatchObject({
      ok: true,
      code: `import Mathlib\n\n${T}`,
      theorem: { name: "t", binders: "(x : ℝ)", body: "x = x" },
      flags: [],
    });
  });

  test("reasons begin with the flag that they give", () => {
    expect(extractTheorem("```lean4\ntheorem t (x : ℝ : x = x := by sorry\n```")).toEqual({
      ok: false,
      reason: "unbalanced: `(` is never closed (at 1:10)",
      flags: ["unbalanced"],
    });
  });

  test("an answer tag counts before fences around it", () => {
    expect(extractTheorem(`\`\`\`lean4\ntheorem sketch : 1 = 2 := by sorry\n\`\`\`\n<formal_proof>\n${T}\n</formal_proof>`)).toMatchObject({ code: T });
  });
});

describe("code without a fence", () => {
  test.each([
    "theorem t : 1 = 1 := by sorry",
    "theorem t x y₁ : x = y₁ := by sorry",
    "lemma t\n  (x : ℝ) : x = x := by sorry",
    "example : 1 = 1 := by sorry",
    "variable (n : ℕ)\ntheorem t : n = n := by sorry",
    "@[simp] theorem t : 1 = 1 := by sorry",
  ])("%j after prose that has the same words", (code) => {
    expect(extractTheorem(`The following\ntheorem is easy, for\nexample, since the\nsection above is open to all.\n\n${code}`)).toMatchObject({ ok: true, code });
  });
});

describe("laws", () => {
  const wrap = fc.constantFrom<(code: string) => string>(
    (code) => `\`\`\`lean4\n${code}\n\`\`\``,
    (code) => `<think>\`\`\`lean4\ntheorem draft : 1 = 2 := by sorry\n\`\`\`</think>\n\`\`\`Lean4\n${code}\n\`\`\`\nNote.`,
    (code) => `Plan:\n\`\`\`lean4\ntheorem sketch : 0 = 0 := by sorry\n\`\`\`\nThen\n\`\`\`lean\n${code}\n\`\`\``,
    (code) => `<formal_proof>\n${code}\n</formal_proof>`,
    (code) => `Here it is.\n\n${code}`,
    (code) => code.replace(/\n/g, "\r\n"),
  );
  const code = fc.constantFrom(T, `import Mathlib\n\n${T}`, `lemma a : 1 = 1 := rfl\n\n/-- say "sorry" -/\n${T}`, "open Nat in\nexample : 3 ! = 6 := by\n  decide");

  test("wrapping code in a reply and extracting it gives the code back", () => {
    fc.assert(fc.property(wrap, code, (around, lean) => {
      const result = extractTheorem(around(lean));
      expect(result).toMatchObject({ ok: true, code: lean });
    }));
  });

  test("cutting a fenced reply short gives the whole theorem or none, never a shorter one", () => {
    const reply = `Let me see.\n\`\`\`lean4\nimport Mathlib\n\n${T}\n\`\`\`\nDone.`;
    for (let length = 0; length <= reply.length; length++) {
      const result = extractTheorem(reply.slice(0, length), { finish: "length" });
      if (result.ok) expect(result.theorem).toMatchObject({ name: "t", binders: "(x : ℝ)", body: "x = x", proof: ":= by sorry" });
    }
  });

  test("any text has an answer, with known flags and a reason when there is no theorem", () => {
    const piece = fc.constantFrom("```lean4\n", "```", "\n", "<think>", "</think>", T, "theorem ", "sorry", "`", "(", "/-", "-/", '"', "«", "<formal_proof>", "import X\n", "&lt;", "\\u2115", "&#1114112;", "İ");
    const reply = fc.array(fc.oneof(piece, fc.string({ unit: "binary", maxLength: 5 })), { maxLength: 25 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(reply, fc.constantFrom("strict" as const, "paper" as const), fc.constantFrom("stop", "length", "unknown", "content_filter"), fc.boolean(), (text, preset, finish, decode) => {
        const result = extractTheorem(text, { preset, finish, decode });
        for (const flag of result.flags) expect(Object.keys(FLAGS)).toContain(flag);
        if (result.ok) expect(result.theorem.source).toBe(result.code);
        else expect(result.flags).toContain(result.reason.split(":")[0]);
      }),
      { numRuns: 500 },
    );
  });
});
