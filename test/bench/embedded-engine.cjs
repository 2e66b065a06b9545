/**
 * Measures the embedded engine: `node test/bench/embedded-engine.cjs [truth|minif2f|speed …]` after `npm run build`, all three if none is named.
 * truth: every statement of the shared truth files against what Lean proved, with the share decided of each class.
 * minif2f: every statement of both miniF2F files; what is refuted is listed, to be explained in test/z3/truth.test.ts.
 * speed: start-up, statements a second, resident memory over 10,000 statements, and how long a limit of 500 ms takes from a cold start.
 */
const { existsSync, readFileSync } = require("node:fs");
const { join, resolve } = require("node:path");
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

const parts = { truth, minif2f, speed };
const wanted = process.argv.slice(2).length > 0 ? process.argv.slice(2) : Object.keys(parts);
(async () => {
  for (const name of wanted) {
    if (!parts[name]) throw new Error(`no such part: ${name}; choose from ${Object.keys(parts).join(", ")}`);
    await parts[name]();
  }
})();
