import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Problem } from "../../../src/data/problems";
import { deleteStep, gradeStep } from "../../../src/perturb/local/deletion";
import { similarity } from "../../../src/perturb/local/similarity";
import { splitSteps, type ProofStep } from "../../../src/perturb/local/steps";
import { verifyEdit } from "../../../src/perturb/local/verify";

const step = (reasoning_text: string, outcome_text: string, more: Partial<ProofStep> = {}): ProofStep => ({ step_idx: 0, full_text: `${reasoning_text} ${outcome_text}`, reasoning_text, outcome_text, deletable: true, is_last: false, ...more });
const GOOD = step("Adding the two equations, the terms with $y$ cancel.", "Therefore we have $2x = 22$.");

describe("gradeStep", () => {
  test("tiers: a sentence, an equation, the rest; few steps are bronze", () => {
    expect(gradeStep(GOOD, 3)).toEqual({ ok: true, tier: "gold" });
    expect(gradeStep(step(GOOD.reasoning_text, "so $2x = 22$ holds"), 3)).toEqual({ ok: true, tier: "silver" });
    expect(gradeStep(step(GOOD.reasoning_text, "the sum is twice the first"), 3)).toEqual({ ok: true, tier: "bronze" });
    expect(gradeStep(GOOD, 2)).toEqual({ ok: true, tier: "bronze" });
  });

  test.each([
    ["the reasoning is a transition", step("Therefore, we see that", "the number $n$ is prime.")],
    ["the reasoning is short, without a formula or an action", step("Luckily for us,", "the number $n$ is prime.")],
    ["the outcome hangs on what goes before", step(GOOD.reasoning_text, "which is $22 = 22$ here.")],
    ["the outcome hangs on what goes before", step(GOOD.reasoning_text, "This gives $2x = 22$.")],
    ["the outcome is too short", step(GOOD.reasoning_text, "$x = 1$.")],
    ["the outcome is a bare number or symbol", step(GOOD.reasoning_text, "$\\alpha_{12}$.")],
    ["the outcome is no part of the step", { ...GOOD, full_text: "Adding the two equations, the terms cancel." }],
    ["reasoning and outcome do not make up the step", { ...GOOD, full_text: `A long story that has nothing to do with it comes first, and then another one. ${GOOD.outcome_text}` }],
    ["the step, its reasoning or its outcome is empty", step("", "the number is prime.")],
  ])("%s", (reason, bad) => expect(gradeStep(bad, 5)).toEqual({ ok: false, reason }));

  test("a short reasoning passes with a formula or an action", () => {
    expect(gradeStep(step("As $p = 2$,", "the number $n$ is prime."), 5).ok).toBe(true);
    expect(gradeStep(step("Squaring both,", "the number $n$ is prime."), 5).ok).toBe(true);
  });
});

