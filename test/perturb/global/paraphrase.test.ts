import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadProblems, type Problem } from "../../../src/data/problems";
import type { Ask } from "../../../src/perturb/ask";
import { checkParaphrases, paraphraseByModel, paraphraseByRule, PARAPHRASES, taggedTexts } from "../../../src/perturb/global/paraphrase";
import { rewritePhrases } from "../../../src/perturb/global/rewritePhrases";
import { rewriteSteps } from "../../../src/perturb/global/rewriteSteps";
import { checkParaphrase, tokenDifferences, tokensOf } from "../../../src/perturb/global/tokens";
import { promptSet } from "../../../src/systems/prompts";
import { sharedFile } from "../../support/shared";

const problem: Problem = { name: "p", id: "p", informal_statement: "/-- Show that $x = 2$.-/", informal_proof: "Let $x$ be given. Therefore we get $2x = 4$.", formal_statement: "" };
const sources = [sharedFile("data", "minif2f", "robustpa.jsonl"), sharedFile("data", "math500", "test.jsonl")];
const answer = (statement: string, proof: string) => `<informal_statement>${statement}</informal_statement>\n<informal_proof>${proof}</informal_proof>`;

describe("tokens", () => {
  test.each([
    ["So $x^2 = 4$, and 4 > 1.", ["x", "^", "2", "=", "4", "4", ">", "1"]],
    ["$\\frac{a}{b} \\le 3.5$", ["\\frac", "a", "b", "\\le", "3.5"]],
    ["$\\left( x \\right) \\quad \\text{for 3 men} \\boxed{7}$", ["x", "3", "7"]],
    ["a well-known 20-sided die costs 15%", ["20", "15", "%"]],
    ["1. **Step 1:** It is $3$.\n2. **End:** Done", ["3"]],
    ["1. It is $3$.", ["1", "3"]],
    ["\\begin{align*} a &= b \\\\ &= c \\end{align*}", ["a", "=", "b", "=", "c"]],
  ])("%s", (text, expected) => expect(tokensOf(text)).toEqual(expected));

  test("differences are listed with both counts: grouping of digits and spelled-out numbers are some", () => {
    expect(tokenDifferences("10,000 and $x > 3$", "10000 and $x < 3$")).toEqual([
      { token: "000", before: 1, after: 0 },
      { token: "10", before: 1, after: 0 },
      { token: "10000", before: 0, after: 1 },
      { token: "<", before: 0, after: 1 },
      { token: ">", before: 1, after: 0 },
    ]);
    expect(tokenDifferences("There are 3 cases", "There are three cases")).toEqual([{ token: "3", before: 1, after: 0 }]);
    expect(tokenDifferences("$a$ then \\(b\\)", "first $b$, then $$a$$")).toEqual([]);
  });
});

describe("the embedded rewriters", () => {
  test("number the sentences and change nothing in them", () => {
    expect(rewriteSteps("Let $n = 2$. Then $n^2 = 4$.\n\nThus done", 0)).toBe("1. **Set-up:** Let $n = 2$.\n2. **Computation:** Then $n^2 = 4$.\n\n3. **Conclusion:** Thus done");
    expect(rewriteSteps("Let $n = 2$.", 1)).toBe("1. **Given:** Let $n = 2$.");
    expect(rewriteSteps("", 0)).toBe("");
  });

  test("exchange phrases of the table outside formulas, the same for the same seed", () => {
    const text = "Therefore we get $x = \\text{Therefore}$. Note that Hencework stays.";
    const rewritten = rewritePhrases(text, "a");
    expect(rewritten).toMatch(/^(Hence|Thus|Consequently) we obtain \$x = \\text\{Therefore\}\$\. (Observe|Notice) that Hencework stays\.$/);
    expect(rewritePhrases(text, "a")).toBe(rewritten);
    expect(new Set(["a", "b", "c", "d", "e", "f"].map((seed) => rewritePhrases(text, seed))).size).toBeGreaterThan(1);
    expect(rewritePhrases("at least 2, for some x", "a")).toBe("at least 2, for some x");
  });

  test("keep every token of any text", () => {
    const piece = fc.constantFrom("Therefore ", "we get $x = 3$. ", "Hence $$a < b$$ ", "1. **T:** 5 ", "It gives 2,000.\n\n", "[asy]draw(2);[/asy] ", "Show that \\(y\\). ");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), fc.constantFrom(...PARAPHRASES), (pieces, style) => {
        const original = { ...problem, informal_proof: pieces.join("").trim() };
        expect(checkParaphrase(original, paraphraseByRule(original, style))).toMatchObject({ kept: true, statement: [], proof: [] });
      }),
    );
  });

  test("say who they are and where nothing was to change; an unknown style is refused", () => {
    expect(paraphraseByRule(problem, "G-Step")).toEqual({ ...problem, informal_proof: "1. **Set-up:** Let $x$ be given.\n2. **Conclusion:** Therefore we get $2x = 4$.", paraphrase_style: "G-Step", paraphrase_engine: "step numbering (embedded)", paraphrase_attempts: 1, paraphrase_kept_original: false });
    expect(paraphraseByRule(problem, "Q-Step").informal_proof).toBe("1. **Given:** Let $x$ be given.\n2. **Result:** Therefore we get $2x = 4$.");
    expect(paraphraseByRule(problem, "G-FF")).toMatchObject({ paraphrase_engine: "phrase table (embedded)", informal_statement: "/-- Prove that $x = 2$.-/" });
    const plain = { ...problem, informal_statement: "/-- $1 < 2$-/", informal_proof: "Clear." };
    expect(paraphraseByRule(plain, "Q-FF")).toMatchObject({ ...plain, paraphrase_kept_original: true, paraphrase_reason: "no phrase of the table occurs" });
    expect(paraphraseByRule({ ...plain, informal_proof: "" }, "Q-Step")).toMatchObject({ paraphrase_kept_original: true, paraphrase_reason: "there is no proof" });
    expect(() => paraphraseByRule(problem, "Orig" as never)).toThrow("a style is one of G-FF, Q-FF, G-Step, Q-Step, got Orig");
  });

  test.skipIf(sources.includes(undefined))("keep every token in all 2,976 paraphrases of the 744 problems", async () => {
    const problems = (await Promise.all(sources.map((path) => loadProblems(path!)))).flatMap((each) => each.problems);
    for (const style of PARAPHRASES) {
      const report = checkParaphrases(problems, problems.map((each) => paraphraseByRule(each, style)));
      expect(report).toMatchObject({ kept: 744, paraphrases: 744, differing: [] });
      // The one problem without a proof.
      expect(report.originals).toBe(style.endsWith("Step") ? 1 : 0);
    }
  });
});

