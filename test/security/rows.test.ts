/** Rows of data sets that would do harm if they were anything but data: through the loaders, a run, its report and every message. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inProject } from "../../src/core/files";
import { harmless } from "../../src/core/terminal";
import { readDags } from "../../src/data/dag";
import { datasetOf } from "../../src/data/fields";
import { loadProblems, problemLine } from "../../src/data/problems";
import { readProcessBench } from "../../src/data/processbench";

const cli = inProject("dist", "cli.js");
const folder = mkdtempSync(join(tmpdir(), "security-rows-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HOSTILE = [
  "<script>window.hacked = 1</script>", '<img src=x onerror="window.hacked = 1">', "</script><script>alert(1)</script>", "<!--", "]]>", "javascript:alert(1)", "{{constructor.constructor('alert(1)')()}}",
  "\\input{/etc/passwd}", "\\write18{rm -rf /}", "$\\href{javascript:alert(1)}{x}$", "$\\def\\a{\\a\\a}\\a$", "\\end{document}",
  "\u001b[2J\u001b[1;1H all is well", "\u001b]0;title\u0007", "\u001b]8;;http://evil.example\u001b\\x", "\u009b31m", "\r0 problems", "a\u202eb", "\u0000", "\ud800", "\u2028",
  "../../../../tmp/escaped", "/etc/passwd", "C:\\Windows\\x", "..%2f..%2fx", "run.json", "file:///etc/passwd", "`rm -rf /`", "$(touch escaped)", "; touch escaped", "| touch escaped", "=cmd|' /C calc'!A0", "@SUM(1)", "%s%n%x", "'; DROP TABLE x; --",
  "__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "then", "length",
];
const chain = (id: string, text: string): object => ({ id, generator: text, problem: `${text} What is 2 + 3?`, steps: [`${text} So 2 + 3 = 5.`, "So 5 + 1 = 6."], final_answer_correct: true, label: -1 });
const WITHOUT = (text: string): void => expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);

function faithlab(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [cli, ...args], { encoding: "utf8", cwd: folder, maxBuffer: 1 << 28, timeout: 120_000 });
}

describe("a run on hostile rows", () => {
  const out = join(folder, "runs", "run");
  const file = join(folder, "chains.jsonl");
  let ran: ReturnType<typeof faithlab>;
  beforeAll(() => {
    const rows = HOSTILE.flatMap((text, i) => [chain(`made-${i}`, text), chain(`${text}-${i}`, "plain")]);
    const deep = `{"id": ${"[".repeat(200_000)}${"]".repeat(200_000)}, "generator": "g"}`;
    const polluting = '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}, "id": "polluting-1", "generator": "g", "problem": "p", "steps": ["So 2 + 3 = 5."], "final_answer_correct": true, "label": -1}';
    const large = JSON.stringify(chain("large-1", `${"x".repeat(10 << 20)} `));
    const digits = JSON.stringify(chain(`${"1".repeat(300_000)}x`, "plain"));
    writeFileSync(file, [...rows.map((row) => JSON.stringify(row)), deep, polluting, large, digits, JSON.stringify(chain("\u001b[31mtwice", "plain")), JSON.stringify(chain("\u001b[31mtwice", "plain")), '{"id": "cut of', "\u001b[2J no json", "null", "[]"].join("\n"));
    ran = faithlab("run", "--out", out, "--formaliser", "literal", file);
  }, 120_000);

  test("keeps every good row, and tells the six bad ones with their lines", () => {
    expect(ran.status, ran.stderr.slice(-2000)).toBe(1);
    const good = 2 * HOSTILE.length + 4;
    expect(ran.stderr).toContain(`steps of ${good} chains`);
    const bad = ran.stderr.split("\n").filter((line) => /chains\.jsonl:\d+: /.test(line));
    expect(bad).toHaveLength(6);
    expect(bad.map((line) => Number(/jsonl:(\d+)/.exec(line)![1]))).toEqual([2 * HOSTILE.length + 1, ...[6, 7, 8, 9, 10].map((n) => 2 * HOSTILE.length + n)]);
    const ids = new Set(readFileSync(join(out, "steps.jsonl"), "utf8").trim().split("\n").map((line) => (JSON.parse(line) as { problem_id: string }).problem_id));
    expect(ids.size).toBe(good);
  });

  test("sends the terminal nothing but text", () => {
    WITHOUT(ran.stdout);
    WITHOUT(ran.stderr);
  });

  test("writes nowhere but in its folder", () => {
    expect(readdirSync(folder).sort()).toEqual(["chains.jsonl", "runs"]);
    expect(readdirSync(join(folder, "runs"))).toEqual(["run"]);
    expect(existsSync("/tmp/escaped")).toBe(false);
    expect(readdirSync(out).every((name) => /^[a-z]+(\.journal)?\.jsonl?$/.test(name))).toBe(true);
  });

  test("counts the data sets that have the names of an object's own fields", () => {
    const summary = JSON.parse(readFileSync(join(out, "summary.json"), "utf8")) as { all: { n?: number } };
    expect(summary.all).not.toBeNull();
    const text = readFileSync(join(out, "summary.json"), "utf8");
    for (const name of ["__proto__", "constructor", "toString"]) expect(text, name).toContain(JSON.stringify(name));
  });

  test("its report holds no element that the page itself does not have", () => {
    const page = join(folder, "runs", "report.html");
    const { status, stderr } = faithlab("report", out, "-o", page);
    expect(status, stderr).toBe(0);
    WITHOUT(stderr);
    const calm = join(folder, "runs", "calm");
    writeFileSync(join(folder, "runs", "calm.jsonl"), JSON.stringify(chain("calm-1", "plain")));
    faithlab("run", "--out", calm, "--formaliser", "literal", join(folder, "runs", "calm.jsonl"));
    faithlab("report", calm, "-o", join(folder, "runs", "calm.html"));
    const elements = (path: string): Set<string> => new Set([...readFileSync(path, "utf8").matchAll(/<(script|img|iframe|object|embed|base|link|form|svg)[\s>]/g)].map(([, name]) => name!));
    const scripts = (path: string): number => readFileSync(path, "utf8").match(/<script(?! type="application\/octet-stream" id="(?:index|chunk-\d+)">)[\s>]/g)?.length ?? 0; // those that run
    expect([...elements(page)].filter((name) => !elements(join(folder, "runs", "calm.html")).has(name))).toEqual([]);
    expect(scripts(page)).toBe(scripts(join(folder, "runs", "calm.html")));
    const markup = readFileSync(page, "utf8").replace(/<script[^]*?<\/script>/g, "");
    expect(/href="javascript:/i.test(markup)).toBe(false);
    expect(/<[a-z][^>]*\son\w+\s*=/i.test(markup.replace(/"[^"]*"/g, ""))).toBe(false);
  });
});

describe("the loaders", () => {
  test("hand fields named __proto__ on as data and pollute nothing", async () => {
    const path = join(folder, "problems.jsonl");
    const line = '{"name": "__proto__", "informal_statement": "/-- x -/", "informal_proof": "y", "__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}';
    writeFileSync(path, `${line}\n{"name": "deep", "informal_statement": "/-- x -/", "informal_proof": ${"[".repeat(100_000)}${"]".repeat(100_000)}}\n`);
    const { problems, bad } = await loadProblems(path);
    expect([problems.length, bad.length, problems[0]!.name]).toEqual([1, 1, "__proto__"]);
    expect(problemLine(problems[0])).toBe(line);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    rmSync(path);
  });

  test("a row nested deeply is one bad row, in every layout", async () => {
    const nested = (open: string, close: string): string => `${open.repeat(150_000)}1${close.repeat(150_000)}`;
    const path = join(folder, "deep.jsonl");
    writeFileSync(path, `${nested("[", "]")}\n${`{"id": "a-1", "steps": ${nested("[", "]")}, "dags": ${nested("[", "]")}}`}\n${nested('{"a":', "}")}\n${JSON.stringify(chain("good-1", "plain"))}\n`);
    const { chains, bad } = await readProcessBench(path);
    expect([chains.length, bad.length]).toEqual([1, 3]);
    const dags = [];
    for await (const row of readDags(path)) dags.push(row.ok);
    expect(dags).toEqual([false, false, false, false]);
    rmSync(path);
  });

  test("a name of a million digits takes no time", () => {
    const start = performance.now();
    expect(datasetOf(`${"1".repeat(1_000_000)}x`)).toHaveLength(1_000_001);
    expect(performance.now() - start).toBeLessThan(1000);
    expect([datasetOf("gsm8k-12"), datasetOf("math_7"), datasetOf("omnimath"), datasetOf("12"), datasetOf("a12")]).toEqual(["gsm8k", "math", "omnimath", "12", "a"]);
  });
});

describe("the commands on single rows", () => {
  test.each([["extract", "reply"], ["parse", "code"], ["decide", "code"], ["perturb", "content"]])("%s answers every row and prints no control character on a terminal's way", (command, field) => {
    const path = join(folder, `${command}.jsonl`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, HOSTILE.map((text, id) => JSON.stringify({ id, [field]: `${text}\ntheorem t : 1 = 1 := by sorry -- ${text}`, statement: "theorem t : 1 = 1", context: [] })).join("\n"));
    const { stdout, stderr } = faithlab(command, ...(command === "perturb" ? ["--rule"] : []), path);
    WITHOUT(stderr);
    const rows = stdout.trim().split("\n").map((line) => JSON.parse(line) as { id?: number });
    if (stderr === "") expect(rows).toHaveLength(HOSTILE.length);
    WITHOUT(harmless(stdout));
    rmSync(path);
  });
});

test("what is shown on a terminal is written out, and JSON keeps its value", () => {
  const value = { a: HOSTILE.join(" ") };
  expect(JSON.parse(harmless(JSON.stringify(value)))).toEqual(value);
  expect(harmless("a\u001b[2Jb\tc\n∀ x ∈ ℕ, 𝓝")).toBe("a\\u001b[2Jb\tc\n∀ x ∈ ℕ, 𝓝");
});
