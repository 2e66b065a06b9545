import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import fc from "fast-check";
import { parquetWriteFile } from "hyparquet-writer";
import { describe, expect, test } from "vitest";
import { inProject } from "../../src/core/files";
import { CONFIGS, EDIT_CONFIGS, SPLITS, STYLE_CONFIGS } from "../../src/data/configs";
import { fromMath500, loadBenchmark, loadProblems, outputsOf, problemLine, problemOf, saveBenchmark, saveProblems, unwrapped, withOutputs, wrapped, type Problem } from "../../src/data/problems";
import { temporaryFile } from "../support/files";
import { sharedFile } from "../support/shared";

const minif2f = sharedFile("data", "minif2f", "robustpa.jsonl");
const math500 = sharedFile("data", "math500", "test.jsonl");
const SAMPLE = inProject("data", "sample", "robustness-problems.jsonl");
const problem = (fields = {}): Problem => ({ name: "p", id: "p", split: "test", informal_statement: "/-- Show that $1 < 2$.-/", informal_proof: "Clear.", formal_statement: "", formal_proof: "sorry", ...fields });

describe("the sources", () => {
  test.skipIf(!minif2f)("miniF2F: 244 problems, written again byte for byte but for the one proof that is missing", async () => {
    const { problems, bad } = await loadProblems(minif2f!);
    expect([problems.length, bad]).toEqual([SPLITS.miniF2F, []]);
    const before = readFileSync(minif2f!, "utf8");
    expect(problems.map((each) => `${problemLine(each)}\n`).join("")).toBe(before.replace(': NaN, "formal', ': "", "formal'));
    expect(problems.filter(({ informal_proof }) => informal_proof === "").map(({ name }) => name)).toEqual(["imosl_2007_algebra_p6"]);
  });

  test.skipIf(!math500)("MATH-500: 500 problems with distinct names, the answer as a clause of the statement, the solution as proof", async () => {
    const { problems, bad } = await loadProblems(math500!);
    expect([problems.length, bad]).toEqual([SPLITS.MATH500, []]);
    expect(problems[0]!.name).toBe("test_precalculus_807");
    expect(problems[0]!.informal_statement).toMatch(/^\/-- Convert the point [^]*\nShow that it is \$\\left\( 3, \\frac\{\\pi\}\{2\} \\right\)\$\.-\/$/);
    for (const { name, informal_proof, formal_statement, formal_proof } of problems) {
      expect(name).toMatch(/^test_[a-z_]+_\d+$/);
      expect([informal_proof.trim() === informal_proof, informal_proof === "", formal_statement, formal_proof]).toEqual([true, false, "", "sorry"]);
    }
  });

  test("MATH's id becomes a name without / and -, an answer that is in dollars already stays so, no answer adds no clause", () => {
    const row = { problem: " What is $2 + 3$? ", solution: "\n$5$", answer: "5", subject: "Algebra", level: 1, unique_id: "test/counting-and-chance/7.json" };
    expect(fromMath500(row)).toEqual({ name: "test_counting_and_chance_7", id: "test_counting_and_chance_7", split: "test", informal_statement: "/-- What is $2 + 3$?\nShow that it is $5$.-/", informal_proof: "$5$", formal_statement: "", formal_proof: "sorry" });
    expect(fromMath500({ ...row, answer: "$5$" }).informal_statement).toContain("Show that it is $5$.-/");
    expect(fromMath500({ ...row, answer: " " }).informal_statement).toBe("/-- What is $2 + 3$?-/");
    expect(() => fromMath500({ ...row, solution: 5 })).toThrow('"solution" is not a text with something in it, got 5');
  });

  test("the kit's own sample is in the layout", async () => {
    const { problems, bad } = await loadProblems(SAMPLE);
    expect([problems.length, bad]).toEqual([22, []]);
    expect(problems.map((each) => `${problemLine(each)}\n`).join("")).toBe(readFileSync(SAMPLE, "utf8"));
  });
});

