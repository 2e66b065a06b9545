/** ProofScore against the values that its authors and the spec of the systems (section 4) give, and against the Sugeno integral by brute force. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FlowNode } from "../../src/proofflow/graph";
import { countedScore, errorOf, nodeScore, patience, proofScore, weightsOf, type Grade } from "../../src/proofflow/score";

const grades = (text: string) => [...text] as Grade[];
const node = (id: string, dependencies: readonly string[] = []): FlowNode => ({ id, kind: id.startsWith("ts") ? "theorem" : "lemma", natural_language: id, statement: id, dependencies });

/** The integral by its definition: over all sets of parts, the smaller of the worst part in the set and the set's measure, and of these the largest. */
function sugeno(parts: readonly Grade[]): number {
  const n = parts.length;
  if (n === 0 || parts.includes("C")) return 0;
  let best = 0;
  for (let set = 1; set < 2 ** n; set++) {
    const inside = parts.filter((_, i) => (set >> i) & 1);
    const bs = inside.filter((grade) => grade === "B").length;
    const worst = bs > 0 ? 0.5 : 1;
    best = Math.max(best, Math.min(worst, (inside.length / n) * (bs === 0 ? 1 : patience(bs))));
  }
  return Math.round((best + Number.EPSILON) * 100) / 100;
}

describe("a node's score", () => {
  test.each([["B", 0.5], ["AB", 0.5], ["BBB", 0.4], ["AAAB", 0.75], ["BBBBBBBBBB", 0.12], ["A", 1], ["AAAA", 1], ["C", 0], ["AAAAAAAC", 0], ["", 0]])("%s is %d (published anchors; C is 0, A is 1)", (text, score) => {
    expect(nodeScore(grades(text))).toBe(score);
  });

  test("is the Sugeno integral, for every number of A and B up to ten parts in any order, and with a C", () => {
    for (let n = 1; n <= 10; n++) {
      for (let a = 0; a <= n; a++) {
        const parts = grades("A".repeat(a) + "B".repeat(n - a));
        expect(nodeScore(parts), `${a} of ${n}`).toBe(sugeno(parts));
      }
    }
    fc.assert(fc.property(fc.array(fc.constantFrom<Grade>("A", "B", "B", "C"), { maxLength: 9 }), (parts) => nodeScore(parts) === sugeno(parts)), { seed: 42, numRuns: 300 });
  });

  test("with the released code's fault, a C among more than ten parts vanishes; up to ten it does not", () => {
    const twelve = grades(`${"A".repeat(11)}C`);
    expect([nodeScore(twelve), nodeScore(twelve, { compat: true })]).toEqual([0, 0.9]); // floor(110 / 12) = 9 A and one B
    expect(nodeScore(grades("AAAAAAAAAC"), { compat: true })).toBe(0);
  });

  test("counts half without verified tactics, not at all if it was not formalised or took too many attempts", () => {
    const shared = { kind: "lemma", grades: grades("A") } as const;
    expect(countedScore({ ...shared, formalisedAfter: 1, verified: true })).toBe(1);
    expect(countedScore({ ...shared, formalisedAfter: 1, verified: false })).toBe(0.5);
    expect(countedScore({ kind: "condition", grades: grades("A"), formalisedAfter: 1 })).toBe(1);
    expect(countedScore({ ...shared, verified: true })).toBe(0);
    expect([1, 2, 3].map((passAt) => countedScore({ ...shared, formalisedAfter: 2, verified: true }, { passAt }))).toEqual([0, 1, 1]);
  });
});

describe("a proof's score", () => {
  const chain = { nodes: [node("l1"), node("l2", ["l1"]), node("ts_1", ["l2"])] };

  test("is the mean with failures in it, by default", () => {
    expect(proofScore(chain, [1, 0, 0.5])).toBeCloseTo(0.5, 12);
    expect(() => proofScore(chain, [1])).toThrow("a score for each of its 3 nodes, got 1");
  });

  test("weights by hand: Katz with α = 1/2 on a chain is 1.75, 1.5, 1; Laplacian is 6, 10, 6", () => {
    // Katz: x(ts) = 1, x(l2) = 1 + 1/2, x(l1) = 1 + 1.5/2. Laplacian: ends 1 + 1 + 2·2 = 6, middle 4 + 2 + 2·2 = 10.
    const katz = [1.75, 1.5, 1];
    expect(weightsOf(chain, "katz")).toEqual(katz.map((each) => each / 4.25));
    expect(weightsOf(chain, "laplacian")).toEqual([6 / 22, 10 / 22, 6 / 22]);
    expect(() => weightsOf(chain, "x" as never)).toThrow("weights are equal, katz, laplacian");
  });

  test("Laplacian weights are the loss of Laplacian energy when a node goes, on any graph", () => {
    const energy = (ids: readonly string[], edges: readonly (readonly [string, string])[]) => {
      const degree = (id: string) => edges.filter((edge) => edge.includes(id)).length;
      return ids.reduce((sum, id) => sum + degree(id) ** 2, 0) + 2 * edges.length;
    };
    fc.assert(fc.property(fc.integer({ min: 2, max: 7 }), fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { maxLength: 14 }), (n, pairs) => {
      const ids = Array.from({ length: n }, (_, i) => `l${i}`);
      const edges = [...new Set(pairs.filter(([a, b]) => a < b && b < n).map(([a, b]) => `l${a} l${b}`))].map((each) => each.split(" ") as [string, string]);
      if (edges.length === 0) return true;
      const graph = { nodes: ids.map((id) => node(id, edges.filter(([, user]) => user === id).map(([used]) => used))) };
      const losses = ids.map((id) => energy(ids, edges) - energy(ids.filter((each) => each !== id), edges.filter((edge) => !edge.includes(id))));
      const total = losses.reduce((sum, each) => sum + each, 0);
      return weightsOf(graph, "laplacian").every((weight, i) => Math.abs(weight - losses[i]! / total) < 1e-12);
    }), { seed: 42, numRuns: 200 });
  });

  test("the error of a node is the first that holds", () => {
    const fine = { kind: "lemma", formalised: true, verified: true, refuted: false, score: 1 } as const;
    expect(errorOf(fine)).toBeUndefined();
    expect(errorOf({ ...fine, formalised: false })).toBe("formaliser");
    expect(errorOf({ ...fine, score: 0.6 })).toBe("formaliser");
    expect(errorOf({ ...fine, verified: false, refuted: true })).toBe("statement");
    expect(errorOf({ ...fine, verified: false })).toBe("prover");
    expect(errorOf({ kind: "lemma", formalised: true, verified: true, refuted: false })).toBe("missing_score");
    expect(errorOf({ ...fine, kind: "definition", verified: false })).toBeUndefined();
  });
});
