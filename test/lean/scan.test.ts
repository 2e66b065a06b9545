import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { scan } from "../../src/lean/scan";

const words = (text: string): string[] => scan(text).tokens.map((token) => token.text);
const problems = (text: string): string[] => scan(text).problems.map(({ offset, message }) => `${offset}: ${message}`);

describe("tokens", () => {
  test.each([
    ["x:=1", ["x", ":=", "1"]],
    ["h₁' α.β.«a b».c x! s?", ["h₁'", "α.β.«a b».c", "x!", "s?"]],
    ["fun x ↦ λ y => x", ["fun", "x", "↦", "λ", "y", "=>", "x"]],
    ["1.5 + 2e3 + 0x1F + 1_000", ["1.5", "+", "2e3", "+", "0x1F", "+", "1_000"]],
    ["x.1.2 + (a, b).2", ["x", ".", "1", ".", "2", "+", "(", "a", ",", "b", ")", ".", "2"]],
    ["[1..5]", ["[", "1", "..", "5", "]"]],
    ["f '' s ∪ f ⁻¹' t", ["f", "''", "s", "∪", "f", "⁻¹'", "t"]],
    ["∑' n, a[n]'h", ["∑'", "n", ",", "a", "[", "n", "]'", "h"]],
    ["c = 'a' ∨ c = '\\n' ∨ c = '\\''", ["c", "=", "'a'", "∨", "c", "=", "'\\n'", "∨", "c", "=", "'\\''"]],
    ["𝓝[≠] x", ["𝓝", "[", "≠", "]", "x"]],
    ['"a \\" -- b" x', ['"a \\" -- b"', "x"]],
    ['r"a\\" x', ['r"a\\"', "x"]],
    ['r#"a " b"# x', ['r#"a " b"#', "x"]],
    ['s!"a {f "}" x} b" y', ['s!', '"a ', "{", "f", '"}"', "x", "}", ' b"', "y"]],
    ['s!"{x}{y}"', ["s!", '"', "{", "x", "}", "{", "y", "}", '"']],
    ['"a {x} b"', ['"a {x} b"']],
    ["x/-y-/z", ["x", "z"]],
    ["x<-y--z", ["x", "<-", "y"]],
    ["⌊x⌋₊ ‖x‖ ⟪u, v⟫", ["⌊", "x", "⌋", "₊", "‖", "x", "‖", "⟪", "u", ",", "v", "⟫"]],
  ])("%j", (text, expected) => {
    expect(words(text)).toEqual(expected);
    expect(problems(text)).toEqual([]);
  });

  test("depth counts open brackets, and a bracket itself counts as outside", () => {
    expect(scan("a (b [c] d) e").tokens.map(({ text, depth }) => `${text}${depth}`)).toEqual(["a0", "(0", "b1", "[1", "c2", "]1", "d1", ")0", "e0"]);
  });
});

describe("comments", () => {
  test.each([
    ["/- a /- b -/ c -/ x", ["block"], ["x"]],
    ["/-- doc -/ x -- line", ["doc", "line"], ["x"]],
    ["/-! module -/", ["moduleDoc"], []],
    ["/-- a /--/ b -/ x", ["doc"], ["x"]], // inside a comment `/-` opens and `-/` closes, so `/--/` does both
    ["/-/ x -/ y", ["block"], ["y"]], // the slash of `/-` cannot also end the comment
    ["/--/ x -/ y", ["doc"], ["y"]], // `/--` is one sign, so its second dash does not close with the slash
    ["/- x --/ y", ["block"], ["y"]],
    ["-- /- x\ny", ["line"], ["y"]],
    ['"/-" x /- " -/', ["block"], ['"/-"', "x"]],
    ["«/-» x", [], ["«/-»", "x"]],
  ])("%j", (text, kinds, left) => {
    expect(scan(text).comments.map(({ kind }) => kind)).toEqual(kinds);
    expect(words(text)).toEqual(left);
  });
});

describe("problems", () => {
  test.each([
    ["(a", ["0: `(` is never closed"]],
    ["a)", ["1: `)` closes nothing"]],
    ["(a [b) c", ["3: `[` is not closed before `)`"]],
    ["/- /- -/", ["0: a comment opens and is never closed"]],
    ['"abc', ["0: a string opens and is never closed"]],
    ['s!"a {x}', ["2: a string opens and is never closed"]],
    ['r#"abc"', ["0: a raw string opens and is never closed"]],
    ["«abc", ["0: `«` is never closed"]],
  ])("%j", (text, expected) => {
    expect(problems(text)).toEqual(expected);
  });
});

describe("laws", () => {
  const pieces = ["(", ")", "[", "]", "{", "}", "⟨", "⟩", "/-", "-/", "--", "\n", '"', "\\", "'", "«", "»", "x", "h₁", ".", ":=", ":", "|", "r#", "#", "s!", "1.", "𝓝", " ", "theorem"];
  const text = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "binary", maxLength: 3 })), { maxLength: 60 }).map((parts) => parts.join(""));

  test("tokens and comments stand in order, do not overlap, and leave out nothing but white space", () => {
    fc.assert(
      fc.property(text, (source) => {
        const { tokens, comments } = scan(source);
        const spans = [...tokens, ...comments].sort((a, b) => a.start - b.start);
        let at = 0;
        for (const { start, end } of spans) {
          expect(source.slice(at, start)).toMatch(/^\s*$/);
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        expect(source.slice(at)).toMatch(/^\s*$/);
      }),
      { numRuns: 500 },
    );
  });

  test("brackets pair up: partners point at each other, close what they open, and enclose whole pairs", () => {
    fc.assert(
      fc.property(text, (source) => {
        const { tokens, partner } = scan(source);
        for (const [i, other] of partner.entries()) {
          if (other === -1) continue;
          expect(partner[other]).toBe(i);
          expect(tokens[other]!.depth).toBe(tokens[i]!.depth);
          for (let inside = Math.min(i, other) + 1; inside < Math.max(i, other); inside++) {
            const match = partner[inside]!;
            expect(match === -1 || (match > Math.min(i, other) && match < Math.max(i, other))).toBe(true);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
