/** The figures that the two papers print, read from data/published and checked to add up. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DataError } from "../core/errors";
import { inProject, readText, shown } from "../core/files";
import { OUTCOMES, type OutcomeCounts } from "../core/types";
import { PAIR_CLASSES, type PairClass } from "../stats/contingency";
import { readCsv, type CsvRow } from "./csv";

/** The four subsets of ProcessBench with their number of verifiable steps (A, section 4), in the paper's order. */
export const STEPS: Readonly<Record<Dataset, number>> = { GSM8K: 1282, MATH: 4041, OlympiadBench: 4573, OmniMATH: 2888 };
export type Dataset = "GSM8K" | "MATH" | "OlympiadBench" | "OmniMATH";
export const DATASETS = Object.keys(STEPS) as Dataset[];

/** Nodes of the reasoning graphs that only define or declare, left out of the analysis (A, section 4). */
export const DECLARATIVE_STEPS = 2298;

/** Problems of the robustness study (B, section 3.1). */
export const PROBLEMS = { miniF2F: 244, "MATH-500": 500 } as const;
/** Styles of a problem: the original and four paraphrases (B, section 3.1). */
export const STYLES = 5;
/** Systems of the robustness study (B, section 4). */
export const SYSTEMS = 7;

/** The fine-tuned autoformalisers of A, Figure 3, from the lowest bound to the highest. */
export const FINE_TUNED = ["Goedel", "Stepfun", "Kimina", "Herald"] as const;
/** The general models of A, Figure 4. */
export const GENERAL = ["Claude-Opus-4.7", "Gemini-3.1-Pro", "GPT-5.2", "Qwen-Plus"] as const;
export const FORMALISERS = [...FINE_TUNED, ...GENERAL] as const;
export type Formaliser = (typeof FORMALISERS)[number];

/** Which statements were formalised: the valid steps, or their counterparts perturbed by an LLM or by rule. */
export const PERTURBATIONS = ["none", "llm", "regex"] as const;
export type Perturbation = (typeof PERTURBATIONS)[number];

export interface PublishedOutcomes extends OutcomeCounts {
  readonly formaliser: Formaliser;
  readonly dataset: Dataset;
  readonly perturbation: Perturbation;
  readonly n: number;
}

export interface PublishedUflb {
  readonly formaliser: Formaliser;
  readonly dataset: Dataset;
  /** As printed, with two decimals. */
  readonly uflb: number;
}

/** Shares in per cent, as printed, with one decimal. */
export type PublishedContingency = Record<PairClass, number> & { readonly formaliser: Formaliser; readonly dataset: Dataset };

export interface PublishedClaim {
  readonly id: string;
  readonly where: string;
  readonly claim: string;
  readonly published: string;
  readonly howToCheck: string;
}

export interface PublishedEdits {
  readonly edit: "number" | "symbol" | "step_deletion";
  readonly region: "statement" | "proof";
  readonly minif2f: number;
  readonly math500: number;
}

/** Where the published tables lie; a test may point elsewhere. */
export const PUBLISHED = inProject("data", "published");

/**
 * Outcome counts of Tables 3 and 4, checked: every combination once, every row adding up to its dataset's number of steps.
 * @throws DataError naming file, line and the numbers that do not add up
 * @example publishedOutcomes()[0] // { formaliser: "Goedel", dataset: "GSM8K", perturbation: "none", n: 1282, af_fail: 18, … }
 */
export function publishedOutcomes(folder = PUBLISHED): PublishedOutcomes[] {
  const path = join(folder, "faithformbench-outcomes.csv");
  const rows = readCsv(path, (row) => {
    const { formaliser, dataset } = cell(row);
    const perturbation = row.oneOf("perturbation", PERTURBATIONS);
    const [af_fail, refuted, inconclusive, proved] = OUTCOMES.map((outcome) => row.count(outcome)) as [number, number, number, number];
    const n = STEPS[dataset];
    const sum = af_fail + refuted + inconclusive + proved;
    if (sum !== n) {
      const parts = `af_fail ${af_fail} + refuted ${refuted} + inconclusive ${inconclusive} + proved ${proved}`;
      throw row.error(`${formaliser}, ${dataset}, ${perturbation}: ${parts} = ${sum}, but ${dataset} has ${n} steps`);
    }
    return { formaliser, dataset, perturbation, n, af_fail, refuted, inconclusive, proved };
  });
  const expected = FORMALISERS.flatMap((formaliser) =>
    DATASETS.flatMap((dataset) => PERTURBATIONS.filter((p) => p !== "regex" || isFineTuned(formaliser)).map((p) => [formaliser, dataset, p].join(", "))),
  );
  requireOnce(path, expected, rows.map((row) => [row.formaliser, row.dataset, row.perturbation].join(", ")));
  return rows;
}

