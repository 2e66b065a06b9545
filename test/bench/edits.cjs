/**
 * Measures method B's edits and paraphrases by rule: `node test/bench/edits.cjs` after `npm run build`.
 * All 244 + 500 problems marked, edited in five ways, verified, and paraphrased in four styles; needs the source files (FAITHLAB_SHARED).
 */
const { existsSync } = require("node:fs");
const { join, resolve } = require("node:path");
const root = resolve(__dirname, "../..");
const { loadProblems } = require(join(root, "dist/data/problems.js"));
const { editAllByRule } = require(join(root, "dist/perturb/local/editByRule.js"));
const { checkParaphrases, paraphraseByRule, PARAPHRASES } = require(join(root, "dist/perturb/global/paraphrase.js"));

const shared = process.env.FAITHLAB_SHARED ?? join(root, "../shared");
const SOURCES = { miniF2F: "data/minif2f/robustpa.jsonl", "MATH-500": "data/math500/test.jsonl" };

(async () => {
  const from = performance.now();
  for (const [name, file] of Object.entries(SOURCES)) {
    const path = join(shared, file);
    if (!existsSync(path)) throw new Error(`${path} is not there: set FAITHLAB_SHARED to the folder that holds ${file}`);
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
