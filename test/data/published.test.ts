import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkOrigin, publishedClaims, publishedContingency, publishedEdits, publishedOutcomes, publishedUflb, PUBLISHED } from "../../src/data/published";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "published-"));
  cpSync(PUBLISHED, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Changes the copy of one file. */
function change(file: string, from: string | RegExp, to: string): void {
  const path = join(folder, file);
  const text = readFileSync(path, "utf8");
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  writeFileSync(path, changed);
}

describe("the published tables", () => {
  test("hold what the papers print", () => {
    expect(publishedOutcomes()).toHaveLength(80); // 8 formalisers × 4 datasets × 2, and 4 × 4 by rule
    expect(publishedOutcomes()[0]).toEqual({ formaliser: "Goedel", dataset: "GSM8K", perturbation: "none", n: 1282, af_fail: 18, refuted: 17, inconclusive: 34, proved: 1213 });
    expect(publishedUflb()).toHaveLength(32);
    expect(publishedContingency()).toHaveLength(16);
    expect(publishedClaims("faithformbench").map(({ id }) => id)).toEqual(Array.from({ length: 19 }, (_, i) => `A${i + 1}`));
    expect(publishedClaims("robustness").map(({ id }) => id)).toEqual(Array.from({ length: 33 }, (_, i) => `B${i + 1}`));
    expect(publishedEdits()).toHaveLength(5);
    expect(checkOrigin()).toEqual({ files: 6, changed: [] });
  });
});

describe("a changed table", () => {
  test("a count that breaks its row is named with file, line and sum", () => {
    change("faithformbench-outcomes.csv", "3,Goedel,GSM8K,none,18,17,34,1213", "3,Goedel,GSM8K,none,18,17,34,1214");
    expect(() => publishedOutcomes(folder)).toThrow(/faithformbench-outcomes\.csv:2: Goedel, GSM8K, none: af_fail 18 \+ refuted 17 \+ inconclusive 34 \+ proved 1214 = 1283, but GSM8K has 1282 steps/);
  });

  test("every bad row is named, not only the first", () => {
    change("faithformbench-outcomes.csv", "none,18,17,34,1213", "none,18,17,34,1214");
    change("faithformbench-outcomes.csv", "Kimina,MATH,none,972", "Kimina,MATH,none,97x");
    expect(() => publishedOutcomes(folder)).toThrow(/:2: Goedel[\s\S]*:11: af_fail is a number from 0 .* got "97x"|:\d+: af_fail is a number[^\n]*"97x"/);
    try {
      publishedOutcomes(folder);
    } catch (error) {
      expect((error as Error).message.split("\n")).toHaveLength(2);
    }
  });

  test("a missing and a doubled row are named", () => {
    change("faithformbench-outcomes.csv", /3,Herald,MATH,none.*\n/, "");
    expect(() => publishedOutcomes(folder)).toThrow("missing: Herald, MATH, none");
    change("faithformbench-uflb.csv", "3,Goedel,MATH,0.19\n", "3,Goedel,MATH,0.19\n3,Goedel,MATH,0.19\n");
    expect(() => publishedUflb(folder)).toThrow("twice or unknown: Goedel, MATH");
  });

  test("an unknown name, a bound outside 0 … 1 and shares far from 100 % are refused", () => {
    change("faithformbench-uflb.csv", "3,Goedel,GSM8K,0.14", "3,Gödel,GSM8K,0.14");
    expect(() => publishedUflb(folder)).toThrow(/:2: formaliser is one of Goedel, .* got "Gödel"/);
    change("faithformbench-uflb.csv", "3,Gödel,GSM8K,0.14", "3,Goedel,GSM8K,1.4");
    expect(() => publishedUflb(folder)).toThrow('uflb is a number from 0 to 1, got "1.4"');
    change("faithformbench-contingency.csv", "71.2", "72.2");
    expect(() => publishedContingency(folder)).toThrow(/:2: the five shares add up to 101\.1 %/);
  });

  test("a missing column and a file that is no table are refused", () => {
    change("faithformbench-uflb.csv", "uflb", "bound");
    expect(() => publishedUflb(folder)).toThrow('no column "uflb"');
    writeFileSync(join(folder, "robustness-edit-counts.csv"), 'edit,region\n"open');
    expect(() => publishedEdits(folder)).toThrow(/robustness-edit-counts\.csv: not a CSV table/);
    rmSync(join(folder, "robustness-claims.csv"));
    expect(() => publishedClaims("robustness", folder)).toThrow(/robustness-claims\.csv: cannot be read \(ENOENT\)/);
  });

  test("a change that still adds up is caught by its hash", () => {
    change("faithformbench-outcomes.csv", "none,18,17,34,1213", "none,17,18,34,1213");
    expect(publishedOutcomes(folder)).toHaveLength(80);
    expect(checkOrigin(folder).changed.map(({ file }) => file)).toEqual(["faithformbench-outcomes.csv"]);
    rmSync(join(folder, "faithformbench-claims.csv"));
    expect(checkOrigin(folder).changed.find(({ file }) => file === "faithformbench-claims.csv")?.found).toBe("missing");
  });
});