describe("deleteStep", () => {
  const proof = "Let $x$ and $y$ be as given. Adding the two equations, the terms with $y$ cancel. Therefore we have $2x = 22$. So $x = 11$.";
  const problem: Problem = { name: "two_unknowns", informal_statement: "/-- Show it.-/", informal_proof: proof };

  test("leaves the reasoning out and nothing else, with the released metadata", () => {
    const outcome = deleteStep(problem, [step("", "Let $x$ and $y$ be as given."), { ...GOOD, step_idx: 1 }, step("", "So $x = 11$.", { is_last: true })], "test");
    const row = (outcome as { row: Problem }).row;
    expect(row).toEqual({
      ...problem,
      informal_proof: "Let $x$ and $y$ be as given. Therefore we have $2x = 22$. So $x = 11$.",
      original_informal_statement: problem.informal_statement,
      original_informal_proof: proof,
      step_edit_type: "step_delete",
      step_edit_target_step_idx: 1,
      step_edit_target_full_text: GOOD.full_text,
      step_edit_target_outcome_text: GOOD.outcome_text,
      step_edit_target_reasoning_text: GOOD.reasoning_text,
      step_edit_matched_by: "exact",
      step_edit_match_confidence: 1,
      step_edit_is_last: false,
      step_edit_tier: "gold",
      step_edit_span_start: 29,
      step_edit_span_end: 110,
      step_edit_reasoning_reappears_elsewhere: false,
      edit_marker: "test",
    });
    expect(verifyEdit(row)).toMatchObject({ ok: true, edit: "step_deletion", from: `${GOOD.reasoning_text} `, to: "", asRecorded: true });
  });

  test("a step with doubled backslashes is found, and put in with single ones", () => {
    const latex = { ...problem, informal_proof: "We start here. Since $a \\geq b$ and $b \\geq c$, we have that $a \\geq c$ is true. Done and dusted, as they say." };
    const given = step("Since $a \\\\geq b$ and $b \\\\geq c$, we have that", "$a \\\\geq c$ is true.");
    expect(deleteStep(latex, [given], "test")).toMatchObject({ ok: true, row: { step_edit_matched_by: "unescape", step_edit_match_confidence: 0.9, informal_proof: "We start here. $a \\geq c$ is true. Done and dusted, as they say." } });
  });

  test("the best of several: tier first, then what the reasoning holds, then its length, and the hash of its number at the end", () => {
    const name = "p";
    const a = step("Using the rule for sums of $n$ numbers again,", "the sum is $s = 10$ here");
    const b = step("Using the rule for sums of $m$ numbers again,", "the sum is $s = 20$ here");
    const gold = step("By the theorem of the mean,", "The number $m$ is between them.");
    const whole = (...steps: ProofStep[]): Problem => ({ name, informal_statement: "/-- x-/", informal_proof: `${steps.map(({ full_text }) => full_text).join(" ")} ${"And so on it goes. ".repeat(4)}` });
    const chosen = (...steps: ProofStep[]) => (deleteStep(whole(...steps), steps.map((each, step_idx) => ({ ...each, step_idx })), "test") as { row: Problem }).row["step_edit_target_step_idx"];
    expect(chosen(a, b, gold)).toBe(2);
    expect(chosen(a, { ...b, reasoning_text: `${b.reasoning_text} as before,`, full_text: `${b.reasoning_text} as before, ${b.outcome_text}` }, step("", "x"))).toBe(1);
    // SHA-256 of "p:step_v2:0" begins e69a…, of "p:step_v2:1" 0655…: the larger one goes first.
    expect(chosen(a, b, step("", "x"))).toBe(0);
  });

  test.each([
    ["no step is deletable", [step("", proof)].map((each) => ({ ...each, deletable: false }))],
    ["no deletable step passes the checks", [step("Thus", "$x = 11$ as said.")]],
    ["the step does not stand in the proof", [{ ...GOOD, full_text: `Elsewhere ${GOOD.full_text}`, reasoning_text: `Elsewhere ${GOOD.reasoning_text}` }]],
    ["the proof is shorter by", [step(proof.slice(0, 110), "So $x = 11$.")]],
  ])("%s", (reason, steps) => expect(deleteStep(problem, steps, "test")).toMatchObject({ ok: false, reason: expect.stringContaining(reason) }));

  test("an outcome in the middle of its step would leave two gaps, and is refused", () => {
    const middle = { ...problem, informal_proof: "First of all, by symmetry of the figure, the angle is $a = 30$ in it, because of the two triangles seen above. The rest is clear to everybody who looks." };
    const given = step("First of all, by symmetry of the figure,", "the angle is $a = 30$ in it,", { full_text: "First of all, by symmetry of the figure, the angle is $a = 30$ in it, because" });
    expect(deleteStep(middle, [given], "test")).toMatchObject({ ok: false, reason: expect.stringContaining("more than one piece is missing") });
  });
});

describe("splitSteps", () => {
  test.each<[string, [reasoning: string, outcome: string][]]>([
    ["Since $x > 2$, the number $x - 1$ is positive.", [["Since $x > 2$,", "the number $x - 1$ is positive."]]],
    ["Dividing both sides by $2$ gives $x = 11$.", [["Dividing both sides by $2$ gives", "$x = 11$."]]],
    ["The sides are equal. Hence the angles are equal.", [["The sides are equal.", "Hence the angles are equal."]]],
    ["The number $n$ is even, so $n = 2k$ for some $k$.", [["The number $n$ is even,", "so $n = 2k$ for some $k$."]]],
    ["If $n$ is even, $n^2$ is even. Let $m = 2$.", [["", "If $n$ is even, $n^2$ is even."], ["", "Let $m = 2$."]]],
    ["Using $(a, b)$ with $a = 1, b = 2$ at once.", [["", "Using $(a, b)$ with $a = 1, b = 2$ at once."]]],
    ["", []],
  ])("%s", (proof, expected) => {
    const steps = splitSteps(proof);
    expect(steps.map(({ reasoning_text, outcome_text }) => [reasoning_text, outcome_text])).toEqual(expected);
    expect(steps.map(({ is_last }) => is_last)).toEqual(expected.map((_, i) => i === expected.length - 1));
  });

  test("the steps cover the proof, and reasoning and outcome make up a step", () => {
    const piece = fc.constantFrom("Since $a = b$, ", "we get $c = d$. ", "Hence it is so. ", "The number is $3.$ ", "Adding, ", "\n\n", "so $x$ is y. ");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const proof = pieces.join("");
        const steps = splitSteps(proof);
        expect(steps.map(({ full_text }) => full_text).join("").replace(/\s/g, "")).toBe(proof.replace(/\s/g, ""));
        for (const { full_text, reasoning_text, outcome_text } of steps) expect(`${reasoning_text}${outcome_text}`.replace(/\s/g, "")).toBe(full_text.replace(/\s/g, ""));
      }),
    );
  });
});

test("similarity: the values of Python's difflib", () => {
  // SequenceMatcher(None, a, b).ratio() in CPython 3.11; "abcd" and "bcde" stand in its documentation.
  expect(similarity("abcd", "bcde")).toBe(0.75);
  expect(similarity("we add the equations", "we subtract the equation")).toBeCloseTo(0.7727272727272727, 12);
  expect([similarity("", ""), similarity("a", ""), similarity("a", "a")]).toEqual([1, 0, 1]);
});
