import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { describe, expect, test } from "vitest";
import { readAnnotations, stratifiedSample } from "../../src/cases/annotate";
import { outputAgreement, outputSheet, OUTPUT_LABELS } from "../../src/cases/annotateOutputs";
import { seeded } from "../../src/core/random";
import { correctedFaithful } from "../../src/robustness/agreement";
import { madeOutput } from "../support/outputs";

/** 300 edited outputs: of six, three reverted, two faithful, one unclear; every fourth has StmtSC no. The systems' names would be formulas in a table program. */
const outputs = Array.from({ length: 300 }, (_, i) => madeOutput(i, { system: i % 2 === 0 ? "=cmd(1)" : "+sum", label: i % 6 < 3 ? "reverted" : i % 6 < 5 ? "faithful" : "unclear", stmtSC: i % 4 !== 0, because: "secret_reason" }));
const rowsOf = (csv: string) => parse(csv, { columns: true, bom: true }) as Record<string, string>[];

describe("a sheet of outputs", () => {
  test("goes out with equally many of each verdict, is filled in, and comes back", () => {
    const sheet = outputSheet(outputs, { judged: "label", n: 90, seed: 1 });
    expect(outputSheet(outputs, { judged: "label", n: 90, seed: 1 })).toBe(sheet);
    expect(outputSheet(outputs, { judged: "label", n: 90, seed: 2 })).not.toBe(sheet);
    const rows = rowsOf(sheet);
    expect(["faithful", "reverted", "unclear"].map((label) => rows.filter(({ verdict }) => verdict === label).length)).toEqual([30, 30, 30]);
    expect(rows[0]!["edit"]).toMatch(/^\d+ became \d+$/);
    expect(rows.every(({ system }) => /^'[=+]/.test(system!))).toBe(true);

    // A person who finds six of the faithful ones reverted, three of the reverted ones faithful, and two of the unclear ones faithful.
    const seen: Record<string, number> = { faithful: 0, reverted: 0, unclear: 0 };
    const answer = (verdict: string) => {
      const k = seen[verdict]!++;
      return verdict === "faithful" ? (k < 6 ? "reverted" : "Faithful ") : verdict === "reverted" ? (k < 3 ? "faithful" : "reverted") : k < 2 ? "faithful" : "unclear";
    };
    const filled = rows.map((row) => ({ ...row, label: answer(row["verdict"]!) }));
    for (const delimiter of [",", ";", "\t"]) {
      const { labels, open, problems } = readAnnotations(stringify(filled, { header: true, delimiter }), OUTPUT_LABELS.label);
      expect({ labels: labels.length, open, problems }).toEqual({ labels: 90, open: 0, problems: [] });
      const { report, corrected, unknown, over, n } = outputAgreement(outputs, labels, { judged: "label" });
      expect({ unknown, n }).toEqual({ unknown: [], n: 90 });
      expect(report.table).toEqual([[24, 6, 0], [3, 27, 0], [2, 0, 28]]);
      // Agreement 79 / 90; by chance (30·29 + 30·33 + 30·28) / 90² = 1/3: κ = (79/90 − 1/3) / (2/3).
      expect(report.kappa!.kappa).toBeCloseTo((79 / 90 - 1 / 3) / (2 / 3), 12);
      expect(report.bootstrap!.lo).toBeLessThan(report.kappa!.kappa);
      expect(report.bootstrap!.hi).toBeGreaterThan(report.kappa!.kappa);
      // 100 of 250 clear ones are faithful to the judge; truly 24 in 30 of these, and 3 in 30 of the others: 0.4 · 0.8 + 0.6 · 0.1.
      expect(corrected!.asJudged).toBeCloseTo(0.4, 12);
      expect(corrected!.estimate).toBeCloseTo(0.38, 12);
      expect(over).toEqual({ withCode: 250, withoutCode: 0 });
    }
  });

  test("a blind sheet says nothing of the verdict, its reason or the system, and its labels find their outputs", () => {
    const sheet = outputSheet(outputs, { judged: "stmtSC", n: 40, seed: "a", blind: true });
    const [header] = sheet.replace("\ufeff", "").split("\n");
    expect(header!.split(",")).toEqual(["id", "dataset", "problem", "condition", "statement", "proof", "edit", "lean", "label", "note"]);
    expect(sheet).not.toMatch(/cmd|sum|secret|\byes\b|\bno\b/);
    const labels = readAnnotations(stringify(rowsOf(sheet).map((row, i) => ({ ...row, label: i === 0 ? "unclear" : "yes" })), { header: true }), OUTPUT_LABELS.stmtSC).labels;
    const { n, unclear, unknown, report, corrected } = outputAgreement(outputs, labels, { judged: "stmtSC" });
    expect({ n, unclear, unknown }).toEqual({ n: 39, unclear: 1, unknown: [] });
    // The person calls all alike, so κ says nothing; every statement is the same in truth.
    expect(report.table.map((row) => row[1])).toEqual([0, 0]);
    expect(corrected!.estimate).toBe(1);
  });

  test("an output without code is no question; the rate says over how many it is", () => {
    const some = [...outputs.slice(0, 8), ...outputs.slice(8, 12).map((output) => ({ ...output, code: "" }))];
    const rows = rowsOf(outputSheet(some, { judged: "proofSC", n: 50, seed: 1 }));
    expect(rows).toHaveLength(8);
    expect(outputAgreement(some, rows.map(({ id }) => ({ id: id!.replace(/^'/, ""), label: "yes" as const, note: "" })), { judged: "proofSC" }).over).toEqual({ withCode: 8, withoutCode: 4 });
    expect(() => outputSheet(some.slice(8), { judged: "proofSC", n: 1, seed: 1 })).toThrow(/nothing to label/);
    expect(() => outputSheet(some, { judged: "tc" as never, n: 1, seed: 1 })).toThrow(/a sheet asks for stmtSC, proofSC, label, got "tc"/);
  });

  test("labels of other questions and other runs are told", () => {
    expect(readAnnotations("id,label\na,corrected\n", OUTPUT_LABELS.label).problems).toEqual([expect.stringContaining("a label is one of faithful, reverted, unclear")]);
    expect(() => outputAgreement(outputs, [{ id: "elsewhere", label: "yes", note: "" }], { judged: "stmtSC" })).toThrow(/no clear label belongs/);
    const [first] = outputs;
    expect(outputAgreement(outputs, [{ id: "elsewhere", label: "yes", note: "" }, { id: first!.id, label: "yes", note: "" }], { judged: "stmtSC" }).unknown).toEqual(["elsewhere"]);
  });
});

test("the corrected faithful rate holds the true one about as often as its interval says, where the judge's own does not", () => {
  // Truly faithful with 0.3; the judge calls 15 % of the faithful ones reverted and 25 % of the reverted ones faithful; 120 of 400 are labelled without error.
  const random = seeded("corrected");
  let [held, judged] = [0, 0];
  for (let turn = 0; turn < 200; turn++) {
    const truths = Array.from({ length: 400 }, () => random() < 0.3);
    const some = truths.map((truth, i) => madeOutput(i, { label: (random() < (truth ? 0.85 : 0.25)) ? "faithful" : "reverted" }));
    const labels = rowsOf(outputSheet(some, { judged: "label", n: 120, seed: turn })).map(({ id, problem }) => ({ id: id!, note: "", label: truths[Number(problem!.slice(5))] ? ("faithful" as const) : ("reverted" as const) }));
    const said = new Map(labels.map(({ id, label }) => [id, label]));
    const corrected = correctedFaithful(some.map(({ id, record }) => (said.has(id) ? { ...record, others: { human: { label: said.get(id)! } } } : record)));
    // The same by way of the sheet, which bootstraps κ besides: now and then.
    if (turn % 20 === 0) expect(outputAgreement(some, labels, { judged: "label" }).corrected).toEqual(corrected);
    if (corrected!.lo <= 0.3 && 0.3 <= corrected!.hi) held += 1;
    if (Math.abs(corrected!.asJudged - 0.3) < 0.05) judged += 1;
  }
  // 200 trials of 0.95 have a standard error of 0.015. As judged it is 0.43.
  expect(held / 200).toBeGreaterThan(0.9);
  expect(judged / 200).toBeLessThan(0.1);
});

test("strata give what others lack, and never more than was asked for", () => {
  const rows = Array.from({ length: 30 }, (_, i) => i);
  const drawn = (n: number, ...ends: number[]) => stratifiedSample(rows, ends.map((end, i) => rows.slice(ends[i - 1] ?? 0, end)), { n, seed: 1 });
  expect(drawn(9, 1, 2, 30).filter((i) => i >= 2)).toHaveLength(7);
  expect(drawn(9, 10, 20, 30)).toHaveLength(9);
  expect(drawn(100, 10, 20, 30)).toEqual(rows);
  expect(drawn(7, 15, 30).filter((i) => i < 15)).toHaveLength(3);
});
