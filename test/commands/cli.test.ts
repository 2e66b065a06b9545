import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inProject } from "../../src/core/files";

const folder = mkdtempSync(join(tmpdir(), "cli-"));
const file = join(folder, "c.jsonl");
const faithlab = (args: string[], input = "") => spawnSync(process.execPath, [inProject("dist", "cli.js"), ...args], { encoding: "utf8", input });
const row = (kind: string, result: string) => JSON.stringify({ problem_id: "gsm8k-1", node_id: "step_1", type_of_perturbation: kind, autoformaliser_model: 'a "b", c', proof_result: result });

beforeAll(() => writeFileSync(file, `\uFEFF${row("unperturbed", "Proved")}\r\n\r\n${row("regex_perturbed", "Proved")}\r\n`));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("faithlab", () => {
  test("without a command says what there is, exit 2; --help the same, exit 0", () => {
    expect(faithlab([])).toMatchObject({ status: 2, stdout: expect.stringContaining("rates FILE…") });
    expect(faithlab(["--help"])).toMatchObject({ status: 0, stdout: expect.stringContaining("rates FILE…") });
    expect(faithlab(["--version"])).toMatchObject({ status: 0, stdout: "faithlab 0.1.0\n" });
  });

  test("an unusable call is one line on standard error, exit 2", () => {
    for (const [args, message] of [
      [["nope"], 'there is no command "nope"'],
      [["constructor"], 'there is no command "constructor"'],
      [["rates", "--bad"], "Unknown option '--bad'"],
      [["rates", join(folder, "none.jsonl")], "no such file"],
      [["rates", file, "--json", "--csv"], "not both"],
      [["rates", file, "--threads", "four"], '--threads is a whole number from 1 to 64, got "four"'],
    ] as const) {
      const { status, stdout, stderr } = faithlab([...args]);
      expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
      expect(stderr).toContain(message);
      expect(stderr.trim().split("\n")).toHaveLength(1);
    }
  });
});

describe("faithlab rates", () => {
  test("one JSON object a group, byte order mark and CRLF read, exit 0", () => {
    const { status, stdout, stderr } = faithlab(["rates", file]);
    expect(status).toBe(0);
    expect(stdout.trim().split("\n")).toHaveLength(1);
    expect(JSON.parse(stdout)).toMatchObject({ model: 'a "b", c', dataset: "gsm8k", perturbation: "regex_perturbed", n: 1, fpr: { k: 1, n: 1, rate: 1 }, contingency: { sycophancy: 1 }, counts: { original: { proved: 1 } } });
    expect(stderr).toBe("2 rows, 0 of them not counted, 1 groups\n");
  });

  test("CSV quotes what needs it", () => {
    const [header, line] = faithlab(["rates", "--csv", file]).stdout.trim().split("\n");
    expect(header).toMatch(/^model,dataset,perturbation,n,fnr_k,fnr_n,fnr,fnr_lo,fnr_hi,/);
    expect(line).toMatch(/^"a ""b"", c",gsm8k,regex_perturbed,1,/);
  });

  test("reads standard input; a bad row is reported with its line, the others count, exit 1", () => {
    const { status, stdout, stderr } = faithlab(["rates"], `${row("unperturbed", "Proved")}\n{bad\n${row("regex_perturbed", "Refuted")}\n`);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ n: 1, contingency: { faithfulness: 1 } });
    expect(stderr).toMatch(/^-:2: not JSON/);
  });

  test("nothing gives nothing, exit 1", () => {
    expect(faithlab(["rates"], "")).toMatchObject({ status: 1, stdout: "" });
  });
});

describe("row commands", () => {
  const rows = (command: string[], lines: string[]) => {
    const { status, stdout } = faithlab(command, `${lines.join("\n")}\n`);
    return { status, rows: stdout.trim().split("\n").map((line) => JSON.parse(line) as Record<string, unknown>) };
  };

  test("extract, parse and audit give one row for each, in order; a bad line is a row with its number, exit 1", () => {
    const reply = "Sure.\n```lean4\ntheorem t (x : ℝ) : x = x := by sorry\n```";
    const extracted = rows(["extract"], [JSON.stringify({ id: "a", reply, finish: "stop" }), "{", JSON.stringify({ id: 2, reply: "no code" }), '["list"]', '{"id":3}', '{"id":{},"reply":"x"}']);
    expect(extracted.status).toBe(1);
    expect(extracted.rows).toMatchObject([{ id: "a", ok: true, name: "t" }, { line: 2, error: expect.stringMatching(/^not JSON/) }, { id: 2, ok: false }, { line: 4, error: "not a JSON object" }, { id: 3, line: 5, error: 'no field "reply"' }, { line: 6, error: '"id" is a text or a number, got {}' }]);
    expect(rows(["parse"], [JSON.stringify({ id: 1, code: "theorem t (n : ℕ) : n = n := rfl" })])).toMatchObject({ status: 0, rows: [{ id: 1, ok: true, name: "t", binders: "(n : ℕ)", body: "n = n" }] });
    expect(rows(["audit"], [JSON.stringify({ id: 1, code: "theorem t : 1 = 2 := by sorry", statement: "theorem t : 1 = 2 := by sorry" })])).toMatchObject({ status: 0, rows: [{ id: 1, ok: false, violations: [{ line: 1, column: 24, text: "sorry" }] }] });
  });

  test("the presets differ as documented, and no other word is a preset", () => {
    const proved = JSON.stringify({ id: 1, reply: "```lean4\ntheorem t : 1 = 1 := by norm_num\n```", finish: "stop" });
    expect(rows(["extract", "--preset", "strict"], [proved]).rows).toMatchObject([{ ok: true }]);
    expect(rows(["extract", "--preset", "paper"], [proved]).rows).toMatchObject([{ ok: false }]);
    expect(faithlab(["extract", "--preset", "lenient"], "")).toMatchObject({ status: 2, stderr: 'faithlab: --preset is strict or paper, got "lenient"\n' });
  });

  test("10,000 rows through a reader that stops early end quietly", () => {
    const line = JSON.stringify({ id: 1, code: "theorem t : 1 = 1 := rfl" });
    const { status, stdout } = spawnSync("bash", ["-c", `yes '${line}' | head -10000 | "${process.execPath}" "${inProject("dist", "cli.js")}" parse 2>/dev/null | head -1`], { encoding: "utf8" });
    expect({ status, lines: stdout.trim().split("\n").length }).toEqual({ status: 0, lines: 1 });
  });
});
