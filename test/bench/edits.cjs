/**
 * Measures perturbing and editing by rule: `node test/bench/edits.cjs [--python /path/to/python]` after `npm run build`.
 * First 12,784 steps by method A's rules and as many new numbers by method B's, in processor time against a plain Python loop; the steps are those of
 * ProcessBench where it is there (FAITHLAB_SHARED), else made up. A new number takes two draws, each from a generator of Python's seeded for itself, which
 * CPython starts in C: that is most of the work, so that no ratio of 10 is to be had there. Then the number and symbol edits of all 244 + 500 problems of
 * method B, marked, picked and replaced, against a Python loop whose results are the same to the letter; and all five edits verified, and paraphrases in four
 * styles, where the source files are there.
 */
const { createHash } = require("node:crypto");
const { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join, resolve } = require("node:path");
const root = resolve(__dirname, "../..");
const { loadProblems } = require(join(root, "dist/data/problems.js"));
const { editAllByRule, editByRule } = require(join(root, "dist/perturb/local/editByRule.js"));
const { checkParaphrases, paraphraseByRule, PARAPHRASES } = require(join(root, "dist/perturb/global/paraphrase.js"));

const { perturbByRule } = require(join(root, "dist/perturb/rules.js"));
const { perturbNumber } = require(join(root, "dist/perturb/local/numberEdit.js"));
const { pickIndex } = require(join(root, "dist/perturb/local/seeds.js"));
const { benchmarkRows } = require("./benchmarkFile.cjs");
const { pythonWith, report, run } = require("./ratios.cjs");

const shared = process.env.FAITHLAB_SHARED ?? join(root, "../shared");
const SOURCES = { miniF2F: "data/minif2f/robustpa.jsonl", "MATH-500": "data/math500/test.jsonl" };

const STEPS = 12_784;
const TURNS = 5;

function stepsToPerturb() {
  const files = ["gsm8k", "math", "olympiadbench", "omnimath"].map((name) => join(shared, `data/processbench/${name}.json`));
  const steps = files.every(existsSync) ? files.flatMap((file) => JSON.parse(readFileSync(file, "utf8")).flatMap((chain) => chain.steps)) : [...benchmarkRows(STEPS)].map((row) => row.step_content);
  return { from: files.every(existsSync) ? "ProcessBench" : "made up", steps: steps.filter((step) => step.trim()).slice(0, STEPS) };
}

/** The least processor time in seconds of several turns. */
function leastTime(work) {
  let least = Infinity;
  for (let turn = 0; turn < TURNS; turn++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1e6);
  }
  return least;
}

