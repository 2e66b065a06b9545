import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { lastNumber, shiftNumber } from "../../src/perturb/numbers";
import { operators } from "../../src/perturb/operators";
import { perturbByRule, RULES, type RuleEdit } from "../../src/perturb/rules";
import { sharedFile } from "../support/shared";

const replay = (step: string, edits: readonly RuleEdit[]) =>
  edits.reduce((text, { start, from, to }) => {
    expect(text.slice(start, start + from.length)).toBe(from);
    return text.slice(0, start) + to + text.slice(start + from.length);
  }, step);

describe("lastNumber", () => {
  test.each([
    ["x1 + 12 = 1,500.50 km", "1,500.50"],
    ["the total is 84.", "84"],
    ["costs $3.50, or 12%", "12"],
    ["\\boxed{64}", "64"],
    ["x_1 and a2b", undefined],
    ["2x + 3y", undefined], // glued to letters
    ["no number", undefined],
    ["version 1.2.3", undefined], // no number has two points
    ["f(1, 2)", "2"],
    ["1,2,3", undefined], // a list without spaces cannot be told from a number
    ["10\u00a0000 and 7", "7"],
  ])("%s → %s", (text, expected) => expect(lastNumber(text)?.text).toBe(expected));
});

/** Texts in which numbers, signs and words meet in every way. */
const clutter = fc.array(fc.constantFrom("-", "--", "->", "<-", "<", "</", "<a", "<=", "=>", "=", ">=", ">", "*", "**", "/", "^", "{", "×", "÷", "−", "≤", "\\", "\\le", "\\times", "a", "ab", "1", "12", "0", "3.5", "1,000", "𝟙", ",", ".", " ", "é", "_", "x2", "\n", "%", "$", ")", "("), { maxLength: 14 }).map((parts) => parts.join(""));

describe("what looks only where something can be finds what a plain search finds", () => {
  test("the last number", () => {
    // The number's definition, searched for from the left.
    const plain = (text: string) => [...text.matchAll(/(?<![\p{L}\p{N}_\\.]|\d,)(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\p{L}\p{N}_]|\.\d|,\d)/gu)].map(({ 0: found, index }) => ({ start: index, text: found })).at(-1);
    fc.assert(
      fc.property(clutter, (text) => {
        expect(lastNumber(text)).toEqual(plain(text));
      }),
      { numRuns: 3000 },
    );
  });

  test("operators", () => {
    // Tokens of any kind from the left, then those with a value on either side that belong to no word.
    const TOKEN = /<\/?[a-z][^<>]*>|<?-+>|<-+|<?=+>|\*\*+|--+|\\[a-zA-Z]+|<=|>=|[-+*/^<>×÷−≤≥]/gi;
    const plain = (text: string) => {
      const known = new Set(["+", "-", "−", "*", "/", "×", "÷", "^", "<", ">", "<=", ">=", "≤", "≥", "\\times", "\\le"]);
      return [...text.matchAll(TOKEN)].filter(({ 0: sign, index }) => {
        const [before, after] = [text.slice(Math.max(0, index - 20), index), text.slice(index + sign.length, index + sign.length + 20)];
        if (!known.has(sign) || !/[\p{N}\p{L})\]}|%!'°$][^\S\n]*$/u.test(before) || !/^\s*[\p{N}\p{L}([{|\\$.√π-]/u.test(after)) return false;
        if (sign === "^") return !/^\s*\{/.test(after);
        return !("-−/".includes(sign) && (/^\p{L}{2}/u.test(after) || (/\p{L}$/u.test(before) && /^\p{L}/u.test(after))));
      }).map(({ 0: from, index: start }) => ({ start, from }));
    };
    let found = 0;
    fc.assert(
      fc.property(clutter, (text) => {
        const places = operators(text).map(({ start, from }) => ({ start, from }));
        expect(places).toEqual(plain(text));
        found += places.length;
      }),
      { numRuns: 3000, seed: 5 },
    );
    expect(found).toBeGreaterThan(400);
  });
});