/** The 32 values printed above the bars of Figures 3 and 4. @throws DataError */
export function publishedUflb(folder = PUBLISHED): PublishedUflb[] {
  const path = join(folder, "faithformbench-uflb.csv");
  const rows = readCsv(path, (row) => ({ ...cell(row), uflb: row.number("uflb", 0, 1) }));
  requireOnce(path, FORMALISERS.flatMap((formaliser) => DATASETS.map((dataset) => `${formaliser}, ${dataset}`)), rows.map((row) => `${row.formaliser}, ${row.dataset}`));
  return rows;
}

/** The shares of Figure 5, checked to add up to 100 within the rounding of five values. @throws DataError */
export function publishedContingency(folder = PUBLISHED): PublishedContingency[] {
  const path = join(folder, "faithformbench-contingency.csv");
  const rows = readCsv(path, (row) => {
    const shares = Object.fromEntries(PAIR_CLASSES.map((name) => [name, row.number(`${name}_pct`, 0, 100)])) as Record<PairClass, number>;
    const sum = PAIR_CLASSES.reduce((total, name) => total + shares[name], 0);
    if (Math.abs(sum - 100) > 0.25 + 1e-9) throw row.error(`the five shares add up to ${sum.toFixed(1)} %, further from 100 than rounding explains`);
    return { ...cell(row), ...shares };
  });
  requireOnce(path, FINE_TUNED.flatMap((formaliser) => DATASETS.map((dataset) => `${formaliser}, ${dataset}`)), rows.map((row) => `${row.formaliser}, ${row.dataset}`));
  return rows;
}

/** The claims of one paper's text. @throws DataError */
export function publishedClaims(paper: "faithformbench" | "robustness", folder = PUBLISHED): PublishedClaim[] {
  return readCsv(join(folder, `${paper}-claims.csv`), (row) => ({
    id: row.text("id"),
    where: row.text("where"),
    claim: row.text("claim"),
    published: row.text("published"),
    howToCheck: row.text("how_to_check"),
  }));
}

/** Local edits per type and region (B, Table 2). @throws DataError */
export function publishedEdits(folder = PUBLISHED): PublishedEdits[] {
  return readCsv(join(folder, "robustness-edit-counts.csv"), (row) => ({
    edit: row.oneOf("edit", ["number", "symbol", "step_deletion"] as const),
    region: row.oneOf("region", ["statement", "proof"] as const),
    minif2f: row.count("minif2f"),
    math500: row.count("math500"),
  }));
}

/** A published file whose bytes are not the ones that origin.json records. */
export interface ChangedFile {
  readonly file: string;
  readonly expected: string;
  readonly found: string;
}

/**
 * Compares each published file with the SHA-256 in origin.json.
 * @returns how many files are recorded, and those that differ; a file that is not there has found = "missing"
 */
export function checkOrigin(folder = PUBLISHED): { files: number; changed: ChangedFile[] } {
  const path = join(folder, "origin.json");
  const origin = JSON.parse(readText(path)) as { file: string; sha256: string }[];
  const changed = origin
    .map(({ file, sha256 }) => ({ file, expected: sha256, found: hashOf(join(folder, file)) }))
    .filter(({ expected, found }) => expected !== found);
  return { files: origin.length, changed };
}

function hashOf(path: string): string {
  try {
    return createHash("sha256").update(readFileSync(path)).digest("hex");
  } catch {
    return "missing";
  }
}

function cell(row: CsvRow): { formaliser: Formaliser; dataset: Dataset } {
  return { formaliser: row.oneOf("formaliser", FORMALISERS), dataset: row.oneOf("dataset", DATASETS) };
}

function isFineTuned(formaliser: Formaliser): boolean {
  return (FINE_TUNED as readonly string[]).includes(formaliser);
}

function requireOnce(path: string, expected: readonly string[], found: readonly string[]): void {
  const missing = expected.filter((key) => !found.includes(key));
  const extra = found.filter((key, i) => !expected.includes(key) || found.indexOf(key) !== i);
  if (missing.length + extra.length === 0) return;
  throw new DataError([`${shown(path)}: rows are not one for each combination`, ...missing.map((key) => `missing: ${key}`), ...extra.map((key) => `twice or unknown: ${key}`)].join("\n"));
}
