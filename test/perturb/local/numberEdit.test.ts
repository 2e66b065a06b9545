import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCsv } from "../../../src/data/csv";
import { isNumberLiteral, perturbNumber } from "../../../src/perturb/local/numberEdit";
import type { Region } from "../../../src/perturb/local/seeds";
import { sharedFile } from "../../support/shared";

const vectors = sharedFile("published", "number-edit-vectors.csv");
const place = { name: "x", source: "proof" } as const;

describe("perturbNumber", () => {
  test.skipIf(!vectors)("all 300 published vectors, literals that are no numbers among them", () => {
    const rows = readCsv(vectors!, (row) => ({ name: row.text("name"), source: row.text("source") as Region, value: row.text("old_value"), edited: row.text("new_value") }));
    expect(rows).toHaveLength(300);
    for (const { name, source, value, edited } of rows) expect(perturbNumber(value, { name, source }) ?? "", `${name} ${value}`).toBe(edited);
  });

  test.each([
    // A few of the vectors, so that a machine without the shared data tests each form of number too.
    ["mathd_numbertheory_3", "proof", "1.41", "1.44"],
    ["mathd_algebra_171", "statement", "-8", "-6"],
    ["amc12a_2008_p25", "statement", "45/3", "40/3"],
    ["imo_1959_p1", "statement", "90%", "93%"],
    ["mathd_numbertheory_296", "proof", "1520.7332", "1520.7442"],
    ["amc12b_2002_p19", "proof", "4967919", "5007007"],
    ["numbertheory_fxeq4powxp6powxp9powx_f2powmdvdf2pown", "statement", "060", "56"],
    ["mathd_algebra_441", "proof", "00", "3"],
    ["mathd_algebra_170", "proof", "44/-4", "49/-4"],
    ["mathd_numbertheory_99", "proof", "-0", "2"],
    ["mathd_numbertheory_711", "statement", "١٢", "10"],
  ] as const)("%s, %s: %s becomes %s", (name, source, value, edited) => expect(perturbNumber(value, { name, source })).toBe(edited));

  test.each(["+4", "--3", ".5", "1,000", "2/", "4/0", "-9/0", "4 / 3", "x", "", "%", "½", "1e3", "1.2.3", "−4"])("%j gives no edit", (value) => expect(perturbNumber(value, place)).toBeUndefined());

  test("white space around the literal is not part of it, not even that which only Python strips", () => {
    expect(perturbNumber("\x1f 12\n", place)).toBe(perturbNumber("12", place));
  });

  test.each([
    // By CPython 3.11's decimal module, whose default context keeps 28 digits.
    ["123456789012345678901234567890.5", "125689664375220541440218734400.0"],
    ["0.1234567890123456789012345678901234", "0.1234567890123456789012345679000000"],
    ["-99999999999999999999999999999.9", "-99945327147468551809433263100.0"],
  ])("%s, with more digits than Python's decimals keep, becomes %s", (value, edited) => expect(perturbNumber(value, place)).toBe(edited));

  test("the sign and the form are kept, 0 comes from nothing but 0, nothing stays, and the step is as large as the rule allows", () => {
    const whole = fc.oneof(fc.integer({ min: -12, max: 12 }), fc.integer({ min: -1100, max: 1100 }), fc.integer());
    fc.assert(
      fc.property(whole, fc.string(), fc.constantFrom("statement", "proof"), (n, name, source) => {
        const edited = Number(perturbNumber(String(n), { name, source }));
        const size = Math.abs(n);
        const most = size <= 10 ? 3 : size <= 100 ? 5 : size <= 1000 ? 15 : Math.floor(size / 20);
        const least = size > 100 && size <= 1000 ? 2 : 1;
        const step = Math.abs(edited - n);
        return step >= least && step <= most && edited !== 0 && (n === 0 ? edited > 0 : Math.sign(edited) === Math.sign(n));
      }),
    );
    fc.assert(
      fc.property(whole, fc.integer({ min: 1, max: 6 }), fc.string(), (units, places, name) => {
        const digits = String(Math.abs(units)).padStart(places + 1, "0");
        const text = `${units < 0 ? "-" : ""}${digits.slice(0, -places)}.${digits.slice(-places)}`;
        const edited = perturbNumber(text, { name, source: "proof" })!;
        expect(edited).toMatch(new RegExp(`^${units < 0 ? "-" : ""}\\d+\\.\\d{${places}}$`));
        expect(edited).not.toBe(text);
      }),
    );
  });
});

test("isNumberLiteral takes what can be edited, and a fraction with spaces, which then gives no edit", () => {
  expect(["12", "-12", "1.5", "3/4", "3 / 4", "-3/-4", "15%", " 7 "].map(isNumberLiteral)).toEqual(Array(8).fill(true));
  expect(["+4", "1,000", ".5", "3/", "x", ""].map(isNumberLiteral)).toEqual(Array(6).fill(false));
});
