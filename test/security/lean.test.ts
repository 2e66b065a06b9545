/** Hostile Lean texts: the strict audit refuses each one, and nothing that a text holds reaches the answer of a check that did not ask Lean. */
import { describe, expect, test } from "vitest";
import { auditProof } from "../../src/lean/audit";
import { extractTheorem } from "../../src/lean/extract";
import { checkProof } from "../../src/repl/checkProof";
import { LeanPool } from "../../src/repl/pool";
import { fake } from "../repl/fake";
import { ASKED, HOSTILE_LEAN } from "./hostile-lean";

describe("the strict audit", () => {
  test("knows more than a hundred hostile texts in a dozen groups, each once", () => {
    expect(HOSTILE_LEAN.length).toBeGreaterThan(200);
    expect(new Set(HOSTILE_LEAN.map(({ code }) => code)).size).toBe(HOSTILE_LEAN.length);
    expect(new Set(HOSTILE_LEAN.map(({ group }) => group)).size).toBeGreaterThanOrEqual(12);
  });

  test.each([...new Set(HOSTILE_LEAN.map(({ group }) => group))])("%s: all are refused, alone and out of a reply", (group) => {
    for (const { what, code } of HOSTILE_LEAN.filter((each) => each.group === group)) {
      const { ok, violations } = auditProof(code, ASKED);
      expect(ok, what).toBe(false);
      expect(violations.length, what).toBeGreaterThan(0);
      const extracted = extractTheorem(`\`\`\`lean4\n${code}\n\`\`\``, { finish: "stop" });
      if (extracted.ok) expect(auditProof(extracted.code, ASKED).ok, what).toBe(false);
    }
  });
});

test("a check sends none of them to Lean", async () => {
  const { command, requests } = fake();
  const pool = new LeanPool({ command, size: 1, header: "import Mathlib", timeoutMs: 10_000 });
  try {
    for (const { what, code } of HOSTILE_LEAN) expect((await checkProof(pool, { statement: ASKED, candidate: code })).accepted, what).toBe(false);
    // What was sent is the kit's own: no hostile text holds the signature under its own name there.
    expect(requests().filter(({ cmd }) => String(cmd).includes("theorem asked"))).toEqual([]);
  } finally {
    await pool.close();
  }
});

describe("what is honest passes all the same", () => {
  const proof = (code: string): boolean => auditProof(code, "theorem t (s : Finset ℕ) (h : 0 < s.card) : 1 ≤ s.card := by sorry").ok;
  const SIGNATURE = "theorem t (s : Finset ℕ) (h : 0 < s.card) : 1 ≤ s.card := by";
  test.each([
    `@[simp] lemma helper (n : ℕ) : n + 0 = n := rfl\n${SIGNATURE}\n  omega`,
    `@[simp, norm_cast] lemma helper (n : ℕ) : n + 0 = n := rfl\n${SIGNATURE}\n  omega`,
    `@[aesop safe (rule_sets := [A, B]), local simp] lemma helper (n : ℕ) : n + 0 = n := rfl\n${SIGNATURE}\n  omega`,
    `${SIGNATURE}\n  have : #s = s.card := rfl\n  omega`,
    `${SIGNATURE}\n  have k :\n    #s = s.card := rfl\n  omega`,
    `${SIGNATURE}\n  -- polyrith would ask a server, include_str "x" read a file\n  omega`,
  ])("%#", (code) => expect(proof(code)).toBe(true));
});
