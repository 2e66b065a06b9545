import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import type { OutcomeCounts } from "../../src/core/types";
import { publishedFile } from "./shared";

export type Row = Record<string, string>;

/** Rows of one of the papers' tables as they are printed, read without the library under test; undefined where the file is absent. */
export function publishedRows(name: string): Row[] | undefined {
  const path = publishedFile(name);
  return path === undefined ? undefined : (parse(readFileSync(path), { columns: true }) as Row[]);
}

/** The outcome counts of one formaliser on one dataset (A, Tables 3 and 4). */
export function publishedCounts(rows: readonly Row[], { formaliser, dataset }: Row, perturbation: "none" | "llm" | "regex"): OutcomeCounts {
  const row = rows.find((r) => r["formaliser"] === formaliser && r["dataset"] === dataset && r["perturbation"] === perturbation)!;
  return { af_fail: Number(row["af_fail"]), refuted: Number(row["refuted"]), inconclusive: Number(row["inconclusive"]), proved: Number(row["proved"]) };
}
