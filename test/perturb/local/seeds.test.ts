import { describe, expect, test } from "vitest";
import { readCsv } from "../../../src/data/csv";
import { pickIndex, type Region } from "../../../src/perturb/local/seeds";
import { sharedFile } from "../../support/shared";

const vectors = sharedFile("published", "pick-vectors.csv");

describe("pickIndex", () => {
  test.skipIf(!vectors)("all 60 published vectors", () => {
    const rows = readCsv(vectors!, (row) => ({ name: row.text("name"), source: row.text("source") as Region, count: row.number("candidates", 1, 1000), chosen: row.number("chosen_index", 0, 1000) }));
    expect(rows).toHaveLength(60);
    for (const { name, source, count, chosen } of rows) expect(pickIndex(count, { name, source }), `${name} ${source}`).toBe(chosen);
  });

  test.each([
    // From the same vectors.
    [10, "aime_1988_p8", "statement", 3],
    [9, "amc12a_2003_p5", "proof", 7],
    [3, "imo_1965_p2", "proof", 0],
    [1, "mathd_algebra_314", "statement", 0],
  ] as const)("of %i candidates of %s, %s, the one with index %i", (count, name, source, chosen) => expect(pickIndex(count, { name, source })).toBe(chosen));

  test("there is nothing to pick of nothing, and no half candidate", () => {
    expect(pickIndex(0, { name: "x", source: "proof" })).toBeUndefined();
    expect(() => pickIndex(1.5, { name: "x", source: "proof" })).toThrow("pickIndex requires a number of candidates from 0, got 1.5");
  });
});
