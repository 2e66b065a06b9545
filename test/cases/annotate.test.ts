import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { expect, test } from "vitest";
import { annotationAgreement, annotationSheet, readAnnotations } from "../../src/cases/annotate";
import { madeCase } from "../support/runs";

/** 200 cases of which every fifth was proved. */
const cases = Array.from({ length: 200 }, (_, i) => madeCase(i, i % 5 === 0 ? { perturbedVerdict: { outcome: "proved", flags: [], code: `=theorem t : ${i} = ${i} := by sorry, "quoted"\nsecond line` } } : {}));

test("a sheet of 100 cases goes out, is filled in, and comes back", () => {
  const sheet = annotationSheet(cases, { n: 100, seed: 1 });
  const rows = parse(sheet, { columns: true, bom: true }) as Record<string, string>[];
  expect(rows).toHaveLength(100);
  // 40 were proved: all of them, though half of 100 would be 50.
  expect(rows.filter(({ verdict }) => verdict === "proved")).toHaveLength(40);
  expect(annotationSheet(cases, { n: 100, seed: 1 })).toBe(sheet);
  expect(rows.find(({ verdict }) => verdict === "proved")!["lean_of_perturbed"]).toMatch(/^'=theorem/);

  // A person who calls every proved case corrected, but for four of them, and every refuted one faithful, but for six.
  let [proved, refuted] = [0, 0];
  const filled = rows.map((row) => ({ ...row, label: row["verdict"] === "proved" ? (proved++ < 4 ? "Faithful " : "corrected") : refuted++ < 6 ? "other" : "faithful" }));
  for (const delimiter of [",", ";", "\t"]) {
    const { labels, open, problems } = readAnnotations(stringify(filled, { header: true, delimiter }));
    expect({ labels: labels.length, open, problems }).toEqual({ labels: 100, open: 0, problems: [] });
    const { table, kappa, corrected, n } = annotationAgreement(cases, labels);
    expect({ table, n }).toEqual({ table: [[54, 4], [6, 36]], n: 100 });
    // Agreement 0.9, by chance (58 · 60 + 42 · 40) / 100² = 0.516: κ = 0.384 / 0.484.
    expect(kappa!.kappa).toBeCloseTo(0.384 / 0.484, 12);
    // 0.2 of 200 proved; of the proved 36 in 40 are corrections, of the refuted 6 in 60: 0.2 · 0.9 + 0.8 · 0.1.
    expect(corrected!.estimate).toBeCloseTo(0.26, 12);
    expect(corrected!.lo).toBeLessThan(0.26);
    expect(corrected!.hi).toBeGreaterThan(0.26);
  }
});

test("a blind sheet says nothing of the verdict", () => {
  const sheet = annotationSheet(cases, { n: 20, seed: "a", blind: true });
  expect(sheet.split("\n")[0]).not.toMatch(/verdict|diagnosis/);
  expect(sheet).not.toMatch(/\b(proved|refuted)\b/);
});

test("bad rows are told with their line, and the good ones stay", () => {
  const { labels, open, problems } = readAnnotations("\ufeffid,label\na,faithful\nb,yes\nc,\na,other\nd,UNCLEAR\n");
  expect(labels.map(({ id, label }) => [id, label])).toEqual([["a", "faithful"], ["d", "unclear"]]);
  expect(open).toBe(1);
  expect(problems).toEqual([expect.stringMatching(/^line 3: a label is one of faithful, corrected, other, unclear, got "yes"/), expect.stringMatching(/^line 5: a was labelled before/)]);
  expect(() => readAnnotations("name,verdict\na,b\n")).toThrow(/needs the columns id and label/);
});

test("nothing comes of nothing", () => {
  expect(() => annotationSheet([], { n: 1, seed: 1 })).toThrow(/nothing to label/);
  expect(() => annotationAgreement(cases, [{ id: "elsewhere", label: "faithful", note: "" }])).toThrow(/no clear label belongs/);
});
