import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { masked, withoutComments } from "../../src/lean/comments";
import { scan } from "../../src/lean/scan";

describe("withoutComments", () => {
  test.each([
    ["x /- real -/ : ℝ -- so\n", "x : ℝ\n"],
    ["a\n-- alone\nb", "a\nb"],
    ["a\n  -- alone, indented\n  b", "a\n  b"],
    ["a /- b -/c", "a c"],
    ["a/- b -/c", "a c"],
    ["a/- b -/ c", "a c"],
    ["  /- b -/ c", "  c"],
    ["/- a -//- b -/ c", "c"],
    ["a /- b -/ /- c -/ d", "a d"],
    ["a /- b\nb -/ c\nd", "a c\nd"],
    ['s = "-- x" -- y', 's = "-- x"'],
    ["a -- b", "a"],
    ["-- b", ""],
  ])("%j gives %j", (text, expected) => {
    expect(withoutComments(text)).toBe(expected);
  });
});

const text = fc.array(fc.constantFrom("x", "y ", "(", "\n", "  ", "/- c -/", "/- /- c -/\n -/", "-- c\n", '"--"', "\t", ":="), { maxLength: 30 }).map((parts) => parts.join(""));

test("removing comments removes no token and joins no two", () => {
  fc.assert(fc.property(text, (source) => {
    expect(scan(withoutComments(source)).tokens.map((token) => token.text)).toEqual(scan(source).tokens.map((token) => token.text));
  }));
});

test("masking keeps length, lines and every token's place", () => {
  fc.assert(fc.property(text, (source) => {
    const covered = masked(source);
    expect(covered.length).toBe(source.length);
    expect(covered.split("\n").length).toBe(source.split("\n").length);
    expect(scan(covered).tokens).toEqual(scan(source).tokens);
  }));
});
