/**
 * Report pages at the papers' sizes: of Method A, 25,568 generated pairs; of Method B, seven made-up systems on 6,500 generated inputs (744 problems in five
 * styles and with five kinds of edits). Time to make each, its size, and, where there is a Chromium, the time from opening it from disk until its cases are
 * there, until a filter has answered, and until a text is found. Needs dist/.
 *
 *   node test/bench/report.cjs [--pairs 25568] [--problems 744] [--only A|B]
 */
const { existsSync, mkdtempSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join, resolve } = require("node:path");
const { parseArgs } = require("node:util");
const root = resolve(__dirname, "../..");
const { reportPage } = require(join(root, "dist/report/page.js"));
const { summarise } = require(join(root, "dist/stages/summary.js"));
const { seeded } = require(join(root, "dist/core/random.js"));
const { perturbByRule } = require(join(root, "dist/perturb/rules.js"));
const { simulateStudy } = require(join(root, "dist/robustness/simulate.js"));

const { pairs: pairsWanted, problems: problemsWanted, only } = parseArgs({ options: { pairs: { type: "string", default: "25568" }, problems: { type: "string", default: "744" }, only: { type: "string" } } }).values;
const [pairs, problems] = [Number(pairsWanted), Number(problemsWanted)];
const random = seeded("report");
const pick = (list) => list[Math.floor(random() * list.length)];
const WORDS = "therefore the sum of both sides equals half the area which we found before so that every train needs less time than its length divided by speed and the remaining books cost".split(" ");
const OUTCOMES = ["proved", "proved", "refuted", "refuted", "refuted", "inconclusive", "af_fail"];
const prose = (n) => Array.from({ length: n }, () => pick(WORDS)).join(" ");

const makeCases = () => Array.from({ length: pairs }, (_, i) => {
  const [a, b] = [Math.floor(random() * 90) + 2, Math.floor(random() * 90) + 2];
  const content = `In step ${i} ${prose(18)}, hence $${a} \\cdot ${b} = ${a * b}$ and ${prose(6)} ${a} + ${b} = ${a + b}.`;
  const perturbed = perturbByRule(content, { seed: i });
  const lean = (text) => {
    const numbers = text.match(/\d+/g).slice(1);
    return `import Mathlib\nimport Aesop\n\nopen BigOperators Real Nat Topology Rat\n\ntheorem step_${i} (x y : ℝ) (h₀ : x = ${numbers[0]}) (h₁ : y = ${numbers[1]}) (h₂ : 0 < x * y) :\n    x * y = ${numbers[2]} ∧ x + y = ${numbers.at(-1)} := by sorry`;
  };
  const verdict = (text) => {
    const outcome = pick(OUTCOMES);
    return outcome === "af_fail" ? { outcome, flags: ["no_code"], reason: "no_code: no Lean in the reply" } : { outcome, engine: "generated", flags: [], code: lean(text), negation: `theorem step_${i}_neg : ¬ (∀ x y : ℝ, x * y = ${a * b}) := by sorry` };
  };
  const dataset = pick(["gsm8k", "math", "olympiadbench", "omnimath"]);
  const perturbedVerdict = verdict(perturbed.text);
  const reply = (text) => ({ reply: `<think>${prose(120)}</think>\n\`\`\`lean4\n${lean(text)}\n\`\`\``, finish: "stop" });
  return {
    step: { id: `${dataset}-${i}/step_1`, problemId: `${dataset}-${i}`, nodeId: "step_1", dataset, content, context: [prose(20), prose(15)], contextFrom: "graph", dependencies: [] },
    perturbed, replies: { original: reply(content), perturbed: reply(perturbed.text) }, original: verdict(content), perturbedVerdict,
    ...(perturbedVerdict.outcome === "proved" && { diagnosis: { mechanism: pick(["still_true", "original_restored", "value_repaired"]), evidence: `${a} stands in it` } }),
  };
});
const settings = { method: "A", version: "0.1.0", seed: 42, perturbation: "regex_perturbed", formaliser: "generated", formaliserConfiguration: {}, preset: "strict", engine: "generated", engineConfiguration: {} };

