import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { auditProof } from "../../src/lean/audit";
import { VIOLATIONS } from "../../src/lean/forbidden";
import { hasShared, sharedRows } from "../support/shared";

const ASKED = "theorem t (n : ℕ) (h : 0 < n) : 1 ≤ n := by sorry";
const PROOF = "theorem t (n : ℕ) (h : 0 < n) : 1 ≤ n := by omega";
const found = (code: string, statement = ASKED): string[] => auditProof(code, statement).violations.map(({ kind, line, column, text }) => `${line}:${column} ${kind} ${text}`);

describe("a clean proof passes", () => {
  test.each([
    PROOF,
    `import Mathlib\nimport Aesop\nset_option maxHeartbeats 400000\nopen Nat\n\n${PROOF}`,
    `-- sorry, axiom, native_decide\n/- #exit /- sorry -/ admit -/\n${PROOF} -- sorry`,
    `theorem other (n : ℕ)(h:0<n):\n  1 ≤ n := by\n  have «sorry» : "axiom sorry" = "axiom sorry" := rfl\n  omega`, // the name is free; «sorry» is a name
    `lemma helper (m : ℕ) (hm : 0 < m) : 1 ≤ m := hm\n${PROOF}`,
    `theorem t (n : ℕ) (h : 0 < n) : 1 ≤ n := by\n  set_option maxRecDepth 1000 in\n  set_option linter.unusedVariables false in\n  exact x.stop`,
  ])("%#", (code) => {
    expect(auditProof(code, ASKED)).toEqual({ ok: true, violations: [] });
  });
});

describe("violations, with their places", () => {
  test.each([
    // Gaps, under all their names
    [`${PROOF}\ntheorem u : 1 = 2 := by\n  exact sorryAx _ false`, ["3:8 placeholder sorryAx"]],
    [`${PROOF}\ntheorem u : 1 = 2 := «sorryAx» _`, ["2:21 placeholder «sorryAx»"]],
    [PROOF.replace("omega", "stop omega"), ["1:44 placeholder stop"]],
    ['theorem t (n : ℕ) (h : 0 < n) : 1 ≤ n := by\n  let s := s!"{(sorry : ℕ)}"\n  omega', ["2:16 placeholder sorry"]], // code inside a string
    // Columns count code points: 𝓝 is one
    [`theorem u : 𝓝 = 𝓝 := by sorry\n${PROOF}`, ["1:24 placeholder sorry"]],
    // What Lean does not read, and what it should not be asked to run
    [`${PROOF}\n#exit\ntheorem u : False := x`, ["2:0 terminal #exit"]],
    [`${PROOF}\nimport Lean`, ["2:0 terminal import", "2:7 program Lean"]],
    [`#eval IO.println "ok"\n${PROOF}`, ["1:0 program #eval", "1:6 program IO.println"]],
    [`open Lean in\nrun_cmd Elab.foo\n${PROOF}`, ["1:5 program Lean", "2:0 program run_cmd", "2:8 program Elab.foo"]],
    // Other meanings for the same words
    [`local notation "ℕ" => Fin 2\n${PROOF}`, ["1:6 notation notation"]],
    [`local infix:50 " < " => fun _ _ => True\n${PROOF}`, ["1:6 notation infix"]],
    [`macro_rules | \`(1) => \`(0)\n${PROOF}`, ["1:0 notation macro_rules"]],
    [`local instance : LT ℕ := ⟨fun _ _ => True⟩\n${PROOF}`, ["1:6 instance instance"]],
    [`attribute [-simp] foo\n${PROOF}`, ["1:0 attribute attribute"]],
    [`variable [Fact False]\n${PROOF}`, ["1:0 context variable [Fact False]"]],
    [`namespace Foo\n${PROOF}\nend Foo`, ["1:0 context namespace Foo"]],
    [`structure Foo where\n  le : ℕ\nopen Foo\n${PROOF}`, ["3:0 context open Foo"]],
    [`set_option debug.skipKernelTC true\n${PROOF}`, ["1:0 option set_option debug.skipKernelTC", "1:11 compiled debug.skipKernelTC"]],
    [`import Foo.Bar\n${PROOF}`, ["1:0 import import Foo.Bar"]],
    // Trust
    [`@[extern "f", csimp] def f := 1\nunsafe def g := 1\n${PROOF}`, ["1:2 compiled extern", "1:14 compiled csimp", "2:0 unsafe unsafe"]],
    [`opaque c : ℕ\n${PROOF}`, ["1:0 axiom opaque"]],
    [PROOF.replace("omega", "decide (config := {native := true})"), ["1:63 compiled native"]],
    [PROOF.replace("omega", "exact of_eq_true (Lean.ofReduceBool _ _ _)"), ["1:62 compiled Lean.ofReduceBool"]],
    // Characters
    [`theorem u : Νat = Νat := rfl\n${PROOF}`, ["1:12 lookalike Ν (U+039D)", "1:18 lookalike Ν (U+039D)"]],
    [`-- a \u202E comment\n${PROOF}`, ["1:5 lookalike \u202E (U+202E)"]],
    // Texts that hide something, or hold nothing
    [`${PROOF}\n/- theorem u : False := by sorry`, ["2:0 unreadable a comment opens and is never closed"]],
    ["def f := 1", ["1:0 no_theorem there is no theorem in the text"]],
    [`#exit\n${PROOF}`, ["1:0 terminal #exit", "2:0 no_theorem Lean reads nothing after this `#exit`, so never the theorem t (at 1:0)"]],
  ])("%j", (code, expected) => {
    expect(found(code)).toEqual(expected);
  });
});

