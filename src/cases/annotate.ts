/** Labels by people: a seeded sample as a sheet, read back, and set against the automatic verdict. Both papers checked samples by hand. */
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { DataError, InputError } from "../core/errors";
import type { Case } from "../stages/methodA";
import { correctByVerdict, type CorrectedRate } from "../stats/corrected";
import { cohenKappa, kappaBootstrap, type Kappa } from "../stats/kappa";
import { sampleCases } from "./select";

/**
 * What a person says of the perturbed step's Lean statement: it says what the perturbed step says (faithful), it says something else that is true or
 * closer to the truth (corrected), it says something else (other), or that cannot be told (unclear).
 */
export const LABELS = ["faithful", "corrected", "other", "unclear"] as const;
export type Label = (typeof LABELS)[number];

export interface SheetOptions {
  /** How many cases: half of them silent corrections by the prover's verdict, half decided otherwise, as far as there are so many. */
  readonly n: number;
  readonly seed: number | string;
  /** Without verdict, reason and diagnosis, so that the person does not lean on them. */
  readonly blind?: boolean;
}

const COLUMNS = ["id", "context", "original_step", "perturbed_step", "lean_of_perturbed", "verdict", "diagnosis", "label", "note"] as const;

/**
 * The cases of a sheet: with a statement for the perturbed step, drawn half and half from those that the prover proved and those that it refuted.
 * @throws InputError for a number that is none, or if there is nothing to label
 */
export function annotationSample(cases: readonly Case[], { n, seed }: Pick<SheetOptions, "n" | "seed">): Case[] {
  if (!Number.isSafeInteger(n) || n < 1) throw new InputError(`a sheet has at least one case, got ${n}`);
  const of = (outcome: string) => cases.filter(({ perturbedVerdict }) => perturbedVerdict.outcome === outcome && perturbedVerdict.code !== undefined);
  const [proved, refuted] = [of("proved"), of("refuted")];
  if (proved.length + refuted.length === 0) throw new InputError("there is nothing to label: no perturbed step has a statement that was decided");
  return stratifiedSample(cases, [proved, refuted], { n, seed });
}

/**
 * Some of the rows, in their order, as equally many of each stratum as there are: what one stratum lacks the others give.
 * @param strata rows of `rows`, none in two of them
 */
export function stratifiedSample<Row>(rows: readonly Row[], strata: readonly (readonly Row[])[], { n, seed }: Pick<SheetOptions, "n" | "seed">): Row[] {
  const shares = strata.map((_, i) => Math.floor((n + i) / strata.length)); // what does not go in evenly goes to the last ones
  const taken = strata.map((of, i) => Math.min(of.length, shares[i]!));
  for (let left = n - taken.reduce((sum, k) => sum + k, 0), i = 0; left > 0 && taken.some((k, j) => k < strata[j]!.length); i = (i + 1) % strata.length) {
    if (taken[i]! >= strata[i]!.length) continue;
    taken[i]! += 1;
    left -= 1;
  }
  const chosen = new Set(strata.flatMap((of, i) => (taken[i] === 0 ? [] : sampleCases(of, taken[i]!, { seed }))));
  return rows.filter((row) => chosen.has(row));
}

/**
 * A sheet to be labelled in any program for tables: CSV with the columns id, context, original_step, perturbed_step, lean_of_perturbed, (verdict, diagnosis,)
 * label, note. Fill in `label` with one of `LABELS`. Cells that a table program would take for a formula get a leading apostrophe.
 * @example annotationSheet(run.cases, { n: 100, seed: 1, blind: true })
 */
export function annotationSheet(cases: readonly Case[], { n, seed, blind = false }: SheetOptions): string {
  const columns = blind ? COLUMNS.filter((name) => name !== "verdict" && name !== "diagnosis") : COLUMNS;
  const rows = annotationSample(cases, { n, seed }).map(({ step, perturbed, perturbedVerdict, diagnosis }) => ({
    id: step.id, context: step.context.join("\n"), original_step: step.content, perturbed_step: perturbed.text, lean_of_perturbed: perturbedVerdict.code ?? "",
    verdict: perturbedVerdict.outcome, diagnosis: diagnosis?.mechanism ?? "", label: "", note: "",
  }));
  return asSheet(rows, columns);
}

/** Rows as CSV for a program for tables: with a byte order mark, by which it knows UTF-8, and without formulas. */
export function asSheet(rows: readonly Readonly<Record<string, string>>[], columns: readonly string[]): string {
  return stringify([...rows], { header: true, columns: [...columns], bom: true, escape_formulas: true });
}

export interface Annotation<Word extends string = Label> {
  readonly id: string;
  readonly label: Word;
  readonly note: string;
}

/** Labels that were read, rows without one yet, and rows that could not be used, each with its line. */
export interface Annotations<Word extends string = Label> {
  readonly labels: readonly Annotation<Word>[];
  readonly open: number;
  readonly problems: readonly string[];
}

