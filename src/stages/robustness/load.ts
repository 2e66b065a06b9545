/** The inputs of a run: a benchmark in the released layout, or the kit's own problems with edits and paraphrases made by rule. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DataError } from "../../core/errors";
import { inProject } from "../../core/files";
import { EDIT_CONFIGS, SPLITS, STYLE_CONFIGS, type Split } from "../../data/configs";
import { loadBenchmark, loadProblems, type Problem, type Problems } from "../../data/problems";
import { paraphraseByRule, type Paraphrase } from "../../perturb/global/paraphrase";
import { markByRule, RULE_MARKER } from "../../perturb/local/markByRule";
import { SUBSTITUTIONS, type Substitution } from "../../perturb/local/marks";
import { REGIONS, type Region } from "../../perturb/local/seeds";
import { substitute } from "../../perturb/local/substitute";
import { EDIT_NAMES, PAPER_STYLES, type Condition, type EditName } from "../../robustness/records";
import { instancesOf, type Instances } from "./instances";

/** The kit's own problems with proofs. */
export const PROBLEMS_SAMPLE = inProject("data", "sample", "robustness-problems.jsonl");

/** The datasets by the names that tables give them. */
const DATASET_OF: Readonly<Record<Split, string>> = { miniF2F: "miniF2F", MATH500: "MATH-500" };

/**
 * The inputs of a run.
 * @param source a folder in the released layout, whose configs may be there or not; or files of problems, which are edited by rule here; the kit's own
 * problems if neither is named
 * @param limit only the first so many problems of each split or file
 * @throws DataError if a file cannot be read at all, or a folder holds no config
 * @example (await loadInstances({})).instances.length // the kit's problems in their conditions
 */
export async function loadInstances(source: { readonly folder?: string; readonly files?: readonly string[] }, limit = Infinity): Promise<Instances> {
  if (source.folder !== undefined) return fromBenchmark(source.folder, limit);
  const parts: Instances[] = [];
  for (const file of source.files ?? [PROBLEMS_SAMPLE]) {
    const { problems, bad } = await loadProblems(file);
    parts.push(badRows(bad), byRule(problems.slice(0, limit), source.files ? nameOf(file) : "sample"));
  }
  return together(parts);
}

async function fromBenchmark(folder: string, limit: number): Promise<Instances> {
  const parts: Instances[] = [];
  const has = (config: string, split: Split) => existsSync(join(folder, config)) && loadBenchmark(folder, config as never, split).catch((error) => absent(error));
  for (const split of Object.keys(SPLITS) as Split[]) {
    const originals = await has(STYLE_CONFIGS.Orig, split);
    const names = originals ? new Set(originals.problems.slice(0, limit).map(({ name }) => name)) : undefined;
    const configs = [...PAPER_STYLES.map((style) => [style, STYLE_CONFIGS[style]] as const), ...EDIT_NAMES.map((edit) => [edit, EDIT_CONFIGS[edit]] as const)];
    for (const [condition, config] of configs) {
      const found = await has(config, split);
      if (!found) continue;
      const rows = found.problems.filter(({ name }) => names?.has(name) ?? true);
      parts.push(badRows(found.bad), instancesOf(names ? rows : rows.slice(0, limit), { dataset: DATASET_OF[split], condition: condition as Condition, ...(originals && { originals: originals.problems }) }));
    }
  }
  if (parts.length === 0) throw new DataError(`${folder} holds none of the benchmark's configs, such as ${STYLE_CONFIGS.Orig}; npx faithlab data get robustpabench brings the released ones`);
  return together(parts);
}

/** A split that a config does not have is no fault of the folder. */
function absent(error: unknown): undefined {
  if (error instanceof DataError && /: no .*\.parquet and no /.test(error.message)) return undefined;
  throw error;
}

/** Problems as they are, rewritten by rule, and with the number and symbol edits that the rule-based marker finds places for. */
function byRule(problems: readonly Problem[], dataset: string): Instances {
  const edited = (kind: Substitution, region: Region) => problems.flatMap((problem) => {
    const outcome = substitute(problem, { kind, region, marks: markByRule(problem, kind), marker: RULE_MARKER });
    return outcome.ok ? [outcome.row] : [];
  });
  const rewritten = (style: Paraphrase) => problems.map((problem) => paraphraseByRule(problem, style));
  return together([
    instancesOf(problems, { dataset, condition: "Orig" }),
    // One of the two wordings of either rewriter, under a name of its own: they are not the paper's paraphrases.
    instancesOf(rewritten("G-FF"), { dataset, condition: "R-FF", originals: problems }),
    instancesOf(rewritten("G-Step"), { dataset, condition: "R-Step", originals: problems }),
    ...SUBSTITUTIONS.flatMap((kind) => REGIONS.map((region) => instancesOf(edited(kind, region), { dataset, condition: `${kind}_${region}` satisfies EditName }))),
  ]);
}

function badRows(bad: Problems["bad"]): Instances {
  return { instances: [], problems: bad.map(({ file, line, reason }) => `${file}:${line}: ${reason}`) };
}

function together(parts: readonly Instances[]): Instances {
  return { instances: parts.flatMap(({ instances }) => instances), problems: parts.flatMap(({ problems }) => problems) };
}

function nameOf(file: string): string {
  return file.replace(/^.*[\\/]/, "").replace(/\.[^.]+$/, "");
}
