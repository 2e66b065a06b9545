/**
 * The report page of 25,568 generated pairs (the paper's number): time to make it, size, and, where there is a Chromium, the time from opening it from
 * disk until its cases are there and until a filter has answered. Needs dist/.
 *
 *   node test/bench/report.cjs [--pairs 25568]
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

const pairs = Number(parseArgs({ options: { pairs: { type: "string", default: "25568" } } }).values.pairs);
const random = seeded("report");
const pick = (list) => list[Math.floor(random() * list.length)];
const WORDS = "therefore the sum of both sides equals half the area which we found before so that every train needs less time than its length divided by speed and the remaining books cost".split(" ");
const OUTCOMES = ["proved", "proved", "refuted", "refuted", "refuted", "inconclusive", "af_fail"];
const prose = (n) => Array.from({ length: n }, () => pick(WORDS)).join(" ");

const cases = Array.from({ length: pairs }, (_, i) => {
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

(async () => {
  const from = performance.now();
  const page = await reportPage([{ folder: "generated", settings, cases, summary: summarise(cases, settings) }]);
  console.log(`${pairs} pairs: made in ${((performance.now() - from) / 1000).toFixed(1)} s, ${(Buffer.byteLength(page) / 2 ** 20).toFixed(1)} MB`);
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
  await tab.selectOption("#filter-pair", "sycophancy");
  await tab.waitForFunction(() => /^[\d,]+ of/.test(document.getElementById("status").textContent) && location.hash.includes("sycophancy"));
  const filtered = performance.now();
  await tab.fill("#filter-q", "step 777 ");
  await tab.waitForFunction(() => location.hash.includes("q="));
  console.log(`cases there after ${(ready - opened).toFixed(0)} ms; a filter after ${(filtered - ready).toFixed(0)} ms; a text search after ${(performance.now() - filtered).toFixed(0)} ms (200 ms of them waiting for the next letter): ${await tab.locator("#status").innerText()}`);
  await browser.close();
  rmSync(folder, { recursive: true });
})();