/**
 * Reads a filled-in sheet. Other columns may have been added, removed or reordered; only id and label are needed.
 * @param words the labels that there are: `LABELS` of Method A unless told; `OUTPUT_LABELS` has those of Method B
 * @throws DataError if it is no CSV with these two columns
 * @example readAnnotations("id,label\na,yes\n", OUTPUT_LABELS.stmtSC).labels // [{ id: "a", label: "yes", note: "" }]
 */
export function readAnnotations<Word extends string = Label>(csv: string, words: readonly Word[] = LABELS as readonly string[] as readonly Word[]): Annotations<Word> {
  let rows: { record: Record<string, string>; info: { lines: number } }[];
  try {
    rows = parse(csv, { columns: true, bom: true, info: true, skip_empty_lines: true, relax_column_count: true, delimiter: delimiterOf(csv) }) as typeof rows;
  } catch (error) {
    throw new DataError(`the sheet is no CSV: ${(error as Error).message}`);
  }
  const labels: Annotation<Word>[] = [];
  const problems: string[] = [];
  const seen = new Set<string>();
  let open = 0;
  for (const { record, info } of rows) {
    const { label, note = "" } = record;
    const id = record["id"]?.replace(/^'(?=[=+\-@\t\r＝＋－＠])/, ""); // as `asSheet` wrote it
    if (id === undefined || label === undefined) throw new DataError(`a sheet needs the columns id and label, got ${Object.keys(record).join(", ")}`);
    const word = label.trim().toLowerCase();
    if (word === "") open += 1;
    else if (!(words as readonly string[]).includes(word)) problems.push(`line ${info.lines}: a label is one of ${words.join(", ")}, got "${label}"`);
    else if (seen.has(id)) problems.push(`line ${info.lines}: ${id} was labelled before; the first label counts`);
    else {
      seen.add(id);
      labels.push({ id, label: word as Word, note });
    }
  }
  return { labels, open, problems };
}

/** Programs for tables write commas, semicolons or tabs, depending on the country. */
function delimiterOf(csv: string): string {
  const [header = ""] = csv.split(/\r?\n/, 1);
  return [",", ";", "\t"].reduce((best, each) => (header.split(each).length > header.split(best).length ? each : best));
}

/** A person's labels against the prover's verdict. */
export interface AnnotationAgreement {
  /** Labelled cases that are in the run and clear. */
  readonly n: number;
  readonly unclear: number;
  /** Labels whose case is not in the run. */
  readonly unknown: readonly string[];
  /** Rows: by the person faithful or not; columns: by the prover refuted, that is faithful, or proved. */
  readonly table: readonly [readonly [number, number], readonly [number, number]];
  /** Absent where κ is undefined: one of the two used one category throughout. */
  readonly kappa?: Kappa;
  /** Percentile bootstrap of κ over cases, 2,000 resamples. */
  readonly bootstrap?: { readonly lo: number; readonly hi: number };
  /** FPR as counted, and corrected by the labels; absent unless both verdicts were checked. */
  readonly corrected?: CorrectedRate;
}

/**
 * How far the automatic measure agrees with a person: of the labelled cases, which are silent corrections by the label (not faithful) and by the prover
 * (proved). The corrected rate is over all pairs whose perturbed statement was decided.
 * @throws InputError if no label belongs to a decided case of the run
 */
export function annotationAgreement(cases: readonly Case[], labels: readonly Annotation[], { seed = 42 }: { readonly seed?: number | string } = {}): AnnotationAgreement {
  const decided = new Map(cases.filter(({ perturbedVerdict: { outcome } }) => outcome === "proved" || outcome === "refuted").map((each) => [each.step.id, each]));
  const unknown = labels.filter(({ id }) => !decided.has(id)).map(({ id }) => id);
  const known = labels.filter(({ id }) => decided.has(id));
  const clear = known.filter(({ label }) => label !== "unclear");
  if (clear.length === 0) throw new InputError("no clear label belongs to a case of this run whose perturbed statement was decided");
  const table: [[number, number], [number, number]] = [[0, 0], [0, 0]];
  const pairs = clear.map(({ id, label }) => [label === "faithful" ? 0 : 1, decided.get(id)!.perturbedVerdict.outcome === "refuted" ? 0 : 1] as const);
  for (const [person, prover] of pairs) table[person]![prover]! += 1;
  const [[a, b], [c, d]] = table;
  const defined = (a + b > 0 && c + d > 0) || (a + c > 0 && b + d > 0);
  const interval = defined ? kappaBootstrap(table, { seed }) : undefined;
  const judged = [...decided.values()].filter(({ perturbedVerdict }) => perturbedVerdict.outcome === "proved").length;
  const checkable = b + d > 0 && a + c > 0;
  return {
    n: clear.length, unclear: known.length - clear.length, unknown, table,
    ...(defined && { kappa: cohenKappa(table) }),
    ...(interval && { bootstrap: { lo: interval.lo, hi: interval.hi } }),
    ...(checkable && { corrected: correctByVerdict({ judged: { k: judged, n: decided.size }, accepted: { k: d, n: b + d }, rejected: { k: c, n: a + c } }) }),
  };
}