describe("taggedTexts", () => {
  test.each([
    [answer(" a ", "\nb\n"), { statement: "a", proof: "b" }],
    [`<think>${answer("x", "y")}</think>${answer("/-- a -/", "b")}`, { statement: "a", proof: "b" }],
    [`${answer("draft", "draft")} Better: ${answer("a", "b")}`, { statement: "a", proof: "b" }],
    [`Sure! ${answer("$\\frac{1}{2}$", "c \\\\ d")}`, { statement: "$\\frac{1}{2}$", proof: "c \\\\ d" }],
  ])("%j", (reply, texts) => expect(taggedTexts(reply)).toEqual(texts));
  test.each(["", "a b", answer("", "b"), answer("a", " "), "<informal_statement>a</informal_statement>", "<informal_statement>a</informal_statement><informal_proof>cut off"])("%j has not both", (reply) => expect(taggedTexts(reply)).toBeUndefined());
});

describe("paraphraseByModel", () => {
  const answering = (...replies: string[]): Ask => async () => replies.shift() ?? "";

  test("retries until both blocks are there, and says how often it asked", async () => {
    const row = await paraphraseByModel(answering("no", answer("Prove $x = 2$.", "1. **A:** Given $x$, $2x = 4$.")), problem, "G-Step", { engine: "some-model" });
    expect(row).toEqual({ ...problem, informal_statement: "/-- Prove $x = 2$.-/", informal_proof: "1. **A:** Given $x$, $2x = 4$.", paraphrase_style: "G-Step", paraphrase_engine: "some-model", paraphrase_attempts: 2, paraphrase_kept_original: false, paraphrase_prompt: promptSet().get("paraphrase-steps").version });
  });

  test("a problem that never parses keeps its original and is marked; one without a proof is not asked about", async () => {
    const never = await paraphraseByModel(answering(), problem, "Q-FF", { engine: "m", attempts: 3 });
    expect(never).toEqual({ ...problem, paraphrase_style: "Q-FF", paraphrase_engine: "m", paraphrase_attempts: 3, paraphrase_kept_original: true, paraphrase_reason: "no answer with both blocks in 3 attempts", paraphrase_prompt: promptSet().get("paraphrase-free").version });
    expect(await paraphraseByModel(() => Promise.reject(new Error("asked")), { ...problem, informal_proof: " " }, "Q-FF", { engine: "m" })).toMatchObject({ paraphrase_kept_original: true, paraphrase_attempts: 0 });
  });

  test("what a model changes is found", async () => {
    const row = await paraphraseByModel(answering(answer("Show that $x = 3$.", "Let $x$ be given. Hence $2x = 4$.")), problem, "G-FF", { engine: "m" });
    expect(checkParaphrases([problem], [row])).toMatchObject({ kept: 0, paraphrases: 1, differing: [{ name: "p", statement: [{ token: "2", before: 1, after: 0 }, { token: "3", before: 0, after: 1 }], proof: [] }] });
    expect(() => checkParaphrases([], [row])).toThrow('the paraphrase "p" has no original of that name');
    expect(() => checkParaphrases([problem], [])).toThrow("checkParaphrases requires at least one paraphrase");
  });
});
