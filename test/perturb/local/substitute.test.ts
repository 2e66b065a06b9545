import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Problem } from "../../../src/data/problems";
import { marksIn } from "../../../src/perturb/local/marks";
import { substitute } from "../../../src/perturb/local/substitute";
import { verifyEdit, verifyEdits } from "../../../src/perturb/local/verify";
import { frozen } from "../../support/frozen";

const problem: Problem = frozen({ name: "amc12a_2008_p25", id: "x", informal_statement: "/-- Show that $a < 45/3$.-/", informal_proof: "As $b + 9.8 \\le c \\le e$, it is 𝔽 so; $d \\geq 45/3$; and 45/3 is 15. ", formal_proof: "sorry" });
const numbers = (...entries: object[]) => marksIn({ numbers: entries }, "number", problem)!.marks;
const symbols = (...entries: object[]) => marksIn({ symbols: entries }, "symbol", problem)!.marks;
const edit = (kind: "number" | "symbol", region: "statement" | "proof", marks: ReturnType<typeof numbers>) => substitute(problem, { kind, region, marks, marker: "test" });

describe("substitute", () => {
  test("gives the edited row with the released metadata, in their order", () => {
    // New value: number-edit-vectors.csv, amc12a_2008_p25, statement, 45/3 → 40/3.
    const outcome = edit("number", "statement", numbers({ value: "45/3", source: "statement", char_offset_start: 2, char_offset_end: 6, context: "a < 45/3" }));
    expect(outcome).toMatchObject({ ok: true, counts: { marked: 1, unplaced: 0, unfit: 0, candidates: 1 } });
    const row = (outcome as { row: Problem }).row;
    expect(Object.entries(row)).toEqual(
      Object.entries({
        ...problem,
        informal_statement: "/-- Show that $a < 40/3$.-/",
        original_informal_statement: problem.informal_statement,
        original_informal_proof: problem.informal_proof,
        number_edit_type: "statement_edit",
        number_edit_source: "statement",
        number_edit_old_value: "45/3",
        number_edit_new_value: "40/3",
        number_edit_context: "a < 45/3",
        number_edit_char_offset_start: 19,
        number_edit_char_offset_end: 23,
        edit_marker: "test",
      }),
    );
    expect(verifyEdit(row)).toEqual({ name: problem.name, ok: true, edit: "number_statement", span: { start: 19, end: 23 }, from: "45/3", to: "40/3", asRecorded: true });
  });

  test("offsets are those of Python, which counts 𝔽 once", () => {
    const outcome = edit("symbol", "proof", symbols({ symbol: "\\geq", family: "relation", source: "proof", char_offset_start: 41, char_offset_end: 45, context: "" }));
    const row = (outcome as { row: Problem }).row;
    expect([...problem.informal_proof].slice(41, 45).join("")).toBe("\\geq");
    expect([row.informal_proof, row["symbol_edit_char_offset_start"], row["symbol_edit_family"], row["symbol_edit_new_symbol"]]).toEqual([problem.informal_proof.replace("\\geq", "\\leq"), 41, "relation", "\\leq"]);
    expect(verifyEdit(row)).toMatchObject({ ok: true, asRecorded: true, from: "\\geq", to: "\\leq" });
  });

  test("relations go before operators, and an excluded relation leaves the operator", () => {
    const plus = { symbol: "+", source: "proof", context: "b + 9.8" };
    const chosen = (...entries: object[]) => (edit("symbol", "proof", symbols(...entries)) as { row: Problem }).row["symbol_edit_old_symbol"];
    expect(chosen(plus, { symbol: "\\geq", source: "proof", context: "" })).toBe("\\geq");
    expect(chosen(plus, { symbol: "=", source: "proof", context: "" })).toBe("+");
    expect(chosen(plus, { symbol: "\\le", source: "proof", context: "9.8 \\le c" })).toBe("+");
  });

  test.each([
    ["no place is marked", "number", []],
    ["no marked place can be edited", "number", numbers({ value: "9", source: "proof", context: "" }, { value: "77", source: "proof", context: "" })],
    ["no marked place can be edited", "number", numbers({ value: "twice", source: "proof", context: "" })],
  ] as const)("%s", (reason, kind, marks) => expect(edit(kind, "proof", [...marks])).toMatchObject({ ok: false, reason }));

  test("marks that are none are counted, and marks of the other region are not looked at", () => {
    expect(marksIn({ numbers: [1, null, {}, { value: "3", source: "footnote" }, { value: 15, source: "proof" }] }, "number", problem)).toMatchObject({ unusable: 4, marks: [{ value: "15", start: undefined }] });
    expect(marksIn({ candidates: [{ symbol: "+", source: "proof" }] }, "symbol", problem)?.marks).toHaveLength(1);
    expect(marksIn({ numbers: "x" }, "number", problem)).toBeUndefined();
    expect(edit("number", "statement", numbers({ value: "15", source: "proof", context: "" }))).toMatchObject({ ok: false, counts: { marked: 0 } });
  });
});

