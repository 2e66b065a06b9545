import { spawn, spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { inProject } from "../../src/core/files";
import type { Problem } from "../../src/data/problems";
import { verifyEdit } from "../../src/perturb/local/verify";
import { pair } from "../support/model-pair";

const SAMPLE = inProject("data", "sample", "robustness-problems.jsonl");
const CLI = inProject("dist", "cli.js");
const faithlab = (args: string[], input = "") => spawnSync(process.execPath, [CLI, ...args], { encoding: "utf8", input });
const rowsOf = (stdout: string) => stdout.split("\n").filter(Boolean).map((line) => JSON.parse(line) as Problem);
const problem = (fields = {}) => JSON.stringify({ name: "p", informal_statement: "/-- Show that $a < 12$.-/", informal_proof: "As $a = 5$, it is so.", ...fields });

describe("faithlab edit", () => {
  test("number: rows of both regions in the order of the input, each verified, exit 0", () => {
    const { status, stdout, stderr } = faithlab(["edit", "number", SAMPLE]);
    const rows = rowsOf(stdout);
    expect([status, rows.length]).toEqual([0, 44]);
    expect(rows.slice(0, 4).map((row) => [row.name, row["number_edit_source"]])).toEqual([["garden_fence", "statement"], ["garden_fence", "proof"], ["two_unknowns", "statement"], ["two_unknowns", "proof"]]);
    for (const row of rows) expect(verifyEdit(row)).toMatchObject({ ok: true, asRecorded: true });
    expect(stderr).toBe("22 problems, 44 edits, 44 of them verified\n");
  });

  test("marks in a row are taken and not printed; a bad line is told, the others go on, exit 1", () => {
    const marks = [{ value: "12", source: "statement", char_offset_start: 0, char_offset_end: 2, context: "a < 12" }];
    const { status, stdout, stderr } = faithlab(["edit", "number", "--region", "statement"], `${problem({ numbers: marks })}\n{bad\n${problem({ name: "q", numbers: [] })}\n${JSON.stringify({ id: 7, name: "r" })}\n`);
    const [edited, ...others] = rowsOf(stdout) as unknown as Record<string, unknown>[];
    expect(status).toBe(1);
    expect(edited).toMatchObject({ name: "p", number_edit_old_value: "12", number_edit_char_offset_start: 19, edit_marker: "given" });
    expect(edited).not.toHaveProperty("numbers");
    expect(others).toEqual([{ line: 2, error: expect.stringContaining("not JSON") }, { id: 7, line: 4, error: 'no field "informal_statement"' }]);
    expect(stderr).toBe("q: statement: no place is marked\n2 rows not readable\n2 problems, 1 edits, 1 of them verified\n");
  });

  test("symbol and delete, and MATH's rows", () => {
    expect(rowsOf(faithlab(["edit", "symbol"], problem()).stdout)).toMatchObject([{ informal_statement: "/-- Show that $a > 12$.-/", symbol_edit_old_symbol: "<" }]);
    expect(faithlab(["edit", "delete", SAMPLE])).toMatchObject({ status: 0, stderr: "clock_hands: proof: no step is deletable\n22 problems, 21 edits, 21 of them verified\n" });
    const math = JSON.stringify({ problem: "What is $2 + 30$?", solution: "It is $32$.", answer: "32", subject: "Algebra", level: 1, unique_id: "test/algebra/1.json" });
    expect(rowsOf(faithlab(["edit", "number", "--region", "proof"], math).stdout)).toMatchObject([{ name: "test_algebra_1", original_informal_statement: "/-- What is $2 + 30$?\nShow that it is $32$.-/", number_edit_old_value: "32" }]);
  });

  test.each([
    [["edit"], "edit takes one of number, symbol, delete first, got nothing"],
    [["edit", "word"], 'got "word"'],
    [["edit", "number", "--region", "title"], '--region is statement or proof, got "title"'],
    [["edit", "delete", "--region", "statement"], "steps are deleted from proofs"],
    [["edit", "symbol", "--preset", "loose"], '--preset is strict or paper, got "loose"'],
    [["edit", "number", "--concurrency", "0"], "--concurrency is a whole number from 1, got 0"],
    [["edit", "number", "none.jsonl"], "none.jsonl: no such file"],
    [["paraphrase"], "--style is one of G-FF, Q-FF, G-Step, Q-Step, got none"],
    [["paraphrase", "--style", "G-FF", "--attempts", "0"], '--attempts is a whole number from 1, got "0"'],
    [["perturb", "--seed", "1"], "perturb needs --rule"],
    [["perturb", "--rule", "--seed", "x"], '--seed takes a whole number, got "x"'],
  ])("%j is an unusable call, exit 2", (args, message) => {
    const { status, stdout, stderr } = faithlab(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(message);
  });

  test("with a model: asked over the wire, several problems at once, rows in order all the same", async () => {
    let asked = 0;
    // The first answers are the slowest, so rows come in order only if they are kept in order. What a real model would mark, the fake does not show.
    const { server } = await pair({
      answer: () => ({ message: { content: JSON.stringify({ numbers: [{ value: "12", source: "statement", context: "" }] }) } }),
      faultOf: () => ({ fault: "slow", ms: Math.max(0, 400 - 40 * asked++) }),
    });
    const child = spawn(process.execPath, [CLI, "edit", "number", "--model", "fake", "--base-url", server.baseUrl, "--region", "statement"], { env: { ...process.env, FAITHLAB_API_KEY: "" } });
    let out = "";
    child.stdout.on("data", (chunk) => (out += chunk));
    child.stdin.end(Array.from({ length: 12 }, (_, i) => problem({ name: `p${i}` })).join("\n"));
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
    expect(rowsOf(out).map((row) => [row.name, row["edit_marker"]])).toEqual(Array.from({ length: 12 }, (_, i) => [`p${i}`, expect.stringMatching(/^fake, prompt [0-9a-f]{16}$/)]));
    expect([asked, server.peak > 1]).toEqual([12, true]);
  });
});

describe("faithlab paraphrase", () => {
  test("one row for each problem, with the check told", () => {
    const { status, stdout, stderr } = faithlab(["paraphrase", "--style", "Q-Step", SAMPLE]);
    expect([status, rowsOf(stdout).length]).toEqual([0, 22]);
    expect(rowsOf(stdout)[0]!.informal_proof).toMatch(/^1\. \*\*Remark:\*\* The fence runs[^\n]*\n2\. \*\*Working:\*\* /);
    expect(stderr).toBe("22 problems, 0 of them in their original text; 22 keep every numeric and symbolic token\n");
  });

  test("a problem that keeps its original text is named", () => {
    const { stdout, stderr } = faithlab(["paraphrase", "--style", "G-Step"], problem({ informal_proof: null }));
    expect(rowsOf(stdout)).toMatchObject([{ paraphrase_kept_original: true, informal_proof: "" }]);
    expect(stderr).toContain("p: keeps its original text: there is no proof");
  });
});

describe("faithlab perturb", () => {
  test("steps made false by rule, the same for the same seed; an empty step is an error row", () => {
    const input = `${JSON.stringify({ id: 1, step_content: "7 * 12 = 84" })}\n${JSON.stringify({ id: 2, step_content: " " })}\n`;
    const { status, stdout } = faithlab(["perturb", "--rule", "--seed", "42"], input);
    const [row, error] = rowsOf(stdout) as unknown as Record<string, unknown>[];
    expect(status).toBe(1);
    expect(Object.keys(row!)).toEqual(["id", "perturbed", "edits"]);
    expect(row!["perturbed"]).not.toBe("7 * 12 = 84");
    expect(error).toEqual({ id: 2, line: 2, error: '"step_content" is blank' });
    expect(faithlab(["perturb", "--rule", "--seed", "42"], input).stdout).toBe(stdout);
  });
});
