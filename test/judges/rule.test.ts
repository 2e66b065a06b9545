import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { inProject } from "../../src/core/files";
import { ruleJudge } from "../../src/judges/rule";
import { numbersKept } from "../../src/judges/numbersKept";
import { leanTokens, leanValues, naturalTokens } from "../../src/judges/tokens";
import { sharedRows, hasShared } from "../support/shared";

/** The edit of the marked place: "x ⟦3⟧ y" with the value that stood there before. */
function edit(kind: "number" | "symbol", marked: string, oldValue: string) {
  const start = marked.indexOf("⟦");
  const newValue = marked.slice(start + 1, marked.indexOf("⟧"));
  return { kind, text: marked.replace(/[⟦⟧]/g, ""), start, end: start + newValue.length, oldValue, newValue } as const;
}

describe("one alphabet", () => {
  const texts = (tokens: readonly { text: string }[]) => tokens.map(({ text }) => text).join(" ");
  test("words and LaTeX", () => expect(texts(naturalTokens("If $a_1 \\le \\sqrt{2xy}$ then $a_{12}=\\frac{1}{2}\\pi$."))).toBe("a1 ≤ sqrt 2 x y a12 = \\frac{1}{2} π"));
  test("Lean", () => expect(texts(leanTokens("(h₀ : a₁ ≤ Real.sqrt (2 * (x : ℝ) * y)) -- 7\n (h' : a₁₂ = 1 / 2 * π)"))).toBe("a1 ≤ sqrt 2 * x * y a12 = 1 / 2 * π"));
  test("values with quotients and mixed numbers", () => expect(leanValues(leanTokens("x = 6 + 1 / 2")).map(({ value: { num, den } }) => `${num}/${den}`)).toEqual(["6/1", "13/2", "1/1", "1/2", "2/1"]));
});

describe("number edits", () => {
  const marked = "A cone has height $h = ⟦7⟧$ and base $B = 30$. Show that its volume is $65$.";
  test.each([
    ["(h B : ℝ) (h₀ : h = 7) (h₁ : B = 30) : 1 / 3 * B * h = 65", "faithful", undefined],
    ["(h B : ℝ) (h₀ : h = 13 / 2) (h₁ : B = 30) : 1 / 3 * B * h = 65", "reverted", undefined],
    ["(h B : ℝ) (h₀ : h = (6.5 : ℝ)) (h₁ : B = 30) : 1 / 3 * B * h = 65", "reverted", undefined],
    ["(h B : ℝ) (h₀ : h = 65e-1) (h₁ : B = 30) : 1 / 3 * B * h = 65", "reverted", undefined],
    ["(h B : ℝ) (h₀ : h = 6 + 1/2) (h₁ : B = 30) : 1 / 3 * B * h = 65", "reverted", undefined],
    ["(h B : ℝ) (h₀ : h = 8) (h₁ : B = 30) : 1 / 3 * B * h = 65", "unclear", "other"],
    ["(h B : ℝ) /- h = 7 -/ (h₁ : B = 30) : True", "unclear", "other"],
  ])("%s: %s", (code, label, because) => expect(ruleJudge(edit("number", marked, "6.5"), `theorem t ${code}`)).toEqual({ label, ...(because && { because }) }));

  test("the same value at another place of the text is not the place", () => {
    const text = edit("number", "If $x = ⟦3⟧$ and $y = 2$ then $x + y = 5$.", "2");
    expect(ruleJudge(text, "theorem t (x y : ℝ) (h : x = 3) (k : y = 2) : x + y = 5").label).toBe("faithful");
    expect(ruleJudge(text, "theorem t (x y : ℝ) (h : x = 2) (k : y = 2) : x + y = 5").label).toBe("reverted");
    expect(ruleJudge(text, "theorem t (x y : ℝ) (k : y = 2) : x + y = 5")).toEqual({ label: "unclear", because: "other" });
  });

  test("percentages and fractions in LaTeX", () => {
    expect(ruleJudge(edit("number", "It rises by ⟦13%⟧ to $x$.", "12%"), "theorem t : x = y * (1 + 13 / 100)").label).toBe("faithful");
    expect(ruleJudge(edit("number", "Then $p = ⟦\\frac{15}{2}⟧$.", "13/2"), "theorem t : p = 6.5").label).toBe("reverted");
  });
});