describe("the statement", () => {
  test.each([
    [PROOF.replace("1 ≤ n", "1 ≤ n + 1"), "1:38 statement found `+` where the statement has its end"],
    [PROOF.replace(" (h : 0 < n)", ""), "1:18 statement found `:` where the statement has `(`"],
    [PROOF.replace("(h : 0 < n)", "(h : 0 < n) (h' : False)"), "1:30 statement found `(` where the statement has `:`"],
    [PROOF.replace("(n : ℕ)", "{n : ℕ}"), "1:10 statement found `{` where the statement has `(`"],
    [PROOF.replace("0 < n", "0 /- < n) : -/ > n"), "1:38 statement found `>` where the statement has `<`"],
    [`theorem t : True := trivial\ntheorem other${PROOF.slice("theorem t".length)}`, "1:10 statement found `:` where the statement has `(`"], // the asked name is compared
  ])("%j", (code, expected) => {
    expect(found(code)).toEqual([expected]);
  });

  test("`a[i]` is not `a [i]`, and `f .left` is not `f.left`", () => {
    expect(found("theorem t : a [0] = 1 := by simp", "theorem t : a[0] = 1")).toEqual(["1:14 statement found ` [` where the statement has `[`"]);
    expect(found("theorem t : (f) .left = 1 := by simp", "theorem t : (f).left = 1")).toHaveLength(1);
  });

  test("a statement that is no theorem is an error of the caller", () => {
    expect(() => auditProof(PROOF, "1 ≤ n")).toThrow("auditProof needs a statement that is a theorem: no theorem, only text that is no Lean command");
  });
});

describe("the context of the statement", () => {
  const asked = "import Mathlib\nopen Real\nnoncomputable def f (x : ℝ) := sqrt x\nlocal notation \"F\" => f\ntheorem t : F 4 = 2 := by sorry";
  const proof = asked.replace("sorry", "simp [f]");

  test("what the statement's own text has is trusted", () => {
    expect(auditProof(proof, asked)).toEqual({ ok: true, violations: [] });
  });

  test.each([
    [proof.replace("open Real", "open Real Nat"), "2:0 context open Nat"],
    [proof.replace("open Real", "open Nat"), "2:0 context open Nat", "5:0 context missing: open Real"],
    [proof.replace("sqrt x", "x"), "3:0 shadowing def f"],
    [proof.replace("=> f", "=> fun _ => 2"), "4:6 notation notation"],
    [proof.replace("theorem", "section\nopen Nat\nend\ntheorem")],
    [proof.replace("theorem", "open Nat in\ntheorem"), "5:0 context open Nat"],
  ])("%#", (code, ...expected) => {
    expect(found(code, asked)).toEqual(expected);
  });

  test("a text without imports gets its header elsewhere", () => {
    expect(found("theorem t : F 4 = 2 := by simp", asked)).toEqual([]);
  });
});

