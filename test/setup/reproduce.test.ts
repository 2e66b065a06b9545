/* `npm run reproduce` on changed data, in a copy; Python and Jupyter are stand-ins, the reading, checking and reporting are real. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { canCopy, projectCopy, removeCopy, runTask, type ProjectCopy } from "../support/projectCopy";

let copy: ProjectCopy | undefined;
afterEach(() => copy && removeCopy(copy));

function change(file: string, from: string, to: string): void {
  const path = join(copy!.folder, "data", "published", file);
  const text = readFileSync(path, "utf8");
  expect(text.split(from)).toHaveLength(2);
  writeFileSync(path, text.replace(from, to));
}

describe.skipIf(!canCopy)("reproduce", { timeout: 60_000 }, () => {
  // Goedel on GSM8K, Table 3: 18 + 17 + 34 + 1213 = 1282, on line 2 of the file.
  test("a changed count that breaks its row's sum: fails with file, line and numbers, and runs no notebook", async () => {
    copy = projectCopy();
    change("faithformbench-outcomes.csv", "Goedel,GSM8K,none,18,17,34,1213", "Goedel,GSM8K,none,18,17,34,1214");
    const { code, err, out } = await runTask(copy, "reproduce");
    expect(code).toBe(1);
    expect(err).toContain("data/published/faithformbench-outcomes.csv");
    expect(err).toMatch(/(line |:)2\b/);
    for (const number of ["1283", "1282"]) expect(err).toContain(number);
    expect(err).not.toMatch(/^\s+at /m);
    expect(out).not.toContain("[notebooks]");
  });

  // 948 refuted and 297 proved among the false steps; with 48 + 1197 the UFLB is far from the printed 0.14.
  test("changed counts that keep the sum: says which file and which published value no longer agrees", async () => {
    copy = projectCopy();
    change("faithformbench-outcomes.csv", "Goedel,GSM8K,llm,22,948,15,297", "Goedel,GSM8K,llm,22,48,15,1197");
    const { code, out } = await runTask(copy, "reproduce");
    expect(code).toBe(1);
    expect(out).toContain("changed: data/published/faithformbench-outcomes.csv");
    // ½ · 17/1282 + ½ · 1197/1282 + 40/2564 … as the 32 values are computed: (17 + 1197 + 40) / 2564 = 0.4891
    expect(out).toContain("disagrees: UFLB of Goedel on GSM8K: published 0.14, recomputed 0.4891");
    expect(out).toContain("UFLB values    31 of 32 agree");
    expect(out).toMatch(/\nNOT reproduced\n$/);
  });

  test("a published value that is changed no longer agrees", async () => {
    copy = projectCopy();
    change("faithformbench-uflb.csv", "Goedel,GSM8K,0.14", "Goedel,GSM8K,0.15");
    const { code, out } = await runTask(copy, "reproduce");
    expect(code).toBe(1);
    expect(out).toContain("disagrees: UFLB of Goedel on GSM8K: published 0.15, recomputed 0.1381");
  });

  test("a table that is missing is named", async () => {
    copy = projectCopy();
    rmSync(join(copy.folder, "data", "published", "faithformbench-outcomes.csv"));
    const { code, err } = await runTask(copy, "reproduce");
    expect(code).toBe(1);
    expect(err).toContain("faithformbench-outcomes.csv");
    expect(err).not.toMatch(/^\s+at /m);
  });
});
