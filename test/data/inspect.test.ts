import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { checkFolder } from "../../src/data/checkFolder";
import { inspectFile, type Inspection } from "../../src/data/inspect";
import { layoutOf, rowFault } from "../../src/data/layouts";
import { DATASETS } from "../../src/data/registry";
import { sharedFile } from "../support/shared";

const folder = mkdtempSync(join(tmpdir(), "inspect-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const put = (name: string, content: string) => {
  mkdirSync(join(folder, name, ".."), { recursive: true });
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const chain = { id: "gsm8k-0", generator: "g", problem: "p", steps: ["one", "two"], final_answer_correct: true, label: -1 };

describe("rowFault", () => {
  test("names the field, what it should be, and what it is", () => {
    expect(rowFault("processbench", chain)).toBeUndefined();
    expect(rowFault("processbench", { ...chain, label: 2 })).toBe('"label" is −1 or the index of one of the 2 steps, got 2');
    expect(rowFault("processbench", { ...chain, label: -2 })).toContain('"label"');
    expect(rowFault("processbench", { ...chain, label: "1" })).toBe('"label" is not a whole number, got "1"');
    expect(rowFault("processbench", { ...chain, steps: [] })).toContain('"steps" is not a list of texts');
    expect(rowFault("processbench", { ...chain, final_answer_correct: 1 })).toContain("neither true nor false");
    expect(rowFault("processbench", [chain])).toBe("not a JSON object");
    const { problem: _, ...without } = chain;
    expect(rowFault("processbench", without)).toBe('no field "problem"');
  });

  test("FaithformBench's rows, original and formalised", () => {
    const step = { step_content: "s", is_perturbed: false, type_of_perturbation: "unperturbed", problem_id: "math-1", node_id: 3, statement_type: "computation", proof_type: "deduction", depencies: [] };
    expect(layoutOf(step)).toBe("faithformbench-ab");
    expect(rowFault("faithformbench-ab", step)).toBeUndefined();
    expect(rowFault("faithformbench-ab", { ...step, type_of_perturbation: "x" })).toContain('"type_of_perturbation" is one of');
    const formalised = { ...step, autoformaliser_model: "m", proof_result: "Proved" };
    expect(layoutOf(formalised)).toBe("faithformbench-cd");
    expect(rowFault("faithformbench-cd", formalised)).toBeUndefined();
    expect(rowFault("faithformbench-cd", { ...formalised, proof_result: "proved" })).toContain('"proof_result" is one of');
  });

  test("a row of no layout, or no row, has none", () => {
    for (const value of [{ a: 1 }, {}, [], null, 7, "x"]) expect(layoutOf(value)).toBeUndefined();
  });
});

describe("inspectFile", () => {
  test("tells files by their content", async () => {
    const forms: [string, string, Partial<Inspection>][] = [
      ["p.parquet", "PAR1....PAR1", { form: "parquet", faulty: 0 }],
      ["cut.parquet", "PAR1........", { form: "parquet", faulty: 1 }],
      ["page.json", "\n<!DOCTYPE html><html>", { form: "web page", faulty: 1 }],
      ["pointer.jsonl", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n", { form: "pointer", faulty: 1 }],
      ["none.json", "", { form: "empty", faulty: 1 }],
      ["one.json", '{\n"a": 1\n}', { form: "json", faulty: 0 }],
      ["talk.out", '{"a": 1}\n\n{"b":\n2}', { form: "other", faulty: 0 }],
      ["notes.md", "# Notes", { form: "other", faulty: 0 }],
    ];
    for (const [name, content, expected] of forms) expect(await inspectFile(put(name, content)), name).toMatchObject({ ...expected, size: Buffer.byteLength(content) });
  });

  test("counts rows and gives the first faults with their lines; CRLF and a byte order mark are no faults", async () => {
    const lines = ["{bad", JSON.stringify(chain), "", JSON.stringify({ ...chain, label: 9 })];
    expect(await inspectFile(put("rows.jsonl", `\uFEFF${lines.join("\r\n")}\r\n`))).toMatchObject({ form: "json lines", layout: "processbench", rows: 3, faulty: 2, faults: [{ line: 1 }, { line: 4 }] });
    const many = await inspectFile(put("many.jsonl", `${JSON.stringify(chain)}\n${"{}\n".repeat(30)}`));
    expect(many).toMatchObject({ rows: 31, faulty: 30 });
    expect(many.faults).toHaveLength(10);
    expect(many.faults[0]).toEqual({ line: 2, reason: 'no field "id"' });
  });

  test("a file with the name and layout of a known one but other bytes differs; another test.jsonl does not", async () => {
    expect((await inspectFile(put("gsm8k.json", JSON.stringify([chain])))).known).toEqual({ dataset: "processbench", path: "gsm8k.json", equal: false });
    expect((await inspectFile(put("test.jsonl", '{"id": 1, "reply": "r"}'))).known).toBeUndefined();
  });

  test("what is no file is an error that names it", async () => {
    await expect(inspectFile(join(folder, "nowhere"))).rejects.toThrow("nowhere: no such file");
    await expect(inspectFile(folder)).rejects.toThrow("not a file");
  });
});

describe("checkFolder", () => {
  test("goes through folders, past links that lead nowhere or round", async () => {
    const root = join(folder, "tree");
    put("tree/a/rows.jsonl", `${JSON.stringify(chain)}\n`);
    put("tree/b.json.part", "half");
    symlinkSync(root, join(root, "round"));
    symlinkSync(join(root, "nowhere"), join(root, "broken"));
    const found: string[] = [];
    for await (const { file } of checkFolder(root)) found.push(file);
    expect(found).toEqual([join("a", "rows.jsonl")]);
    await expect(checkFolder(join(root, "none")).next()).rejects.toThrow("data check looks through a folder");
  });
});

const real = sharedFile("data");
describe.skipIf(!real)("the real files", () => {
  test("are what the registry says, byte for byte, and all their rows are valid", async () => {
    for (const { name, files } of DATASETS.filter(({ files: known }) => known.some(({ sha256 }) => sha256))) {
      for (const file of files) {
        const found = await inspectFile(join(real!, name, file.path));
        expect(found).toMatchObject({ size: file.size, sha256: file.sha256, rows: file.rows, layout: file.layout, faulty: 0, known: { dataset: name, path: file.path, equal: true } });
      }
    }
  });

  test("of other layouts are told apart, and the one row of robustpa.jsonl that Python wrote as NaN is named", async () => {
    const rows: [string, string, number, number][] = [["minif2f/robustpa.jsonl", "robustpa", 244, 1], ["minif2f/deepseek_v1.5.jsonl", "minif2f", 488, 0], ["lean-statements.jsonl", "lean-statements", 2736, 0], ["replies/prover.jsonl", "model-replies", 250, 0]];
    for (const [file, layout, count, faulty] of rows) expect(await inspectFile(join(real!, file))).toMatchObject({ layout, rows: count, faulty });
    expect((await inspectFile(join(real!, "minif2f", "robustpa.jsonl"))).faults).toEqual([{ line: 23, reason: expect.stringContaining("NaN") }]);
  });
});
