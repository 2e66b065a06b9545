/** The catalogue of what models' replies do to whoever reads them: one row, one test, numbered as in the specification. Every reply is made up. */
import { describe, expect, test } from "vitest";
import { auditProof } from "../../src/lean/audit";
import { extractTheorem, type ExtractOptions } from "../../src/lean/extract";
import type { Flag } from "../../src/lean/flags";
import { PAPER_HEADER, withHeader } from "../../src/lean/header";
import { negate } from "../../src/lean/negation";
import { regionsOf } from "../../src/lean/regions";
import { asStatement, sameStatement } from "../../src/lean/statement";
import { parseTheorem, type Theorem } from "../../src/lean/theorem";

function found(reply: string, options?: ExtractOptions): { code: string; theorem: Theorem; flags: readonly Flag[] } {
  const result = extractTheorem(reply, options);
  if (!result.ok) throw new Error(`expected a theorem, got ${result.reason}`);
  return result;
}

function failure(reply: string, options?: ExtractOptions): string {
  const result = extractTheorem(reply, options);
  if (result.ok) throw new Error(`expected a failure, got ${result.code}`);
  const [flag] = result.reason.split(":");
  expect(result.flags).toContain(flag);
  return flag!;
}

function parsed(code: string): Theorem {
  const result = parseTheorem(code);
  if (!result.ok) throw new Error(result.reason);
  return result.theorem;
}

const fenced = (code: string, tag = "lean4"): string => `\`\`\`${tag}\n${code}\n\`\`\``;
const kinds = (code: string, statement: string): string[] => auditProof(code, statement).violations.map(({ kind, text }) => `${kind} ${text}`);
const T = "theorem t : 1 + 1 = 2 := by sorry";

interface Quirk {
  readonly row: number;
  readonly quirk: string;
  readonly check: () => void;
}

