/**
 * Measures the embedded engine: `node test/bench/embedded-engine.cjs [z3|truth|minif2f|speed …]` after `npm run build`, all four if none is named.
 * truth: every statement of the shared truth files against what Lean proved, with the share decided of each class.
 * minif2f: every statement of both miniF2F files; what is refuted is listed, to be explained in test/z3/truth.test.ts.
 * z3: time of the whole engine against Z3's own on the same SMT-LIB text, the package's Z3 called bare and, where a Python with z3-solver is named (--python or
 *   FAITHLAB_PYTHON), the native one; and two engines side by side against one. On statements that only Z3 settles.
 * speed: start-up, statements a second, resident memory over 10,000 statements, and how long a limit of 500 ms takes from a cold start.
 */
const { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join, resolve } = require("node:path");
const { pythonWith, report, run } = require("./ratios.cjs");
const root = resolve(__dirname, "../..");
const started = performance.now();
const { Z3Prover } = require(join(root, "dist/z3/prover.js"));
const { parseTheorem } = require(join(root, "dist/lean/theorem.js"));
const loaded = performance.now() - started;

const shared = process.env.FAITHLAB_SHARED ?? join(root, "../shared");
const rowsOf = (file) => {
  const path = join(shared, "data", file);
  if (!existsSync(path)) throw new Error(`${path} is not there: set FAITHLAB_SHARED to the folder that holds data/${file}`);
  return readFileSync(path, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line.replace(/": NaN(?=[,}])/g, '": null')));
};
const LIMIT = Number(process.env.FAITHLAB_LIMIT ?? 2000);

async function truth() {
  const prover = new Z3Prover({ timeoutMs: LIMIT });
  const classes = {};
  const against = [];
  for (const row of [...rowsOf("truth/elementary.jsonl"), ...rowsOf("truth/proofflow.jsonl")]) {
    const counts = (classes[row.cls ?? row.source] ??= { statements: 0, proved: 0, refuted: 0, inconclusive: 0, against: 0 });
    counts.statements += 1;
    const parsed = parseTheorem(row.code);
    const { outcome, counterexample } = parsed.ok ? await prover.decide(parsed.theorem) : { outcome: "inconclusive" };
    counts[outcome] += 1;
    if (outcome === (row.truth ? "refuted" : "proved")) {
      counts.against += 1;
      against.push(`${row.id}: recorded ${row.truth}, engine ${outcome}${counterexample ? ` at ${counterexample}` : ""}\n${row.code.slice(-300)}`);
    }
  }
  await prover.close();
  const total = Object.values(classes).reduce((sum, counts) => Object.fromEntries(Object.keys(counts).map((key) => [key, (sum[key] ?? 0) + counts[key]])), {});
  const shown = Object.fromEntries([...Object.entries(classes).sort(), ["all", total]].map(([name, counts]) => [name, { ...counts, decided: `${((100 * (counts.proved + counts.refuted)) / counts.statements).toFixed(1)} %` }]));
  console.table(shown);
  for (const row of against) console.log(`AGAINST THE RECORD ${row}\n`);
}

async function minif2f() {
  const prover = new Z3Prover({ timeoutMs: LIMIT });
  for (const file of ["deepseek_v1.5", "robustpa"]) {
    const counts = { proved: 0, refuted: 0, inconclusive: 0, unparsed: 0 };
    for (const row of rowsOf(`minif2f/${file}.jsonl`)) {
      const parsed = parseTheorem((row.header ?? "") + row.formal_statement);
      const verdict = parsed.ok ? await prover.decide(parsed.theorem) : { outcome: "unparsed" };
      counts[verdict.outcome] += 1;
      if (verdict.outcome === "refuted") console.log(`refuted in ${file}: ${row.name}${verdict.counterexample ? ` at ${verdict.counterexample}` : ""}`);
    }
    console.log(file, JSON.stringify(counts));
  }
  await prover.close();
}

/** Statements such as steps of GSM8K give, each with numbers of its own. */
const statement = (i) =>
  [
    `theorem t : (${i} : ℕ) + ${i % 17} = ${i + (i % 17)}`,
    `theorem t : (${i % 90} * ${(i % 7) + 2} : ℝ) / ${(i % 7) + 2} = ${i % 90}`,
    `theorem t (x : ℝ) (h : x = ${i % 50} * 2) : x + 1 = ${(i % 50) * 2 + 1}`,
    `theorem t (a b : ℕ) (h₀ : a = ${(i % 40) + 3}) (h₁ : b = a - ${(i % 40) + 1}) : b = 2`,
    `theorem t (x y : ℚ) (h₀ : x + y = ${i % 30}) (h₁ : x - y = 2) : x = ${i % 30} / 2 + 1`,
  ][i % 5];

/** Statements that exact evaluation alone does not settle. */
const harder = (i) =>
  [
    `theorem t (n : ℕ) (h : n % ${(i % 5) + 5} = 3) : (n * 2) % ${(i % 5) + 5} = ${6 % ((i % 5) + 5)}`,
    `theorem t (x y : ℝ) (h : x ≥ ${(i % 9) + 1}) (k : y ≥ 3) : x * y ≥ ${((i % 9) + 1) * 3}`,
    `theorem t (x : ℝ) (h : 0 < x) (k : x < ${(i % 30) + 1}) : x ^ 2 < ${((i % 30) + 1) ** 2}`,
    `theorem t (a b : ℤ) (h : a < b + ${i % 20}) (k : b < 4) : a < ${(i % 20) + 3}`,
  ][i % 4];

async function speed() {
  const decide = async (prover, text) => prover.decide(parseTheorem(text).theorem);
  const cold = new Z3Prover({ timeoutMs: LIMIT });
  const first = performance.now();
  await decide(cold, harder(1));
  console.log(`loading ${loaded.toFixed(0)} ms; first decision by Z3 ${(performance.now() - first).toFixed(0)} ms later`);
  for (const [name, text, count] of [["settled by evaluation and substitution", statement, 10_000], ["settled by Z3", harder, 10_000]]) {
    const before = performance.now();
    const cpu = process.cpuUsage();
    const memory = [];
    const outcomes = {};
    for (let i = 0; i < count; i++) {
      const { outcome } = await decide(cold, text(i));
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      if (i % 1000 === 999) memory.push(Math.round(process.memoryUsage().rss / 2 ** 20));
    }
    const used = process.cpuUsage(cpu);
    console.log(`${count} statements ${name} (${JSON.stringify(outcomes)}): ${(count / ((performance.now() - before) / 1000)).toFixed(0)} a second, ${(count / ((used.user + used.system) / 1e6)).toFixed(0)} a processor second; resident MB after each thousand: ${memory.join(" ")}`);
  }
  await cold.close();
  for (const limit of [500, 50]) {
    const hard = new Z3Prover({ timeoutMs: limit });
    for (const turn of ["cold", "warm"]) {
      const from = performance.now();
      const { outcome } = await decide(hard, "theorem t (a b c d : ℤ) (h : a^3 + b^3 + c^3 = 33 + d^5) : a * b * c * d ≠ 7919 * 7907");
      console.log(`limit ${limit} ms, ${turn}: ${outcome} after ${(performance.now() - from).toFixed(0)} ms`);
    }
    await hard.close();
  }
}

/** Z3 as the engine calls it, without the engine: a context for each question. @returns milliseconds for all of them */
async function bareZ3(scripts) {
  const z3 = await require("z3-solver/build/z3-built.js")();
  const ask = (script) => {
    const config = z3.ccall("Z3_mk_config", "number", [], []);
    const context = z3.ccall("Z3_mk_context", "number", ["number"], [config]);
    z3.ccall("Z3_del_config", null, ["number"], [config]);
    const reply = z3.ccall("Z3_eval_smtlib2_string", "string", ["number", "string"], [context, script]);
    z3.ccall("Z3_del_context", null, ["number"], [context]);
    return reply;
  };
  scripts.slice(0, 100).forEach(ask);
  return () => {
    const from = performance.now();
    scripts.forEach(ask);
    return performance.now() - from;
  };
}

async function z3() {
  const { Z3Engine } = require(join(root, "dist/z3/solve/engine.js"));
  const { Z3Pool } = require(join(root, "dist/z3/pool.js"));
  const theorems = Array.from({ length: 300 }, (_, i) => parseTheorem(harder(i)).theorem);
  const scripts = [];
  const { ask } = Z3Engine.prototype;
  Z3Engine.prototype.ask = function (question, timeoutMs) {
    scripts.push(question.script);
    return ask.call(this, question, timeoutMs);
  };
  const pools = { one: new Z3Pool({ workers: 1, timeoutMs: 60_000 }), two: new Z3Pool({ workers: 2, timeoutMs: 60_000 }) };
  const verdicts = {};
  const decideAll = async (name) => {
    const from = performance.now();
    verdicts[name] = JSON.stringify(await Promise.all(theorems.map((theorem) => pools[name].decide(theorem))));
    return performance.now() - from;
  };
  await decideAll("one"); // starts it, and collects the questions
  Z3Engine.prototype.ask = ask;
  await decideAll("two");
  const bare = await bareZ3(scripts);
  const least = { one: Infinity, two: Infinity, bare: Infinity };
  for (let turn = 0; turn < 3; turn++) {
    for (const name of ["one", "two"]) least[name] = Math.min(least[name], await decideAll(name));
    least.bare = Math.min(least.bare, bare());
  }
  if (verdicts.one !== verdicts.two) throw new Error("two engines side by side give other verdicts than one");
  await Promise.all(Object.values(pools).map((pool) => pool.close()));
  const s = (ms) => `${(ms / 1000).toFixed(2)} s`;
  report({ what: "embedded engine: time, of the package's Z3 called bare on the same SMT-LIB text", most: 1.5, value: least.one / least.bare, how: `${theorems.length} statements, ${scripts.length} questions: ${s(least.one)}; Z3 alone ${s(least.bare)}` });
  const what = "embedded engine: time, of native Z3's on the same SMT-LIB text";
  const { python, missing } = pythonWith("z3");
  if (python) {
    const folder = mkdtempSync(join(tmpdir(), "faithlab-bench-"));
    writeFileSync(join(folder, "scripts.json"), JSON.stringify(scripts));
    const { seconds, version } = JSON.parse(run(python, [join(__dirname, "z3_native.py"), join(folder, "scripts.json")]).stdout);
    rmSync(folder, { recursive: true });
    report({ what, most: 1.5, value: least.one / 1000 / seconds, how: `${s(least.one)}; z3-solver ${version} for Python ${s(seconds * 1000)}; the package's Z3 is WebAssembly` });
  } else report({ what, most: 1.5, missing });
  report({ what: "embedded engine: speed of two engines side by side, of one", least: 1.7, value: least.one / least.two, how: `${s(least.one)}, ${s(least.two)}, the same verdicts; needs two cores that are free` });
}

const parts = { z3, truth, minif2f, speed };
const named = process.argv.slice(2).filter((word) => parts[word]);
const wanted = named.length > 0 ? named : Object.keys(parts);
(async () => {
  for (const name of wanted) {
    await parts[name]();
  }
})();
