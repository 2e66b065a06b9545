import { parseArgs } from "node:util";
import { InputError } from "../core/errors";
import { paraphraseByModel, paraphraseByRule, PARAPHRASES, type Paraphrase } from "../perturb/global/paraphrase";
import { checkParaphrase, type TokenDifference } from "../perturb/global/tokens";
import { note, type Command } from "./command";
import { MODEL_HELP, MODEL_OPTIONS, modelOf, turnProblems } from "./problems";

/** `faithlab paraphrase`: theorems with proofs in another style, with the check that no number and no symbol is lost. */
export const paraphrase: Command = {
  usage: "paraphrase --style STYLE [FILE]",
  summary: "Method B's global perturbations: another style, the same mathematics",
  help: `faithlab paraphrase --style STYLE [FILE] turns problems into paraphrased ones, one row for each.

FILE is JSON Lines or Parquet in the layout of RobustPABench or MATH-500; "-" or nothing is standard input.

  --style STYLE      ${PARAPHRASES.join(", ")}: free-form (FF) or numbered steps (Step)
  --attempts N       how often a model is asked for one problem at most (5)
${MODEL_HELP}

Without a model, free-form styles exchange stock phrases and step styles number the sentences; G and Q are then two wordings of the same rewriter.
Rows say who made them (paraphrase_engine). A problem that never parses keeps its original text and says so (paraphrase_kept_original).
Numeric and symbolic tokens that are not kept are listed on standard error. A line that is no problem becomes {line, error}; exit code 1.`,
  async run(args) {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { style: { type: "string" }, attempts: { type: "string", default: "5" }, ...MODEL_OPTIONS } });
    if (!(PARAPHRASES as readonly unknown[]).includes(values.style)) throw new InputError(`--style is one of ${PARAPHRASES.join(", ")}, got ${values.style === undefined ? "none" : `"${values.style}"`}`);
    if (!/^[1-9]\d{0,2}$/.test(values.attempts)) throw new InputError(`--attempts is a whole number from 1, got "${values.attempts}"`);
    const style = values.style as Paraphrase;
    const model = modelOf(values);
    try {
      let kept = 0;
      let originals = 0;
      const { exit, problems } = await turnProblems(positionals, Number(values.concurrency), async (problem) => {
        const row = model ? await paraphraseByModel(model.ask, problem, style, { engine: model.name, attempts: Number(values.attempts), prompts: model.prompts }) : paraphraseByRule(problem, style);
        const check = checkParaphrase(problem, row);
        kept += Number(check.kept);
        originals += Number(row["paraphrase_kept_original"] === true);
        const reason = row["paraphrase_reason"];
        const differences = [...check.statement, ...check.proof].map(inWords);
        return { rows: [row], notes: [...(typeof reason === "string" ? [`keeps its original text: ${reason}`] : []), ...(differences.length > 0 ? [`not kept: ${differences.join(", ")}`] : [])] };
      });
      note(`${problems} problems, ${originals} of them in their original text; ${kept} keep every numeric and symbolic token`);
      return exit;
    } finally {
      await model?.close();
    }
  },
};

function inWords({ token, before, after }: TokenDifference): string {
  return `${token} ${before} → ${after}`;
}
