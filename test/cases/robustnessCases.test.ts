import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { beforeAll, describe, expect, test } from "vitest";
import { painter } from "../../src/cases/foreign";
import { outputCard, outputCards } from "../../src/cases/outputCard";
import { readRobustnessRun, selectOutputs, type OutputCase, type RobustnessFolder } from "../../src/cases/robustnessCases";
import { PROJECT } from "../support/project";
import { HOSTILE } from "../support/runs";

let run: RobustnessFolder;
beforeAll(async () => {
  const folder = join(mkdtempSync(join(tmpdir(), "faithlab-run-")), "b");
  const { status, stderr } = spawnSync(process.execPath, [join(PROJECT, "dist", "cli.js"), "robustness", "run", "--out", folder, "--limit", "5"], { encoding: "utf8" });
  expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
  run = await readRobustnessRun(folder);
}, 60_000);

/** An output with an edit and two judges that disagree. */
const made = (text: string): OutputCase => ({
  id: `s/d/p/number_proof#1${text}`, system: text, sample: 1, checked: { ok: true, reason: text },
  instance: { dataset: text, problem: text, condition: "number_proof", statement: text, proof: `So 2 + 3 = 9. ${text}`, proofWords: 5, edit: { kind: "number", text: "So 2 + 3 = 9.", start: 11, end: 12, oldValue: "5", newValue: "9" } },
  code: `theorem t : 2 + 3 = 5 := by\n  have h : 2 + /- c -/ 3 = 9 := by norm_num -- ${text}\n  norm_num`,
  judges: {
    rule: { statement: { score: true, reason: text }, proof: { score: true, reason: "" }, edit: { label: "faithful" } },
    model: { statement: { score: null, reason: "" }, proof: { score: true, reason: "" }, edit: { label: "reverted", because: text, quoted: "2 +  3 = 9" } },
  },
  record: { dataset: "d", problem: "p", proofWords: 5, system: "s", condition: "number_proof", sample: 1, tc: true, stmtSC: true, proofSC: true, label: "faithful" },
  checker: "scan (not Lean)",
});

describe("outputs of Method B", () => {
  test("a folder is read back with records and details in step", () => {
    expect(run.outputs.length).toBeGreaterThan(20);
    for (const { record, instance, system, sample } of run.outputs) expect(record).toMatchObject({ problem: instance.problem, condition: instance.condition, system, sample });
  });

  test("without a run the error says how to make one", async () => {
    await expect(readRobustnessRun("test")).rejects.toThrow(/holds no finished run of Method B: .*robustness run --out/);
  });

  test("settings that are none, and files of two runs, are told", async () => {
    const folder = mkdtempSync(join(tmpdir(), "faithlab-run-"));
    const give = (name: string, text: string) => writeFileSync(join(folder, name), text);
    for (const name of ["study.jsonl", "outputs.jsonl", "run.json"]) give(name, readFileSync(join(run.folder, name), "utf8"));
    expect((await readRobustnessRun(folder)).settings).toMatchObject({ method: "B", systems: [{ name: "carrier" }, { name: "repairer" }], judges: [{ name: "rule" }], samples: 1 });
    give("outputs.jsonl", readFileSync(join(run.folder, "outputs.jsonl"), "utf8").split("\n").slice(1).join("\n"));
    await expect(readRobustnessRun(folder)).rejects.toThrow(/study.jsonl has \d+ outputs, outputs.jsonl \d+; take the folder of one run/);
    give("run.json", '{"method": "B", "systems": [7]}');
    give("outputs.jsonl", readFileSync(join(run.folder, "outputs.jsonl"), "utf8"));
    await expect(readRobustnessRun(folder)).rejects.toThrow(/run.json holds no settings of a run of Method B/);
    give("run.json", "{");
    await expect(readRobustnessRun(folder)).rejects.toThrow(/run.json is no JSON/);
  });

  test("filters count what the records count", () => {
    const { outputs } = run;
    for (const label of ["faithful", "reverted"] as const) expect(selectOutputs(outputs, { label })).toHaveLength(outputs.filter(({ record }) => record.label === label).length);
    expect(selectOutputs(outputs, { system: "carrier", condition: ["number_statement", "number_proof"] }).every(({ record }) => record.label === "faithful")).toBe(true);
    expect(selectOutputs(outputs, { fullyCorrect: true })).toHaveLength(outputs.filter(({ record }) => record.tc && record.stmtSC && record.proofSC).length);
    expect(selectOutputs([made("x")], { disagreement: true })).toHaveLength(1);
    expect(selectOutputs(outputs, { disagreement: true })).toHaveLength(0);
    expect(() => selectOutputs(outputs, { outcome: "a" } as never)).toThrow(/a filter has the fields/);
  });

  test("a card marks the edit, the judged region and the quotation, and shows the judges side by side", async () => {
    const html = outputCard(await painter(), made("x"));
    expect(html).toContain('<del class="fl-removed"><bdi class="fl-prose">5</bdi></del> became');
    expect(html).toMatch(/So 2 \+ 3 = <ins class="fl-added"[^>]*>9<\/ins>/);
    expect(html).toContain("Judged region: proof");
    // The quotation holds neither the comment nor the same spaces.
    const evidence = [...html.matchAll(/<mark class="fl-evidence"[^>]*>(.*?)<\/mark>/gs)].map(([, inner]) => inner!.replace(/<[^>]*>/g, "")).join("");
    expect(evidence.replace(/\s+/g, " ")).toBe("2 + /- c -/ 3 = 9");
    for (const part of ["Judge rule", "Judge model", ">faithful<", ">reverted<", "no answer that can be read", "yes, by scan (not Lean)"]) expect(html).toContain(part);
  });

  test("hostile text stays text", async () => {
    const paint = await painter();
    for (const text of HOSTILE) {
      const html = outputCards(paint, [made(text)]);
      expect(html).not.toMatch(/<(script|img|iframe|svg|link|object|embed|form|a)\b/i);
      expect(html.replace(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\son\w+\s*=/i);
    }
  });
});
