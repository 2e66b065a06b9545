import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { methodsParagraph } from "../../src/export/methods";
import { renderPdf } from "../../src/export/pdf";
import { latexText, tableCsv, tableLatex, tableMarkdown } from "../../src/export/tables";
import { intervalDots } from "../../src/charts/dots";
import { madeOutput, madeOutputsRun } from "../support/outputs";
import { madeCase, madeRun } from "../support/runs";

test("CSV comes back as it was, and no cell of text is a formula", () => {
  fc.assert(
    fc.property(fc.array(fc.record({ name: fc.string(), n: fc.integer() }), { minLength: 1, maxLength: 5 }), (rows) => {
      const back = parse(tableCsv(rows), { columns: true }) as { name: string; n: string }[];
      expect(back.map(({ n }) => Number(n))).toEqual(rows.map(({ n }) => n));
      back.forEach(({ name }, i) => {
        expect(name.replace(/^'(?=[=+\-@\t\r])/, "")).toBe(rows[i]!.name);
        expect(name).not.toMatch(/^[=+\-@]/);
      });
    }),
  );
});

test("LaTeX: rules of booktabs, numbers right, every special character harmless", () => {
  const table = tableLatex([{ system: "A_1 & {b}", rate: 0.5, n: 12 }, { system: "50 % #2", rate: 0.25, n: 7 }], { caption: "κ ≥ 0.8", label: "tab:a", decimals: 2 });
  expect(table).toContain("\\begin{tabular}{lrr}");
  expect(table).toContain("    A\\_1 \\& \\{b\\} & 0.50 & 12 \\\\\n    50 \\% \\#2 & 0.25 & 7 \\\\\n    \\bottomrule");
  expect(table).toContain("\\caption{$\\kappa$ $\\geq$ 0.8}\n  \\label{tab:a}");
  expect(latexText("\\input{/etc/passwd}^~")).toBe("\\textbackslash{}input\\{/etc/passwd\\}\\textasciicircum{}\\textasciitilde{}");
  expect(() => tableLatex([{ a: 1 }], { label: "a}b" })).toThrow(/a label is letters/);
  expect(() => tableCsv([])).toThrow(/requires columns that exist/);
});

test("Markdown: cells cannot break out of their table", () => {
  expect(tableMarkdown([{ "a|b": "x|y\n<b>", n: 1 }])).toBe("| a\\|b | n |\n| --- | ---: |\n| x\\|y \\<b\\> | 1 |\n");
});

test("a figure as PDF: the width of a column, the same bytes twice", async () => {
  const spec = intervalDots([{ column: "c", row: "r", label: "a", estimate: 0.3, lo: 0.2, hi: 0.4, text: "30" }], { title: "t", subtitle: ["s"], description: "d" });
  const [one, again, two] = await Promise.all([renderPdf(spec, { columns: 1 }), renderPdf(spec, { columns: 1 }), renderPdf(spec)]);
  expect(Buffer.from(one).equals(Buffer.from(again))).toBe(true);
  const width = (pdf: Uint8Array) => Number(/MediaBox \[0 0 ([\d.]+)/.exec(Buffer.from(pdf).toString("latin1"))![1]);
  // 8.5 cm and 17.5 cm in points of 1/72 inch.
  expect(width(one)).toBeCloseTo(240.94, 1);
  expect(width(two)).toBeCloseTo(496.06, 1);
  expect(Buffer.from(one).toString("latin1")).toMatch(/FontFile2/);
  await expect(renderPdf(spec, { columns: 3 as never })).rejects.toThrow(/one or two columns/);
});

test("the methods paragraph of Method B says what its run holds, and what its judge and its checker are not", () => {
  const outputs = ["a", "b"].flatMap((system) => [1, 2, 3].flatMap((i) => [madeOutput(i, { system, condition: "Orig" }), madeOutput(i, { system, ...(i === 3 && { label: "unjudged" as const }) })]));
  const text = methodsParagraph(madeOutputsRun(outputs));
  for (const part of ["autoformalisers a, b by", "made (3 problems), in the styles Orig (3), and with one local edit: number proof (3)", "12 outputs", "is not Lean", "judged by the kit's rules", "2 outputs lack at least one verdict", "faithlab 0.1.0"]) expect(text).toContain(part);
  const run = madeOutputsRun(outputs.filter(({ record }) => record.system === "a"));
  const model = methodsParagraph({ ...run, settings: { ...run.settings, judges: [{ name: "big-model", temperature: 0, prompts: {} }, { name: "rule" }], checker: { name: "Lean 4.15.0", timeout: 900 }, samples: 8, judged: "selected" } });
  for (const part of ["autoformaliser a by", "big-model (temperature 0); beside it stand the kit's rules", "decided by Lean 4.15.0 (timeout 900)", "translated 8 times", "the first and the one that selection takes were judged"]) expect(model).toContain(part);
  expect(model).not.toContain("upper bounds");
});

test("the methods paragraph names what made the run", () => {
  const text = methodsParagraph(madeRun([madeCase(1), madeCase(2)], "my-model"));
  for (const part of ["my-model", "2 valid reasoning steps (made (2))", "seed 42", "not its kernel", "faithlab 0.1.0"]) expect(text).toContain(part);
});