function againstPython() {
  const { steps, from } = stepsToPerturb();
  const numbers = steps.map((_, i) => [`problem_${i >> 2}`, i % 2 ? "proof" : "statement", String(((i * 7919) % 20_011) - 300)]);
  const wallStart = performance.now();
  steps.forEach((step) => perturbByRule(step, { seed: 42 }));
  const first = (performance.now() - wallStart) / 1000;
  const rule = leastTime(() => steps.forEach((step) => perturbByRule(step, { seed: 42 })));
  const edit = ([name, source, value]) => {
    pickIndex(10, { name, source });
    return perturbNumber(value, { name, source });
  };
  const number = leastTime(() => numbers.forEach(edit));
  report({ what: `rule perturbation of ${STEPS} steps: time, of 0.5 s`, most: 1, value: first / 0.5, how: `${from}; the first turn, wall clock, ${first.toFixed(2)} s; later ${rule.toFixed(2)} s of processor time` });
  const [byRule, byNumber] = ["rule perturbation: speed, of a Python loop's", "number edits, pick and value: speed, of a Python loop's"];
  const { python, version, missing } = pythonWith();
  if (!python) return [byRule, byNumber].forEach((what) => report({ what, least: 10, missing }));
  const folder = mkdtempSync(join(tmpdir(), "faithlab-bench-"));
  try {
    writeFileSync(join(folder, "work.json"), JSON.stringify({ steps, numbers }));
    const lines = run(python, [join(__dirname, "perturb_loop.py"), join(folder, "work.json")]).stdout.trim().split("\n").map((line) => JSON.parse(line));
    const theirs = lines.pop();
    if (theirs.numbers !== createHash("sha256").update(numbers.map(edit).join("\n")).digest("hex")) throw new Error("the Python loop makes other numbers");
    const least = (what) => Math.min(...lines.map((line) => line[what]));
    report({ what: byRule, least: 10, value: least("rule") / rule, how: `${from}; ${rule.toFixed(3)} s of processor time, Python ${version} ${least("rule").toFixed(3)} s` });
    report({ what: byNumber, least: 10, value: least("number") / number, how: `${number.toFixed(3)} s, Python ${version} ${least("number").toFixed(3)} s` });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The number and symbol edits of both texts of every problem, in the form in which edit_loop.py prints their hash. */
function wholeEdits(problems) {
  const kinds = ["number", "symbol"].flatMap((kind) => ["statement", "proof"].map((region) => ({ kind, region, noun: kind === "number" ? "value" : "symbol" })));
  const all = () => problems.flatMap((problem) => kinds.map(({ kind, region }) => editByRule(problem, `${kind}_${region}`)));
  const ours = leastTime(all);
  const what = `number and symbol edits of ${problems.length} problems: speed, of a Python loop's`;
  const { python, version, missing } = pythonWith();
  if (!python) return report({ what, least: 10, missing });
  const results = all().map((outcome, i) => {
    const [{ name }, { kind, region, noun }] = [problems[Math.floor(i / kinds.length)], kinds[i % kinds.length]];
    if (!outcome.ok) return [name, kind, region, outcome.reason.endsWith("has no other value") ? "no other value" : outcome.reason];
    const { row } = outcome;
    return [name, kind, region, row[`${kind}_edit_old_${noun}`], row[`${kind}_edit_new_${noun}`], row[`${kind}_edit_char_offset_start`], region === "statement" ? row.informal_statement : row.informal_proof];
  });
  const folder = mkdtempSync(join(tmpdir(), "faithlab-bench-"));
  try {
    writeFileSync(join(folder, "problems.json"), JSON.stringify(problems.map(({ name, informal_statement, informal_proof }) => [name, informal_statement, informal_proof])));
    const lines = run(python, [join(__dirname, "edit_loop.py"), join(folder, "problems.json")]).stdout.trim().split("\n").map((line) => JSON.parse(line));
    const { sha256, made, of } = lines.pop();
    if (sha256 !== createHash("sha256").update(JSON.stringify(results)).digest("hex")) throw new Error("the Python loop makes other edits");
    const theirs = Math.min(...lines.map(({ edits }) => edits));
    report({ what, least: 10, value: theirs / ours, how: `${made} edits made of ${of}, the same on both sides; ${ours.toFixed(3)} s of processor time, Python ${version} ${theirs.toFixed(3)} s` });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

(async () => {
  againstPython();
  const files = Object.values(SOURCES).map((file) => join(shared, file));
  if (files.every(existsSync)) wholeEdits((await Promise.all(files.map((file) => loadProblems(file)))).flatMap(({ problems }) => problems));
  else report({ what: "number and symbol edits of whole problems: speed, of a Python loop's", least: 10, missing: `needs ${Object.values(SOURCES).join(" and ")} in the folder named by FAITHLAB_SHARED` });
  const from = performance.now();
  for (const [name, file] of Object.entries(SOURCES)) {
    const path = join(shared, file);
    if (!existsSync(path)) {
      console.log(`${name}: not measured, set FAITHLAB_SHARED to the folder that holds ${file}`);
      continue;
    }
    const { problems, bad } = await loadProblems(path);
    const start = performance.now();
    const { verification } = editAllByRule(problems);
    console.log(`${name}: ${problems.length} problems, ${bad.length} bad rows; ${verification.verified} of ${verification.edits} edits verified in ${((performance.now() - start) / 1000).toFixed(2)} s`);
    console.table(verification.byEdit);
    for (const style of PARAPHRASES) {
      const before = performance.now();
      const report = checkParaphrases(problems, problems.map((problem) => paraphraseByRule(problem, style)));
      console.log(`  ${style}: ${report.kept} of ${report.paraphrases} keep every token, ${report.originals} in their original text, ${((performance.now() - before) / 1000).toFixed(2)} s`);
    }
  }
  console.log(`all in ${((performance.now() - from) / 1000).toFixed(2)} s, ${(process.cpuUsage().user / 1e6).toFixed(2)} s of processor time`);
})();