describe("verifyEdit", () => {
  const good = (edit("number", "statement", numbers({ value: "45/3", source: "statement", context: "" })) as { row: Problem }).row;

  test.each<[string, Partial<Problem>, RegExp]>([
    ["a second change", { informal_statement: "/-- Show that $b < 40/3$.-/" }, /do not differ by "45\/3" replaced with "40\/3": "a < 45" became "b < 40" at 15/],
    ["another new value", { informal_statement: "/-- Show that $a < 41/3$.-/" }, /do not differ/],
    ["a changed proof", { informal_proof: "else" }, /the proof differs from the original one/],
    ["no change", { informal_statement: problem.informal_statement }, /the edited text is the original one/],
    ["no original", { original_informal_statement: undefined }, /lacks the original or the edited statement/],
    ["no metadata", { number_edit_source: undefined }, /no metadata of an edit/],
    ["another region", { number_edit_source: "footnote" }, /"number_edit_source" is statement or proof, got "footnote"/],
    ["no old value", { number_edit_old_value: undefined }, /lacks its old or its new value/],
  ])("finds %s", (_, change, reason) => {
    const found = verifyEdit({ ...good, ...change } as Problem);
    expect(found).toMatchObject({ ok: false });
    expect((found as { reason: string }).reason).toMatch(reason);
  });

  test("a wrong offset is no wrong edit, but is told", () => {
    expect(verifyEdit({ ...good, number_edit_char_offset_start: 3 })).toMatchObject({ ok: true, asRecorded: false, span: { start: 19 } });
    expect(verifyEdits([good, { ...good, informal_statement: "x" }])).toMatchObject({ verified: 1, edits: 2, byEdit: { number_statement: { verified: 1, edits: 2 } }, failures: [{ name: problem.name, edit: "number_statement" }] });
    expect(() => verifyEdits([])).toThrow("verifyEdits requires at least one edited row");
  });

  test("any replaced span is verified, and no other change passes for it", () => {
    const digits = fc.string({ unit: fc.constantFrom("1", "2", " "), maxLength: 12 });
    fc.assert(
      fc.property(digits, digits, fc.constantFrom("1", "12", "21", "2/1"), fc.constantFrom("2", "11", "22", "1/1"), digits, (before, after, old, value, other) => {
        const row = { ...good, original_informal_statement: before + old + after, informal_statement: before + value + after, number_edit_old_value: old, number_edit_new_value: value, number_edit_char_offset_start: before.length };
        if (row.informal_statement === row.original_informal_statement) return;
        expect(verifyEdit(row)).toMatchObject({ ok: true, asRecorded: true, from: old, to: value });
        const forged = verifyEdit({ ...row, informal_statement: other });
        // It passes only if the forged text is the original with the old value replaced somewhere.
        if (forged.ok) expect(before + old + after).toBe(other.slice(0, forged.span.start) + old + other.slice(forged.span.start + value.length));
      }),
    );
  });
});