/** Made-up texts for a simulated study: every style another wording, every edit the original with one number changed, every output Lean of its own. */
function makeOutputs() {
  const small = Math.max(1, Math.round((problems * 244) / 744));
  const study = simulateStudy({ seed: 42, problems: { miniF2F: small, "MATH-500": problems - small } });
  const texts = new Map();
  const once = (key, make) => texts.get(key) ?? (texts.set(key, make()), texts.get(key));
  const formula = () => `$${Math.floor(random() * 90) + 2} \\cdot ${Math.floor(random() * 90) + 2} + \\frac{${Math.floor(random() * 9) + 1}}{${Math.floor(random() * 9) + 1}} = ${Math.floor(random() * 900)}$`;
  const sentences = (n) => Array.from({ length: n }, () => `${prose(8)} ${formula()}`).join(". ");
  const judge = (said) => ({ statement: { score: said.stmtSC ?? null, reason: prose(9) }, proof: { score: said.proofSC ?? null, reason: prose(14) }, ...(said.label && { edit: { label: said.label, quoted: "x * y" } }) });
  const tactics = ["norm_num", "nlinarith [sq_nonneg (x - y)]", "field_simp at *; ring_nf", "linarith", "simp_all", "omega", "positivity"];
  const outputs = study.outputs.map((record) => {
    const { dataset, problem, condition, system, sample } = record;
    const of = `${dataset}/${problem}`;
    const statement = once(`${of} statement`, () => sentences(2));
    const original = once(`${of} proof`, () => sentences(5));
    const isEdit = record.label !== undefined;
    const text = isEdit ? original : once(`${of}/${condition} proof`, () => sentences(5));
    const [number] = text.match(/\d+/);
    const edited = text.replace(number, "7");
    const edit = !isEdit ? undefined : condition === "step_deletion" ? { kind: "step_deletion", text, reasoning: prose(12), outcome: formula() } : { kind: condition.split("_")[0], text: edited, start: edited.indexOf("7"), end: edited.indexOf("7") + 1, oldValue: number, newValue: "7" };
    const steps = Array.from({ length: 4 + Math.floor(random() * 7) }, (_, i) => `  have h${i + 1} : ${Math.floor(random() * 90)} * x + ${Math.floor(random() * 90)} ≤ y ^ 2 + ${Math.floor(random() * 900)} := by ${pick(tactics)} -- ${prose(4)}`).join("\n");
    return {
      id: `${system}/${of}/${condition}#${sample}`, system, sample, record, checker: study.about.checker, checked: { ok: record.tc, ...(!record.tc && { reason: `lean_error: ${prose(12)}` }) },
      instance: { dataset, problem, condition, statement, proof: isEdit && condition.endsWith("_proof") ? edited : text, proofWords: record.proofWords, ...(edit && { edit }) },
      code: `import Mathlib\n\ntheorem ${problem} (x y : ℝ) (h₀ : x = ${Math.floor(random() * 90)}) (h₁ : 0 < x * y) :\n    x * y = ${Math.floor(random() * 900)} := by\n${steps}\n  ${pick(tactics)}\n`,
      judges: { "simulated judge": judge(record), ...(record.others?.second && { second: judge(record.others.second) }) },
    };
  });
  const named = (name) => ({ name });
  return { folder: "generated", about: study.about, outputs, settings: { method: "B", version: "0.1.0", systems: [...new Set(outputs.map(({ system }) => system))].map(named), checker: named(study.about.checker), judges: [named("simulated judge"), named("second")], samples: 1, judged: "all" } };
}

async function measure(what, run, { filter, value, text }) {
  const from = performance.now();
  const page = await reportPage([run]);
  console.log(`${what}: made in ${((performance.now() - from) / 1000).toFixed(1)} s, ${(Buffer.byteLength(page) / 2 ** 20).toFixed(1)} MB`);
  const chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
  if (!chromium) return console.log("no Chromium: the page was not opened");
  const folder = mkdtempSync(join(tmpdir(), "faithlab-report-"));
  writeFileSync(join(folder, "report.html"), page);
  const browser = await require("playwright-core").chromium.launch({ executablePath: chromium, args: ["--no-sandbox"] });
  const tab = await browser.newPage();
  const opened = performance.now();
  await tab.goto(`file://${join(folder, "report.html")}`, { waitUntil: "commit" });
  await tab.waitForFunction(() => document.documentElement.dataset.ready === "true");
  const ready = performance.now();
  await tab.selectOption(`#filter-${filter}`, value);
  await tab.waitForFunction((wanted) => /^[\d,]+ of/.test(document.getElementById("status").textContent) && location.hash.includes(wanted), value);
  const filtered = performance.now();
  const before = await tab.locator("#status").innerText();
  await tab.fill("#filter-q", text);
  await tab.waitForFunction((old) => location.hash.includes("q=") && document.getElementById("status").textContent !== old, before);
  console.log(`cases there after ${(ready - opened).toFixed(0)} ms; a filter after ${(filtered - ready).toFixed(0)} ms; a text search after ${(performance.now() - filtered).toFixed(0)} ms (200 ms of them waiting for the next letter): ${await tab.locator("#status").innerText()}`);
  await browser.close();
  rmSync(folder, { recursive: true });
}

(async () => {
  if (only !== "B") {
    const cases = makeCases();
    await measure(`${pairs} pairs`, { folder: "generated", settings, cases, summary: summarise(cases, settings) }, { filter: "pair", value: "sycophancy", text: "step 777 " });
  }
  if (only !== "A") {
    const run = makeOutputs();
    const inputs = new Set(run.outputs.map(({ record: { dataset, problem, condition } }) => `${dataset}/${problem}/${condition}`)).size;
    await measure(`${inputs} inputs × ${run.settings.systems.length} systems, ${run.outputs.length} outputs`, run, { filter: "label", value: "reverted", text: "nlinarith" });
  }
})();