describe("shiftNumber", () => {
  const number = fc.oneof(fc.integer({ min: 0, max: 10 ** 9 }).map(String), fc.tuple(fc.nat(9999), fc.nat(99)).map(([a, b]) => `${a}.${String(b).padStart(2, "0")}`), fc.bigInt({ min: 0n, max: 10n ** 40n }).map(String), fc.integer({ min: 1000, max: 10 ** 9 }).map((n) => n.toLocaleString("en-US")));
  const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

  test("moves by at least one unit and at most half the size (one unit for the smallest), and keeps the form", () => {
    fc.assert(
      fc.property(number, fc.array(unit, { minLength: 2, maxLength: 2 }), (text, draws) => {
        let i = 0;
        const moved = shiftNumber(text, () => draws[i++]!);
        const units = (form: string) => BigInt(form.replace(/[.,]/g, ""));
        const distance = units(moved) > units(text) ? units(moved) - units(text) : units(text) - units(moved);
        expect(distance >= 1n && distance <= (units(text) / 2n > 1n ? units(text) / 2n : 1n)).toBe(true);
        expect((moved.split(".")[1] ?? "").length).toBe((text.split(".")[1] ?? "").length);
        expect(lastNumber(moved)?.text).toBe(moved);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ["84", [0.9, 0.1], "122"], // 1 + ⌊0.9 · 42⌋ = 38 up
    ["84", [0.9, 0.9], "46"],
    ["0", [0, 0.9], "1"], // nothing lies below 0
    ["1", [0, 0.9], "0"],
    ["0.05", [0, 0.9], "0.04"],
    ["1,000", [0, 0.9], "999"],
    ["999", [0, 0.1], "1000"],
    ["999,999", [0, 0.1], "1,000,000"],
    // ⌊d · 49999999⌋ for d = 1 − 2⁻⁵³ and ⌊d · 500000000⌋ for the same: the largest number drawn for in floats, and one in whole numbers of any size.
    ["99999999", [1 - 2 ** -53, 0.9], "50000000"],
    ["1000000000", [1 - 2 ** -53, 0.9], "500000000"],
  ] as const)("%s with draws %o is %s", (text, draws, expected) => {
    let i = 0;
    expect(shiftNumber(text, () => draws[i++]!)).toBe(expected);
  });
});

describe("operators", () => {
  test.each([
    ["7 * 12 = 84", ["*"]],
    ["3+4<8", ["+", "<"]],
    ["\\(a \\times b \\leq c\\)", ["\\times", "\\leq"]],
    ["x >= 3 and y <= 4", [">=", "<="]],
    ["a well-known fact about km/h and 80-year-olds, \\(x\\)-coordinates", []],
    ["x -> y => z <- w <=> v", []],
    ["- first\n- second\n* third", []],
    ["**bold** and <b>tag</b>", []],
    ["x^2 and x^{10}", ["^"]],
    ["\\leqslant 3 \\lambda + 2", ["+"]],
    ["5 − 3 × 2 ÷ 4", ["−", "×", "÷"]],
    ["", []],
  ])("%j → %j", (text, expected) => expect(operators(text).map(({ from }) => from)).toEqual(expected));

  test("swapping twice gives back a comparison", () => {
    for (const text of ["a < b", "a <= b", "a ≥ b", "a \\leq b", "a × b", "a + b"]) {
      const [{ start, from, to }] = operators(text) as [{ start: number; from: string; to: string }];
      const swapped = text.slice(0, start) + to + text.slice(start + from.length);
      expect(operators(swapped)[0]!.to).toBe(from);
    }
  });
});

describe("perturbByRule", () => {
  test("keeps its result on every machine", () => {
    // Draws from xoroshiro128+ seeded with SHA-256 of "42\n7 boxes …"; a change here changes every published run.
    expect(perturbByRule("7 boxes of 12 pencils hold 7 * 12 = 84 pencils.", { seed: 42 })).toEqual({
      text: "7 boxes of 12 pencils hold 7 / 12 = 72 pencils.",
      edits: [
        { rule: "number", start: 36, from: "84", to: "72" },
        { rule: "operator", start: 29, from: "*", to: "/" },
      ],
    });
  });

  test("number and operator may both apply, and each alone", () => {
    expect(perturbByRule("7 * 12 = 84", { seed: 1 }).edits.map(({ rule }) => rule)).toEqual(["number", "operator"]);
    expect(perturbByRule("there are 84 pencils", { seed: 1 }).edits.map(({ rule }) => rule)).toEqual(["number"]);
    expect(perturbByRule("so a + b = c", { seed: 1 })).toEqual({ text: "so a - b = c", edits: [{ rule: "operator", start: 5, from: "+", to: "-" }] });
  });

  test.each([
    ["the square is not larger", "the square is larger", "remove_not"],
    ["It cannot be so", "It can be so", "remove_not"],
    ["This isn't prime", "This is prime", "remove_not"],
    ["It won't divide", "It will divide", "remove_not"],
    ["We can't divide", "We can divide", "remove_not"],
    ["not only odd but prime; it is so", "not only odd but prime; it is not so", "insert_not"],
    ["the square is larger", "the square is not larger", "insert_not"],
    ["Every prime divides it", "It is false that Every prime divides it", "prefix"],
    ["  Every prime divides it", "  It is false that Every prime divides it", "prefix"],
  ])("%s → %s (%s)", (step, text, rule) => expect(perturbByRule(step, { seed: 0 })).toMatchObject({ text, edits: [{ rule }] }));

  test("never equal, the same for the same seed, and its edits tell the whole change", () => {
    const word = fc.constantFrom("is", "not", "x", "7", "12.5", "+", "<", "=", "\\times", "and", "km/h", "-", "can't", "cannot", "NOT", "∑", "𝔽", "\n", "$", "1,000", "^", "not only");
    fc.assert(
      fc.property(fc.oneof(fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(" ")), fc.string({ unit: "grapheme" })), fc.integer(), (step, seed) => {
        fc.pre(step.trim() !== "");
        const { text, edits } = perturbByRule(step, { seed });
        expect(text).not.toBe(step);
        expect(replay(step, edits)).toBe(text);
        expect(perturbByRule(step, { seed })).toEqual({ text, edits });
        expect(edits.every(({ rule }) => RULES.includes(rule))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test("takes the last operator in about seven cases of ten, any otherwise", () => {
    const step = "a + b - c * d / e = f"; // four operators; the last is taken with 0.7 + 0.3/4 = 0.775
    const last = Array.from({ length: 2000 }, (_, seed) => perturbByRule(step, { seed }).edits[0]!.from).filter((from) => from === "/").length;
    expect(last / 2000).toBeGreaterThan(0.74);
    expect(last / 2000).toBeLessThan(0.81);
  });

  test("an empty step and a seed that is none are errors", () => {
    expect(() => perturbByRule(" \n", { seed: 1 })).toThrow("perturbByRule requires a step with text, got an empty one");
    expect(() => perturbByRule("x", { seed: 0.5 })).toThrow("a seed is a whole number or a text, got 0.5");
  });

  test("long text takes linear time", () => {
    const started = Date.now();
    perturbByRule("a < b ".repeat(50_000), { seed: 1 });
    perturbByRule("<".repeat(200_000), { seed: 1 });
    perturbByRule("1,".repeat(100_000), { seed: 1 });
    expect(Date.now() - started).toBeLessThan(5_000);
  });
});

const chains = ["gsm8k", "math", "olympiadbench", "omnimath"].map((name) => sharedFile("data", "processbench", `${name}.json`));
test.skipIf(chains.some((path) => path === undefined))("on the 8,135 steps of ProcessBench's error-free chains: never equal, and which rules applied", () => {
  const steps = chains.flatMap((path) => (JSON.parse(readFileSync(path!, "utf8")) as { label: number; steps: string[] }[]).filter(({ label }) => label === -1).flatMap((row) => row.steps));
  expect(steps).toHaveLength(8135);
  const perturbed = steps.filter((step) => step.trim() !== "").map((step) => ({ step, ...perturbByRule(step, { seed: 42 }) }));
  expect(perturbed.filter(({ step, text }) => step === text)).toEqual([]);
  const share = (rule: string) => perturbed.filter(({ edits }) => edits.some((edit) => edit.rule === rule)).length / steps.length;
  expect(share("number")).toBeGreaterThan(0.9);
  expect(share("operator")).toBeGreaterThan(0.6);
  expect(share("prefix")).toBeLessThan(0.03);
});
