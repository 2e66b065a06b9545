import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { differenceDots } from "../../src/charts/dots";
import { flowDiagram, hundredSquares } from "../../src/charts/diagrams";
import { renderPng, renderSvg, saveFigure } from "../../src/charts/render";
import type { Spec } from "../../src/charts/spec";
import { contingencyBars, outcomeBars, uflbBars } from "../../src/charts/stacks";
import { OUTCOME } from "../../src/charts/theme";
import { inProject } from "../../src/core/files";
import { faithformBench } from "../../src/papers/faithformbench";
import { figure3, figure4, figure5, figure5Intervals, ratesFigure, table3, table4, table5 } from "../../src/papers/figures";
import { hundredFalseSteps, pairClassPicture, questionPicture } from "../../src/papers/pictures";

const paper = faithformBench();
const FIGURES: Record<string, Spec> = {
  question: questionPicture(),
  "hundred-false-steps": hundredFalseSteps(paper, "Goedel", "GSM8K"),
  "figure-3": figure3(paper),
  "figure-4": figure4(paper),
  rates: ratesFigure(paper),
  "table-3-fine-tuned": table3(paper, "fine-tuned"),
  "table-3-general": table3(paper, "general"),
  "figure-5": figure5(paper),
  "figure-5-intervals": figure5Intervals(paper),
  "pair-classes": pairClassPicture(paper, "Goedel", "GSM8K"),
  "table-4": table4(paper),
  "table-5": table5(paper),
};
const folder = mkdtempSync(join(tmpdir(), "figures-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const kept = (name: string) => inProject("figures", name);
const text = { title: "t", subtitle: [], description: "d" };

describe("the figures in figures/", () => {
  test.each(Object.entries(FIGURES))("%s is drawn again to the same bytes", async (name, spec) => {
    const { files, svg } = await saveFigure(name, spec, folder);
    for (const kind of ["vl.json", "svg", "png"]) {
      const again = readFileSync(join(folder, `${name}.${kind}`));
      expect(again.equals(readFileSync(kept(`${name}.${kind}`))), `${name}.${kind} differs; run npm run reproduce and look at the change`).toBe(true);
    }
    expect(files.every(existsSync)).toBe(true);
    expect(await renderSvg(spec)).toBe(svg);
  });

  test("what is there already is not written again", async () => {
    await saveFigure("table-5", FIGURES["table-5"]!, folder);
    expect((await saveFigure("table-5", FIGURES["table-5"]!, folder)).written).toEqual([]);
  });

  test("the 32 values of Figures 3 and 4 stand above their bars, with two decimals", () => {
    const printed = [readFileSync(kept("figure-3.svg"), "utf8"), readFileSync(kept("figure-4.svg"), "utf8")].flatMap((svg) => [...svg.matchAll(/font-weight="bold"[^>]*>(0\.\d\d)</g)].map((match) => Number(match[1])));
    expect(printed.sort()).toEqual(paper.uflb.map(({ uflb }) => uflb).sort());
  });

  test("each says in words what it shows, for readers who cannot see it", () => {
    for (const [name, spec] of Object.entries(FIGURES)) expect(String(spec.description).length, name).toBeGreaterThan(60);
    expect(readFileSync(kept("figure-3.svg"), "utf8").slice(0, 60)).toContain('<svg role="img" aria-label="Stacked bars of silent');
  });
});

describe("rendering", () => {
  const bar = (values: object[]): Spec => ({ data: { values }, mark: "bar", encoding: { x: { field: "a", type: "quantitative" } } });

  test("bytes do not depend on what was drawn before", async () => {
    const before = await renderSvg(FIGURES["figure-5"]!);
    await renderSvg(FIGURES["table-5"]!);
    expect(await renderSvg(FIGURES["figure-5"]!)).toBe(before);
  });

  test("PNG is three pixels for one, on white", async () => {
    const png = Buffer.from(await renderPng('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="7"></svg>'));
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([30, 21]);
  });

  test("text is drawn although the machine has no fonts", async () => {
    const svg = (words: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="30"><text x="5" y="20" font-family="Arimo, Arial" font-size="14">${words}</text></svg>`;
    expect((await renderPng(svg("sycophancy"))).length).toBeGreaterThan((await renderPng(svg(""))).length + 500);
  });

  test("a faulty specification is an error, warnings included, and nothing is loaded from elsewhere", async () => {
    await expect(renderSvg({ mark: "bar", encoding: { x: { field: "a", type: "quantitative" } }, data: { values: [] }, width: "wide" } as Spec)).rejects.toThrow();
    await expect(renderSvg({ ...bar([{ a: 1 }]), encoding: { x: { field: "a", type: "quantitative" }, z: { field: "a" } } })).rejects.toThrow(/Vega-Lite finds fault/);
    await expect(renderSvg({ data: { url: "http://127.0.0.1:9/rows.json" }, mark: "bar", encoding: {} })).rejects.toThrow(/loads nothing from elsewhere/);
    await expect(renderPng("no svg")).rejects.toThrow("resvg cannot draw this SVG");
  });

  test("markup in the data stays text", async () => {
    const svg = await renderSvg({ data: { values: [{ a: "<script>alert(1)</script>" }] }, mark: "text", encoding: { text: { field: "a", type: "nominal" } } });
    expect(svg).not.toContain("<script");
    expect(svg).toContain("&lt;script&gt;");
  });

  test("a name that is a path is refused", async () => {
    await expect(saveFigure("../escape", bar([]), folder)).rejects.toThrow("a figure's name is lower-case words joined by hyphens");
  });
});

describe("figures from rows", () => {
  const rates = { n: 1, fnr: { k: 0, n: 1, rate: 0, lo: 0, hi: 0.5 }, fpr: { k: 0, n: 1, rate: 0, lo: 0, hi: 0.5 }, affr: { k: 0, n: 2, rate: 0, lo: 0, hi: 0.5 }, uflb: { k: 0, n: 2, rate: 0, lo: 0, hi: 0.5 }, pairing: "unknown" } as const;

  test("nothing is drawn from nothing", () => {
    expect(() => uflbBars([], text)).toThrow("a figure requires at least one bar");
    expect(() => contingencyBars([], text)).toThrow("a figure requires at least one bar");
    expect(() => differenceDots([], text)).toThrow("a figure requires at least one dot");
    expect(() => outcomeBars([{ panel: "p", row: "r", label: "l", counts: { af_fail: 0, refuted: 0, inconclusive: 0, proved: 0 } }], text)).toThrow("l, p, r: a bar of shares requires at least one statement");
  });

  test("a bar of zeros is drawn with its whisker", async () => {
    expect(await renderSvg(uflbBars([{ panel: "p", label: "l", rates }], text))).toContain(">0.00<");
  });

  test("the parts of a bar stand on one another", () => {
    const spec = outcomeBars([{ panel: "p", row: "r", label: "l", counts: { af_fail: 1, refuted: 2, inconclusive: 3, proved: 4 } }], text);
    const { values } = spec.data as { values: { part: string; from: number; to: number; text: string }[] };
    expect(values.map(({ part, from, to, text: words }) => [part, from, to, words])).toEqual([
      ["proved", 0, 0.4, "4"],
      ["inconclusive", 0.4, 0.7, "3"],
      ["refuted", 0.7, 0.9, "2"],
      ["no formalisation", 0.9, 1, "1"],
    ]);
  });

  test("a hundred squares are always a hundred", () => {
    const thirds = ["proved", "refuted", "inconclusive"].map((outcome) => ({ part: OUTCOME[outcome as "proved"], share: 1 / 3 }));
    const { values } = hundredSquares(thirds, text).data as { values: unknown[] };
    expect(values).toHaveLength(100);
    expect(() => hundredSquares([{ part: OUTCOME.proved, share: 0.5 }], text)).toThrow("add up to 1, got 0.5");
  });

  test("a box outside the canvas is refused", () => {
    expect(() => flowDiagram({ width: 10, height: 10, boxes: [{ x: 5, y: 5, width: 20, height: 4, lines: ["wide"], fill: "white", ink: "black" }], arrows: [] }, text)).toThrow('the box "wide" leaves the canvas of 10 × 10');
  });
});