describe("modes", () => {
  test("lenient passes what Lean can still judge, and tells it", () => {
    const code = `instance : LT ℕ := ⟨fun _ _ => True⟩\n${PROOF}`;
    expect(auditProof(code, ASKED, { mode: "lenient" })).toMatchObject({ ok: true, violations: [{ kind: "instance" }] });
    expect(auditProof(`axiom a : False\n${PROOF}`, ASKED, { mode: "lenient" }).ok).toBe(false);
    expect(auditProof(PROOF.replace("n := by", "n + 1 := by"), ASKED, { mode: "lenient" }).ok).toBe(false);
  });

  test("lenient is never stricter", () => {
    const parts = fc.array(fc.constantFrom("axiom a : False", "open Nat", "variable (n : ℕ)", "#eval 1", "instance : A := b", PROOF, "/- x", "theorem u : 1 = 1 := by sorry"), { maxLength: 5 });
    fc.assert(fc.property(parts, (lines) => {
      const code = lines.join("\n");
      const strict = auditProof(code, ASKED);
      const lenient = auditProof(code, ASKED, { mode: "lenient" });
      expect(lenient.violations).toEqual(strict.violations);
      expect(strict.ok).toBe(strict.violations.length === 0);
      if (strict.ok) expect(lenient.ok).toBe(true);
    }));
  });
});

describe("laws", () => {
  const spoil = fc.constantFrom("sorry", "admit", "native_decide", "axiom", "#eval 1", "run_cmd x", "unsafe", "macro");

  test("a forbidden word counts in code, and never in a comment, a string or «»", () => {
    fc.assert(fc.property(spoil, fc.boolean(), (word, block) => {
      const comment = block ? `/- /- -/ ${word} -/` : `-- ${word}`;
      expect(auditProof(`${comment}\n${PROOF}`, ASKED).ok).toBe(true);
      expect(auditProof(`${PROOF}\n  have h : "${word}" = "${word}" := rfl`, ASKED).ok).toBe(true);
      expect(auditProof(`${PROOF}\n  exact «${word}»`, ASKED).ok).toBe(true);
      expect(auditProof(`${PROOF}\n  ${word}`, ASKED).ok).toBe(false);
    }));
  });

  test("every kind of violation has its explanation", () => {
    expect(Object.values(VIOLATIONS).every((meaning) => meaning.length > 10)).toBe(true);
  });
});

describe.skipIf(!hasShared)("on the real step-level proofs", () => {
  test("of 614 proofs that Lean accepted, those that fail prove another statement or stand under other `open`s", () => {
    const rows = sharedRows<{ code: string; proof: string; truth: boolean }>("truth/proofflow.jsonl");
    const audits = rows.map((row) => ({ ...row, ...auditProof(row.proof, row.code) }));
    const kinds = new Set(audits.flatMap(({ violations }) => violations.map(({ kind }) => kind)));
    expect(rows).toHaveLength(614);
    expect(kinds).toEqual(new Set(["statement", "context"]));
    // A false statement cannot have been proved: each of the 14 comes with the proof of another one, and the audit sees it.
    expect(audits.filter(({ truth, violations }) => !truth && violations.every(({ kind }) => kind !== "statement"))).toEqual([]);
    console.log(`audit of ${rows.length} accepted proofs: ${audits.filter(({ ok }) => ok).length} pass, ${audits.filter(({ violations }) => violations.some(({ kind }) => kind === "statement")).length} differ in the statement`);
  });
});
