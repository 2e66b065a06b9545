import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formulas, sentences, untouchable } from "../../src/perturb/latex";

const parts = (find: (text: string) => { start: number; end: number }[]) => (text: string) => find(text).map(({ start, end }) => text.slice(start, end));

describe("formulas", () => {
  const of = parts(formulas);
  test.each([
    ["If $x > 0$, then \\(y\\).", ["$x > 0$", "\\(y\\)"]],
    ["$$a$$ b \\[c \\text{ if $d$}\\]", ["$$a$$", "\\[c \\text{ if $d$}\\]"]],
    ["\\begin{align*}a &= b\\\\ [2pt] c\\end{align*} d", ["\\begin{align*}a &= b\\\\ [2pt] c\\end{align*}"]],
    ["costs \\$5 and \\$6", []],
    ["costs $5 in all", []],
    ["costs $5.\n\nAnother $x$ here", ["$x$"]],
    ["[asy]\nlabel(\"$A$\");\n[/asy] so $b$", ["[asy]\nlabel(\"$A$\");\n[/asy]", "$b$"]],
    ["\\begin{align} never closed $x$", ["$x$"]],
  ])("%j", (text, expected) => expect(of(text)).toEqual(expected));
});

describe("untouchable", () => {
  const of = parts(untouchable);
  test.each([
    ["/-- Is $x^2 + a_{10} < 3$?-/", ["/--", "2", "{10}", "-/"]],
    ["\\frac{1}{2} + \\frac34 5", ["{1}{2}", "34"]],
    ["\\sqrt[3]{8} \\sqrt 7 8", ["[3]{8}", " 7"]],
    ["\\boxed{42} and \\text{ 12 }", []],
    ["x^\\frac{1}{2} 5", ["\\frac{1}{2}"]],
    ["2^{a^{3}} 4", ["{a^{3}}"]],
    ["see [[AMC 12]] \\hspace{3cm}", ["[[AMC 12]]", "{3cm}"]],
    ["x_{1", ["{1"]],
  ])("%j", (text, expected) => expect(of(text)).toEqual(expected));
});

describe("sentences", () => {
  const of = parts(sentences);
  test.each([
    ["So $x = 3.$ Then $y = 2.5$. Done", ["So $x = 3.$", "Then $y = 2.5$.", "Done"]],
    ["It is 2.5 m, i.e. long. Or e.g. This? Yes!", ["It is 2.5 m, i.e. long.", "Or e.g. This?", "Yes!"]],
    ["We have\n\\[a = b.\\]Hence $c$.", ["We have\n\\[a = b.\\]", "Hence $c$."]],
    ["first part\n\nsecond part", ["first part", "second part"]],
    ["ends. with small letters", ["ends. with small letters"]],
    ["", []],
  ])("%j", (text, expected) => expect(of(text)).toEqual(expected));

  test("nothing but white space stands between them, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("A", "b", ". ", ".", "$", "\n\n", " ", "\\[", "\\]", "3", "[asy]", "{", "}", "^"), maxLength: 40 }), (text) => {
        const found = sentences(text);
        expect(found.map(({ start, end }) => text.slice(start, end)).join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
        for (const [i, { start, end }] of found.entries()) expect(start >= (found[i - 1]?.end ?? 0) && end > start).toBe(true);
        for (const spans of [formulas(text), untouchable(text)]) for (const { start, end } of spans) expect(start >= 0 && end <= text.length && start <= end).toBe(true);
      }),
    );
  });
});