describe("numbers kept, the proxy for the two scores", () => {
  test.each([
    ["Show that $x + 3 = 9$.", "theorem t : x + 3 = (9 : ℝ)", true],
    ["Show that $x + 3 = 9$.", "theorem t : x + 2 = 9", false],
    ["1. **Set-up:** Let $n = 7$.\n2. **Result:** So $n > 6.5$.", "have : n = 7\n have : n > 13 / 2", true],
    ["No number at all.", "theorem t : True", true],
  ])("%j, %j: %s", (text, code, kept) => expect(numbersKept(text, code).score).toBe(kept));
  test("it names what is lost, and what it is", () => expect(numbersKept("$x + 3 = 9$", "theorem t : x + 2 = 9").reason).toBe("numbers kept (proxy): without 3"));
});

describe("symbol edits", () => {
  const marked = "For $a ⟦>⟧ b$ and $c > 0$ show that $ac > bc$.";
  test.each([
    ["(h : a > b) (k : c > 0) : a * c > b * c", "faithful"],
    ["(h : b < a) (k : 0 < c) : b * c < a * c", "faithful"],
    ["(h : a < b) (k : c > 0) : a * c > b * c", "reverted"],
    ["(h : b > a) (k : 0 < c) : b * c < a * c", "unclear"], // two places fit nearly as well: better no answer than a wrong one
  ])("%s: %s", (code, label) => expect(ruleJudge(edit("symbol", marked, "<"), `theorem t (a b c : ℝ) ${code}`).label).toBe(label));

  test("names that were changed leave the sides open", () => expect(ruleJudge(edit("symbol", "Let $m ⟦>⟧ n$.", "<"), "theorem t (h : u < v) : True")).toEqual({ label: "unclear", because: "ambiguous" }));
  test("operators", () => {
    expect(ruleJudge(edit("symbol", "So $3x ⟦-⟧ 5 = 9$.", "+"), "theorem t : 3 * x + 5 = 9").label).toBe("reverted");
    expect(ruleJudge(edit("symbol", "So $7 ⟦\\times⟧ 12 = 84$.", "\\div"), "theorem t : (7 : ℝ) * 12 = 84").label).toBe("faithful");
  });
});

/**
 * Real statements with their Lean: a number of the text that Lean has too is changed in the text, and the Lean is then the original (reverted); read the other
 * way round, with the text as the edited one, it is faithful. No label of a human or model is needed.
 */
describe.skipIf(!hasShared)("on miniF2F", () => {
  const rows = hasShared ? sharedRows<{ informal_statement: string; formal_statement: string }>("minif2f/robustpa.jsonl") : [];
  test("at most 2 % wrong, at least 85 % right, of more than 800 numbers, both ways; the kept measurement is this one", () => {
    const tally = { right: 0, wrong: 0, unclear: 0 };
    for (const { informal_statement, formal_statement } of rows) {
      const text = informal_statement.replace(/^\/--\s*/, "").replace(/-\/\s*$/, "");
      const code = /theorem[\s\S]*/.exec(formal_statement)![0].replace(/:=\s*by\s*$/, "");
      const values = leanValues(leanTokens(code)).filter(({ value }) => value.den === 1n).map(({ value }) => String(value.num));
      for (const { 0: number, index } of text.matchAll(/(?<![\d.\\_^{])(?<![_^]\{?)\d+(?![\d.])/g)) {
        if (!values.includes(number)) continue;
        const changed = String(Number(number) + 2);
        const edited = text.slice(0, index) + changed + text.slice(index + number.length);
        const restored = ruleJudge({ kind: "number", text: edited, start: index, end: index + changed.length, oldValue: number, newValue: changed }, code).label;
        const kept = ruleJudge({ kind: "number", text, start: index, end: index + number.length, oldValue: changed, newValue: number }, code).label;
        for (const [label, expected] of [[restored, "reverted"], [kept, "faithful"]]) tally[label === expected ? "right" : label === "unclear" ? "unclear" : "wrong"] += 1;
      }
    }
    const n = tally.right + tally.wrong + tally.unclear;
    expect(n).toBeGreaterThan(1_600);
    expect(tally.wrong / n).toBeLessThan(0.02);
    expect(tally.right / n).toBeGreaterThan(0.85);
    expect(JSON.parse(readFileSync(inProject("data", "measured", "rule-judge.json"), "utf8"))).toMatchObject(tally);
  });
});
