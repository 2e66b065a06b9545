import { describe, expect, test } from "vitest";
import { auditAll, EQUATIONS, type AuditedClaim } from "../../src/papers/claims";
import { faithformBench } from "../../src/papers/faithformbench";
import { auditFaithformBench } from "../../src/papers/faithformbenchClaims";
import { auditRobustness } from "../../src/papers/robustnessClaims";
import { frozen } from "../support/frozen";

const paper = frozen(faithformBench());
const a = auditFaithformBench(paper);
const b = auditRobustness();
const verdicts = (claims: readonly AuditedClaim[], verdict: string) => claims.filter((claim) => claim.verdict === verdict).map(({ id }) => id);
const found = (id: string) => [...a, ...b].find((claim) => claim.id === id)!.found;

describe("the claims audit", () => {
  test("FaithformBench: which claims fail", () => {
    expect(verdicts(a, "not supported")).toEqual(["A10", "A16", "A18"]);
    expect(verdicts(a, "not checkable")).toEqual([]);
  });

  test("the failing ones with the numbers that make them fail", () => {
    expect(found("A10")).toContain("GSM8K: not supported (GSM8K Herald 28.0 %, Goedel 23.2 %)"); // 359 and 297 of 1,282
    expect(found("A10")).toContain("the three harder subsets: supported");
    expect(found("A16")).toContain("greatest abstention 12.6 % (Herald on GSM8K)");
    // Ranks on GSM8K: proved G 4, S 3, K 2, H 1; FPR G 2, S 1, K 3, H 4; Σd² = 4 + 4 + 1 + 9 = 18; ρ = 1 − 6·18/(4·15) = −0.8
    expect(found("A18")).toContain("GSM8K ρ = −0.80");
    expect(found("A18")).toContain("OlympiadBench ρ = +1.00");
  });

  test("robustness: arithmetic is supported, what needs records is not called supported", () => {
    expect(verdicts(b, "supported")).toEqual(["B1", "B2", "B3", "B9", "B23", "B24", "B25", "B26", "B28", "B30"]);
    expect(verdicts(b, "not supported")).toEqual([]);
    expect(found("B1")).toContain("= 2,637");
    expect(found("B27")).toContain("2,316 edits × 7 systems = 16,212");
    expect(found("B4")).toContain("1.2 % is 3 of 244, 12.7 % is 31 of 244");
  });

  test("every claim has a number or a reason beside it, and every equation holds", () => {
    for (const claim of [...a, ...b]) expect(claim.found.length, claim.id).toBeGreaterThan(10);
    for (const id of EQUATIONS) expect([...a, ...b].find((claim) => claim.id === id)?.verdict, id).toBe("supported");
  });

  test("a claim turns when its numbers turn", () => {
    // Give Herald's proved false GSM8K statements to Goedel and A10 holds everywhere.
    const outcomes = paper.outcomes.map((row) => {
      if (row.dataset !== "GSM8K" || row.perturbation !== "llm") return row;
      if (row.formaliser === "Goedel") return { ...row, proved: row.proved + 200, refuted: row.refuted - 200 };
      return row;
    });
    expect(auditFaithformBench({ ...paper, outcomes }).find(({ id }) => id === "A10")?.verdict).toBe("supported");
    const uflb = paper.uflb.map((row) => ({ ...row, uflb: 0.5 }));
    expect(auditFaithformBench({ ...paper, uflb }).find(({ id }) => id === "A7")).toMatchObject({ verdict: "not supported", found: expect.stringContaining("printed 0.50, recomputed 0.1381") });
  });

  test("an audit that passes over a claim, or checks one that nobody made, is none", () => {
    const claim = { id: "X1", where: "", claim: "", published: "", howToCheck: "" };
    expect(() => auditAll([claim], {})).toThrow("without a check X1, without a claim none");
    expect(() => auditAll([], { X2: () => ({ verdict: "supported", found: "" }) })).toThrow("without a check none, without a claim X2");
  });
});