const QUIRKS: readonly Quirk[] = [
  {
    row: 1,
    quirk: "a thinking part that is closed and never opened",
    check: () => {
      const { code, flags } = found(`the number is even, so\n${fenced("theorem draft : 0 = 1 := by sorry")}\n</think>\n${fenced(T)}`);
      expect(code).toBe(T);
      expect(flags).toEqual(["think", "think_close_only", "header_missing"]);
    },
  },
  {
    row: 2,
    quirk: "a thinking part that never ends",
    check: () => {
      const loop = `<think>perhaps\n${T}\nno, perhaps, no, perhaps,`;
      expect(failure(loop, { finish: "length" })).toBe("think_unclosed");
      expect(failure(`<think>a</think>b<think>${fenced(T)}`, { finish: "stop" })).toBe("think_unclosed");
      // The paper's rule searches inside, and says so.
      expect(found(loop, { preset: "paper" }).flags).toContain("think_searched");
    },
  },
  {
    row: 3,
    quirk: "drafts in fences inside the thinking",
    check: () => {
      expect(found(`<think>Try\n${fenced("theorem draft : 1 = 2 := by sorry")}\n</think>\nFinal:\n${fenced(T)}`)).toMatchObject({ code: T, theorem: { name: "t" } });
      expect(found(`<THINK>${fenced("theorem draft : 1 = 2 := by sorry")}</Think>${fenced(T)}`).code).toBe(T);
    },
  },
  {
    row: 4,
    quirk: "a sketch in a fence before the full answer",
    check: () => {
      const full = "theorem t : 1 + 1 = 2 := by\n  have h : 2 = 2 := by rfl\n  norm_num";
      const { code, flags } = found(`Plan:\n${fenced("theorem t : 1 + 1 = 2 := by\n  have h : 2 = 2 := by sorry\n  sorry")}\nProof:\n${fenced(full)}`);
      expect(code).toBe(full);
      expect(flags).toContain("several_fences");
      // A last fence without any command, as in closing remarks, is not the answer.
      expect(found(`${fenced(full)}\nThe key step is\n${fenced("norm_num [h]")}`)).toMatchObject({ code: full, flags: expect.arrayContaining(["later_fence_passed"]) });
    },
  },
  {
    row: 5,
    quirk: "fence tags in all spellings, and fences of tactics",
    check: () => {
      for (const tag of ["lean4", "Lean4 ", "lean", "LEAN", "", "lean4   title=a"]) expect(found(fenced(T, tag)).code).toBe(T);
      const { code, flags } = found(`${fenced(T)}\n${fenced("theorem no : 1 = 1 := rfl", "tactics")}`);
      expect(code).toBe(T);
      expect(flags).toContain("tactics_fence");
      expect(failure(fenced("theorem_like = 1", "python"))).toBe("no_code");
      expect(found(`~~~lean\n${T}\n~~~`).code).toBe(T);
    },
  },
  {
    row: 6,
    quirk: "a tag that slipped into the code",
    check: () => {
      for (const word of ["tactics", "lean4", "Lean", "mathlib"]) {
        const { code, flags } = found(fenced(`${word}\n${T}`, ""));
        expect(code).toBe(T);
        expect(flags).toContain("leading_tag");
      }
    },
  },
  {
    row: 7,
    quirk: "a fence that is never closed",
    check: () => {
      const open = "```lean4\ntheorem t : 1 = 1 := by\n  rf";
      expect(failure(open)).toBe("truncated");
      expect(failure(open, { finish: "length" })).toBe("truncated");
      expect(found(open, { finish: "stop" })).toMatchObject({ code: "theorem t : 1 = 1 := by\n  rf", flags: expect.arrayContaining(["fence_unclosed"]) });
      // With a closed fence, what was cut off came after the code.
      expect(found(`${fenced(T)}\nNote that`, { finish: "length" }).flags).toContain("cut_after");
    },
  },
  {
    row: 8,
    quirk: "no fence",
    check: () => {
      const bare = "open Nat in\ntheorem foo (n : ℕ) : n ! > 0 := sorry";
      expect(found(bare)).toMatchObject({ code: bare, theorem: { name: "foo" }, flags: expect.arrayContaining(["no_fence", "open_in"]) });
      expect(found(`Here is the statement.\n\n${bare}`).code).toBe(bare);
      expect(found(`\`${T}\``)).toMatchObject({ code: T, flags: expect.arrayContaining(["inline_code"]) });
      expect(failure(bare, { finish: "length" })).toBe("truncated");
    },
  },
  {
    row: 9,
    quirk: "no header",
    check: () => {
      const { theorem, flags } = found(fenced(T));
      expect(flags).toContain("header_missing");
      expect(withHeader(theorem, PAPER_HEADER)).toEqual({ code: `${PAPER_HEADER}\n\n${T}`, flags: [] });
      expect(found(fenced(`import Mathlib\n${T}`)).flags).not.toContain("header_missing");
    },
  },
  {
    row: 10,
    quirk: "imports twice, or not at the beginning",
    check: () => {
      const { code, flags } = found(fenced(`open Real\nimport Mathlib\nimport Mathlib\n${T}`));
      expect(code).toBe(`import Mathlib\nopen Real\n${T}`);
      expect(flags).toEqual(expect.arrayContaining(["imports_hoisted", "imports_repeated"]));
      expect(found(fenced(`import Mathlib\nopen Real\n${T}`)).flags).toEqual([]);
    },
  },
  {
    row: 11,
    quirk: "a dangling `open … in`",
    check: () => {
      const { code, theorem, flags } = found(fenced(`import Mathlib\nopen Foo in\n\n${T}`));
      expect(code).toContain("open Foo in"); // the text stays as it was written
      expect(flags).toEqual(["open_in"]);
      expect(withHeader(theorem, PAPER_HEADER)).toEqual({ code: `${PAPER_HEADER}\n\n${T}`, flags: ["header_dropped"] });
    },
  },
  {
    row: 12,
    quirk: "sorry in all forms, and a bare `:= by`",
    check: () => {
      for (const proof of [":= sorry", ":=\n  by\n  sorry", ":=\n  sorry", ":= by", ":= by -- to do\n", ":="]) {
        const { code, theorem, flags } = found(fenced(`theorem t : 1 + 1 = 2 ${proof}`));
        expect(code.trimEnd()).toBe(`theorem t : 1 + 1 = 2 ${proof}`.trimEnd());
        expect(asStatement(theorem)).toBe(T);
        expect(flags).not.toContain("proof_given");
        expect(flags.includes("proof_open")).toBe(!proof.includes("sorry"));
      }
      expect(failure(fenced("theorem t : 1 + 1 = 2"))).toBe("no_proof");
    },
  },
  {
    row: 13,
    quirk: "a proof where sorry was asked for",
    check: () => {
      const reply = fenced("theorem t : 1 + 1 = 2 := by norm_num");
      const { theorem, flags } = found(reply);
      expect(flags).toContain("proof_given");
      expect(asStatement(theorem)).toBe(T);
      expect(failure(reply, { preset: "paper" })).toBe("no_theorem"); // the paper's rule needs the word
    },
  },
  {
    row: 14,
    quirk: "no name",
    check: () => {
      expect(failure(fenced("theorem (x : ℝ) : x = x := by sorry"))).toBe("nameless");
      expect(failure(fenced("theorem (x : ℝ) : x = x := by sorry"), { preset: "paper" })).toBe("nameless");
    },
  },
  {
    row: 15,
    quirk: "lemma, example, only definitions, only variables",
    check: () => {
      const lemma = fenced("lemma l : 1 = 1 := by sorry");
      expect(found(lemma)).toMatchObject({ theorem: { kind: "lemma", name: "l" }, flags: expect.arrayContaining(["lemma"]) });
      expect(failure(lemma, { preset: "paper" })).toBe("no_theorem"); // FaithformBench knows `theorem` alone
      expect(found(fenced("example : 1 = 1 := by sorry")).flags).toContain("example");
      expect(failure(fenced("variable (n : ℕ) (h : 0 < n)"))).toBe("no_theorem");
      expect(failure(fenced("def f (n : ℕ) : ℕ := n"))).toBe("no_theorem");
      // The robustness paper judges the last theorem, lemma or example.
      expect(regionsOf("theorem a : 1 = 1 := by rfl\nexample : 2 = 2 := by rfl")).toMatchObject({ ok: true, regions: { theorem: { kind: "example" } } });
    },
  },
  {
    row: 16,
    quirk: "several theorems, and helper definitions",
    check: () => {
      const reply = fenced("import Mathlib\ndef f (n : ℕ) := n + 1\ntheorem a : f 0 = 1 := by sorry\ntheorem b : f 1 = 2 := by sorry");
      const { theorem, flags } = found(reply);
      expect(theorem).toMatchObject({ name: "b", theorems: 2 });
      expect(flags).toEqual(expect.arrayContaining(["helpers", "several_theorems"]));
      const paper = found(reply, { preset: "paper" });
      expect(paper.code).toBe("theorem b : f 1 = 2 := by sorry"); // without f it cannot type-check
      expect(paper.flags).toEqual(expect.arrayContaining(["helpers_dropped", "header_dropped"]));
      expect(withHeader(theorem, PAPER_HEADER).flags).toEqual(["header_dropped", "helpers_dropped"]);
    },
  },
  {
    row: 17,
    quirk: "trap words in comments and strings",
    check: () => {
      const code = '/-- this theorem needs sorry\ntheorem no : 1 = 2 := by sorry -/\ntheorem t (s : String) : s ≠ "theorem u : := sorry" := by /- /- sorry -/ -/ sorry -- theorem z';
      expect(found(fenced(code)).theorem).toMatchObject({ name: "t", theorems: 1, body: 's ≠ "theorem u : := sorry"' });
      // The paper's rule stops at the first sorry, here inside the string, and says that it read a comment or a string.
      expect(extractTheorem(fenced(code), { preset: "paper" })).toMatchObject({ flags: expect.arrayContaining(["masked_text"]) });
    },
  },
  {
    row: 18,
    quirk: "`:=` inside the signature",
    check: () => {
      expect(found(fenced("theorem t : let y := 3; y = 3 := by sorry")).theorem).toMatchObject({ body: "let y := 3; y = 3", proof: ":= by sorry" });
      expect(found(fenced("theorem t (n : ℕ := 2) : n = n := by sorry")).theorem).toMatchObject({ binders: "(n : ℕ := 2)", body: "n = n" });
    },
  },
  {
    row: 19,
    quirk: "colons that are not the statement's",
    check: () => {
      expect(found(fenced("theorem t (h : ∀ x : ℝ, x = x) : (⟨1, by simp⟩ : {n : ℕ // n = 1}).1 = 1 := by sorry")).theorem).toMatchObject({
        binders: "(h : ∀ x : ℝ, x = x)",
        body: "(⟨1, by simp⟩ : {n : ℕ // n = 1}).1 = 1",
      });
    },
  },
  {
    row: 20,
    quirk: "all kinds of binders",
    check: () => {
      expect(negate(parsed("theorem t {G : Type*} [Group G] ⦃x : G⦄ (h : x = 1) : x * x = 1 := by sorry"))).toContain(
        ": ¬ (∀ {G : Type*} [Group G] ⦃x : G⦄ (h : x = 1), x * x = 1) := by sorry",
      );
    },
  },
  {
    row: 21,
    quirk: "a prover that changes the statement",
    check: () => {
      const asked = parsed("theorem t (a b : ℕ) (h : a < b) : a ≤ b := by sorry");
      expect(sameStatement(asked, parsed("lemma other (a b : ℕ) /- x -/ (h : a < b) :\n    a ≤ b := by omega"))).toBe(true);
      expect(sameStatement(asked, parsed("theorem t (a b : ℕ) (h : a < b) : a ≤ b + 1 := by omega"))).toBe(false);
      expect(kinds("theorem t (a b : ℕ) (h : a < b) : a ≤ b + 1 := by omega", asked.source)).toEqual(["statement found `+` where the statement has its end"]);
    },
  },
  {
    row: 22,
    quirk: "gaps that are left, and search tactics",
    check: () => {
      const by = (proof: string): string[] => kinds(`theorem t : 1 + 1 = 2 := by\n  ${proof}`, T);
      expect(by("have h : 2 = 2 := by sorry\n  norm_num")).toEqual(["placeholder sorry"]);
      expect(by("admit")).toEqual(["placeholder admit"]);
      expect(by("apply?")).toEqual(["search apply?"]);
      expect(by("exact?")).toEqual(["search exact?"]);
      expect(by('norm_num -- no sorry, "admit"')).toEqual([]);
    },
  },
  {
    row: 23,
    quirk: "new axioms and trusted code",
    check: () => {
      const before = (text: string): string[] => kinds(`${text}\ntheorem t : 1 + 1 = 2 := by norm_num`, T);
      expect(before("axiom cheat : False")).toEqual(["axiom axiom"]);
      expect(before("@[implemented_by g] def f := 1")).toEqual(["compiled implemented_by"]);
      expect(before("open private foo in Bar")).toEqual(["context open private"]);
      expect(kinds("theorem t : 1 + 1 = 2 := by native_decide", T)).toEqual(["compiled native_decide"]);
      expect(kinds("theorem t : 1 + 1 = 2 := by decide +native", T)).toEqual(["compiled native"]);
    },
  },
  {
    row: 24,
    quirk: "Lean 3",
    check: () => {
      const code = "import data.real.basic\ntheorem t : 1 = 1 := begin refl end";
      expect(found(fenced(code)).flags).toContain("lean3_like"); // Lean itself is to reject it
      expect(parseTheorem(code)).toMatchObject({ ok: false, obstacle: "lean3_like" });
    },
  },
  {
    row: 25,
    quirk: "notation of another Mathlib",
    check: () => {
      const old = "theorem t (s : Finset ℕ) : ∑ i in s, i ≥ 0 := by sorry";
      expect(found(fenced(old)).code).toBe(old); // never upgraded
      expect(sameStatement(parsed(old), parsed(old.replace(" in s", " ∈ s")))).toBe(false);
    },
  },
  {
    row: 26,
    quirk: "names that `open Nat Real` makes ambiguous",
    check: () => {
      const code = "import Mathlib\nopen Nat Real\ntheorem t : sqrt 2 < π := by sorry";
      expect(found(fenced(code))).toMatchObject({ code, flags: [] }); // not repaired
    },
  },
  {
    row: 27,
    quirk: "a file wrapped in a second header",
    check: () => {
      const { code, flags } = found(fenced(`import Mathlib\nopen Real\n\nimport Mathlib\nimport Aesop\nopen Real\n${T}`));
      expect(code.match(/import Mathlib/g)).toHaveLength(1);
      expect(code.startsWith("import Mathlib\nimport Aesop\nopen Real")).toBe(true);
      expect(flags).toEqual(expect.arrayContaining(["imports_hoisted", "imports_repeated"]));
      // Wrapped blindly, Lean would stop at the second import and never see the theorem.
      expect(parseTheorem(`import Mathlib\nopen Real\nimport Mathlib\n${T}`)).toMatchObject({ ok: false, obstacle: "unreachable" });
    },
  },
  {
    row: 28,
    quirk: "prose after the code",
    check: () => {
      expect(found(`${fenced(T)}\nNote: I used ℕ. The theorem\ntheorem is easy, sorry.`).code).toBe(T);
      expect(found(`${T}\n\nNote that the numbers are natural.`)).toMatchObject({ code: T, flags: expect.arrayContaining(["prose_after"]) });
    },
  },
  {
    row: 29,
    quirk: "an answer tag, unclosed or empty",
    check: () => {
      expect(found(`<formal_proof>\n${T}\n</formal_proof>`)).toMatchObject({ code: T, flags: expect.arrayContaining(["tag_answer"]) });
      expect(found(`<formal_proof>\n${fenced(T)}\n</formal_proof>`).code).toBe(T);
      expect(failure(`<formal_proof>${T}`)).toBe("truncated");
      expect(failure(`<formal_proof>${T}`, { finish: "length" })).toBe("truncated");
      expect(found(`<formal_proof>${T}`, { finish: "stop" })).toMatchObject({ code: T, flags: expect.arrayContaining(["tag_unclosed"]) });
      expect(failure("<formal_proof></formal_proof>")).toBe("no_code");
    },
  },
  {
    row: 30,
    quirk: "names that clash or repeat",
    check: () => {
      const clash = "theorem add_comm (a b : ℕ) : a + b = b + a := by sorry";
      expect(found(fenced(clash))).toMatchObject({ code: clash, theorem: { name: "add_comm" } }); // never renamed
      expect(found(fenced(`theorem l1 : 1 = 1 := rfl\n${clash}\nlemma l1 : 2 = 2 := by sorry`)).flags).toContain("name_repeated");
    },
  },
  {
    row: 31,
    quirk: "refusals, corrections, nothing",
    check: () => {
      expect(failure("The claim is false, so I state 45 instead.")).toBe("refusal");
      expect(failure("I cannot formalise this step.")).toBe("refusal");
      expect(failure("The answer is 45.")).toBe("no_code");
      expect(failure("  \n")).toBe("empty");
      expect(failure("", { preset: "paper" })).toBe("empty");
      expect(failure("Error code: 429 - {'error': {'message': 'slow down'}}")).toBe("api_error");
      expect(failure(fenced(T), { finish: "content_filter" })).toBe("filtered");
    },
  },
  {
    row: 32,
    quirk: "line ends, byte order marks, no-break spaces, entities, escapes",
    check: () => {
      const { code, flags } = found(`\uFEFF\`\`\`lean4\r\ntheorem t :\u00A01 = 1 := by\r\n  sorry\r\n\`\`\`\r\n`);
      expect(code).toBe("theorem t : 1 = 1 := by\n  sorry");
      expect(flags).toEqual(expect.arrayContaining(["bom", "crlf", "nbsp"]));
      const encoded = fenced("theorem t (n : \\u2115) : n &lt; n + 1&nbsp;:= by sorry");
      expect(found(encoded)).toMatchObject({ code: "theorem t (n : \\u2115) : n &lt; n + 1&nbsp;:= by sorry", flags: expect.arrayContaining(["html_entities", "unicode_escapes"]) });
      expect(found(encoded, { decode: true })).toMatchObject({ code: "theorem t (n : ℕ) : n < n + 1 := by sorry", flags: expect.arrayContaining(["decoded"]) });
    },
  },
];

describe("the quirk catalogue", () => {
  test.each(QUIRKS)("$row: $quirk", ({ check }) => check());

  test("has its 32 rows, in order", () => {
    expect(QUIRKS.map(({ row }) => row)).toEqual(Array.from({ length: 32 }, (_, n) => n + 1));
  });
});