describe("rows", () => {
  test("a bad one is named with line and reason, and the good ones stay", async () => {
    const lines = [JSON.stringify(problem({ name: "a" })), "{", JSON.stringify(problem({ name: "a" })), "", JSON.stringify({ name: "b", informal_statement: "x" }), "[1]", JSON.stringify(problem({ name: "c", informal_statement: "  " })), JSON.stringify(problem({ name: "d", informal_proof: 7 })), JSON.stringify(problem({ name: "e", informal_proof: null }))];
    for (const source of [temporaryFile("rows.jsonl", lines.join("\r\n")), Readable.from([lines.join("\n")])]) {
      const { problems, bad } = await loadProblems(source);
      expect(problems.map(({ name, informal_proof }) => [name, informal_proof])).toEqual([["a", "Clear."], ["e", ""]]);
      expect(bad.map(({ line, reason }) => [line, reason.replace(/JSON: .*/, "JSON")])).toEqual([
        [2, "not JSON"],
        [3, '"name" a is that of row 1 as well'],
        [5, 'no field "informal_proof"'],
        [6, "not a JSON object"],
        [7, '"informal_statement" is blank'],
        [8, '"informal_proof" is a text, got 7'],
      ]);
    }
  });

  test("NaN is a missing value only where it stands bare", async () => {
    const { problems } = await loadProblems(temporaryFile("rows.jsonl", '{"name": "NaN", "informal_statement": "is \\"NaN\\": NaN", "informal_proof": NaN, "x": [NaN]}'));
    expect(problems).toEqual([{ name: "NaN", informal_statement: 'is "NaN": NaN', informal_proof: "", x: [null] }]);
  });

  test("any row is read again as it was written, through JSON Lines and back", async () => {
    const value = fc.oneof(fc.string({ unit: "binary" }), fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => (Object.is(x, -0) ? 0 : x)), fc.boolean(), fc.constant(null), fc.array(fc.string()));
    const rows = fc.uniqueArray(fc.record({ name: fc.string({ minLength: 1 }), informal_statement: fc.string({ unit: "binary", minLength: 1 }).filter((text) => text.trim() !== ""), informal_proof: fc.string({ unit: "grapheme" }), extra: value }), { selector: ({ name }) => name });
    await fc.assert(
      fc.asyncProperty(rows, async (written) => {
        expect((await loadProblems(Readable.from([written.map((row) => `${problemLine(row)}\n`).join("")]))).problems).toEqual(written);
      }),
      { numRuns: 50 },
    );
  });

  test("outputs are kept in the order of their numbers, ten after nine", () => {
    const outputs = Array.from({ length: 11 }, (_, k) => `theorem t${k}`);
    const row = withOutputs(problem({ "LLM_Output#12": "old" }), outputs);
    expect(outputsOf(row)).toEqual(outputs);
    expect(outputsOf({ ...problem(), "LLM_Output#10": "b", "LLM_Output#9": "a", "LLM_Output#x": "c" })).toEqual(["a", "b"]);
  });

  test("a statement's wrapping comes off and goes on", () => {
    expect(wrapped(unwrapped("/-- Show it.-/"))).toBe("/-- Show it.-/");
    expect(unwrapped("Show it.")).toBe("Show it.");
  });
});

describe("the benchmark's files", () => {
  test("ten configs: five styles and five kinds of edit", () => {
    expect(CONFIGS).toHaveLength(10);
    expect(new Set(CONFIGS).size).toBe(10);
    expect([Object.keys(STYLE_CONFIGS).length, Object.keys(EDIT_CONFIGS).length]).toEqual([5, 5]);
  });

  test("from Parquet to JSON Lines and back without loss, in several shards, whole numbers and truth values too", async () => {
    const { problems } = await loadProblems(SAMPLE);
    const rows = problems.map((each, i) => ({ ...each, step_edit_is_last: i % 2 === 0, step_edit_span_start: i, step_edit_match_confidence: 0.9, informal_proof: i === 3 ? "∀ 𝔸 \u2028 NUL\u0001" : each.informal_proof }));
    const folder = dirname(temporaryFile("x", ""));
    const shard = (index: number, part: typeof rows) => {
      const path = join(folder, "local_step_delete", `miniF2F-0000${index}-of-00002.parquet`);
      mkdirSync(dirname(path), { recursive: true });
      const types: Record<string, "BOOLEAN" | "INT64" | "DOUBLE"> = { step_edit_is_last: "BOOLEAN", step_edit_span_start: "INT64", step_edit_match_confidence: "DOUBLE" };
      parquetWriteFile({ filename: path, columnData: Object.keys(part[0]!).map((name) => ({ name, type: types[name] ?? "STRING", data: part.map((row) => (types[name] === "INT64" ? BigInt(row[name as "step_edit_span_start"]) : row[name as "name"])) })) });
    };
    shard(0, rows.slice(0, 12));
    shard(1, rows.slice(12));
    const read = await loadBenchmark(folder, "local_step_delete", "miniF2F");
    expect(read).toEqual({ problems: rows, bad: [] });
    saveBenchmark(folder, "local_step_delete", "MATH500", read.problems);
    expect(await loadBenchmark(folder, "local_step_delete", "MATH500")).toEqual(read);
    await expect(loadBenchmark(folder, "global_original", "MATH500")).rejects.toThrow("global_original: no MATH500-….parquet and no MATH500.jsonl; npx faithlab data get robustpabench brings the released ones");
  });

  test("missing values of Parquet are missing, and a file that was cut off is named", async () => {
    const path = temporaryFile("rows.parquet", "");
    parquetWriteFile({ filename: path, columnData: [{ name: "name", data: ["a", "b"] }, { name: "informal_statement", data: ["x", "y"] }, { name: "informal_proof", data: ["z", null], type: "STRING" }] });
    expect((await loadProblems(path)).problems).toEqual([{ name: "a", informal_statement: "x", informal_proof: "z" }, { name: "b", informal_statement: "y", informal_proof: "" }]);
    writeFileSync(path, readFileSync(path).subarray(0, 60));
    await expect(loadProblems(path)).rejects.toThrow(/rows\.parquet: not a whole Parquet file \(.*\); fetch it again/);
    await expect(loadProblems("nowhere.jsonl")).rejects.toThrow("nowhere.jsonl: no such file");
  });

  test("a row of another kind is refused, whole numbers beyond 2^53 are written with all digits", () => {
    expect(() => problemOf("x")).toThrow("not a JSON object");
    expect(problemLine({ a: [1, "x"], b: 2n ** 60n, c: undefined })).toBe('{"a": [1, "x"], "b": 1152921504606846976}');
    const path = temporaryFile("p.jsonl", "");
    saveProblems(path, [problem()]);
    expect(readFileSync(path, "utf8")).toBe('{"name": "p", "id": "p", "split": "test", "informal_statement": "/-- Show that $1 < 2$.-/", "informal_proof": "Clear.", "formal_statement": "", "formal_proof": "sorry"}\n');
  });
});
