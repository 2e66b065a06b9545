import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { inProject } from "../../src/core/files";
import { comparePresets, compareReply } from "../../src/lean/presets";
import { hasShared, sharedRows } from "../support/shared";

const fenced = (code: string): string => `\`\`\`lean4\n${code}\n\`\`\``;

test.each([
  [fenced("theorem t : 1 = 1 := by sorry"), "same"],
  [fenced("theorem a : 1 = 1 := by sorry\ntheorem b : 2 = 2 := by rfl"), "different"],
  [fenced("lemma t : 1 = 1 := by sorry"), "only_strict"],
  ["```lean4\ntheorem t : 1 = 1 := by sorry", "only_paper"],
  ["no", "neither"],
])("%j", (reply, comparison) => {
  expect(compareReply(reply).comparison).toBe(comparison);
});

test("counts add up", () => {
  expect(comparePresets([{ reply: fenced("lemma t : 1 = 1 := by sorry") }, { reply: "no" }])).toEqual({
    n: 2, strict: 1, paper: 0, comparisons: { same: 0, different: 0, only_strict: 1, only_paper: 0, neither: 1 }, disagreements: 1,
  });
});

describe.skipIf(!hasShared)("on 650 real replies", () => {
  // Bounds, not values: what exactly the replies hold is not ours to fix. The prover and whole-proof replies are proofs,
  // so the paper's rule, which needs the word sorry, finds few of them.
  test.each([
    ["formaliser", 300, 0.75, 0.85, 0.4, 0.5],
    ["prover", 250, 0.94, 1, 0.15, 0.3],
    ["whole-proof", 100, 0.98, 1, 0, 0.15],
  ])("%s", (file, n, strictFrom, strictTo, paperFrom, paperTo) => {
    const found = comparePresets(sharedRows<{ reply: string }>(`replies/${file}.jsonl`));
    const { strict, paper, disagreements, comparisons } = found;
    console.log(`${file}: ${n} replies, strict ${strict}, paper ${paper}, disagreements ${disagreements} (${JSON.stringify(comparisons)})`);
    expect(found.n).toBe(n);
    expect(strict / n).toBeGreaterThanOrEqual(strictFrom);
    expect(strict / n).toBeLessThanOrEqual(strictTo);
    expect(paper / n).toBeGreaterThanOrEqual(paperFrom);
    expect(paper / n).toBeLessThanOrEqual(paperTo);
    expect(Object.values(comparisons).reduce((sum, count) => sum + count)).toBe(n);
  });

  test("every formaliser reply that Lean accepted and that holds a theorem is extracted", () => {
    const accepted = sharedRows<{ reply: string; lean_pass: boolean | null }>("replies/formaliser.jsonl").filter((row) => row.lean_pass === true);
    const failures = accepted.map((row) => compareReply(row.reply).strict).filter(({ ok }) => !ok);
    // Definitions and conditions are formalised by `variable` or `def`, which is no theorem; one fence is never closed, and why the model stopped is not recorded.
    const reasons = failures.map(({ reason }) => reason!.split(":")[0]);
    expect(new Set(reasons)).toEqual(new Set(["no_theorem", "truncated"]));
    expect(reasons.filter((reason) => reason === "truncated")).toHaveLength(1);
  });
});

test.skipIf(!hasShared)("data/measured/reply-presets.json is what is measured", () => {
  const { sets } = JSON.parse(readFileSync(inProject("data", "measured", "reply-presets.json"), "utf8")) as { sets: { replies: string; n: number; strict: number; paper: number; disagreements: number }[] };
  for (const { replies, ...kept } of sets) {
    const { n, strict, paper, disagreements } = comparePresets(sharedRows<{ reply: string }>(`replies/${replies.replace(" ", "-")}.jsonl`));
    expect({ n, strict, paper, disagreements }, replies).toEqual(kept);
  }
});
