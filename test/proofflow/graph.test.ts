/** Reading graphs: forms of answers, every fault with its sentence, sizes from 1 to 200 nodes. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { flowGraph, graphInReply, kindOf, levelsOf } from "../../src/proofflow/graph";
import { graphOf } from "./player";

const entry = (id: unknown, dependencies: unknown = [], more: object = {}) => ({ id, natural_language: `text of ${String(id)}`, statement: `statement ${String(id)}`, dependencies, ...more });
const good = [entry("tc_1"), entry("l1", ["tc_1"]), entry("ts_1", ["l1"])];

describe("what a reply may look like", () => {
  const json = JSON.stringify(good);
  test.each([
    ["a fenced array", `Here:\n\`\`\`json\n${json}\n\`\`\`\nDone.`],
    ["a bare array, of which the released code takes the first entry only", json],
    ["an object that holds it", JSON.stringify({ proof_graph: good })],
    ["thinking before it, with a draft", `<think>[{"id": "l9"}]</think>${json}`],
  ])("%s", (_, reply) => {
    expect(graphInReply(reply).nodes.map(({ id, kind }) => [id, kind])).toEqual([["tc_1", "condition"], ["l1", "lemma"], ["ts_1", "theorem"]]);
  });

  test("LaTeX with single backslashes comes out as LaTeX", () => {
    const reply = String.raw`[{"id": "ts_1", "natural_language": "$\frac{1}{2} \neq 2$", "statement": "\frac12 \neq 2 [ts_1]", "dependencies": []}]`;
    expect(graphInReply(reply).nodes[0]!.natural_language).toBe(String.raw`$\frac{1}{2} \neq 2$`);
  });

  test("kinds by the ids' beginnings, in the released order", () => {
    expect(["ts_1", "l1", "lemma_3", "def_1", "tc_1", "x1", "theorem"].map(kindOf)).toEqual(["theorem", "lemma", "lemma", "definition", "condition", undefined, undefined]);
  });
});

describe("faults, each with its sentence", () => {
  test.each([
    ["no JSON", "I cannot.", /no_json/],
    ["an empty array", "[]", /no JSON array with entries/],
    ["entries that are none", "[1]", /entry 1 is no JSON object/],
    ["an unknown kind", JSON.stringify([entry("step1")]), /node 1: the id "step1" begins with none of ts, l, def, tc/],
    ["an id that Lean cannot have", JSON.stringify([entry("l1 ")]), /is to be a Lean name/],
    ["no id", JSON.stringify([entry(undefined)]), /node 1: "id" is a text such as "l1"/],
    ["no statement", JSON.stringify([entry("ts_1", [], { statement: " " })]), /node 1 \(ts_1\): "statement" is a text that is not blank/],
    ["dependencies that are none", JSON.stringify([entry("ts_1", "l1")]), /"dependencies" is a list of ids, got "l1"/],
    ["two nodes of an id", JSON.stringify([entry("l1"), entry("l1"), entry("ts_1", ["l1"])]), /l1 is the id of two nodes, 1 and 2/],
    ["a node on itself", JSON.stringify([entry("l1", ["l1"]), entry("ts_1", ["l1"])]), /l1 depends on itself/],
    ["a later dependency", JSON.stringify([entry("l1", ["l2"]), entry("l2"), entry("ts_1", ["l1"])]), /l1 depends on l2, which comes later/],
    ["a circle", JSON.stringify([entry("l1", ["l2"]), entry("l2", ["l1"]), entry("ts_1", ["l2"])]), /run in a circle: l1 → l2 → l1/],
    ["an unused node", JSON.stringify([entry("l1"), entry("l2"), entry("ts_1", ["l1"])]), /no later node uses l2/],
    ["no result", JSON.stringify([entry("tc_1")]), /there is no node ts_1/],
  ])("%s", (_, reply, message) => {
    expect(() => graphInReply(reply)).toThrow(message);
  });

  test("all faults at once, so that one repair turn is enough", () => {
    expect(() => flowGraph([entry("x"), entry("l1", 3)])).toThrow(/node 1: .*; node 2 \(l1\)/);
  });

  test("an unknown dependency and an invented text are warnings", () => {
    const { nodes, warnings } = flowGraph([entry("ts_1", ["l7"], { natural_language: "2 + 2 = 4" })], { source: "Proof: 2 + 2 = 5" });
    expect(nodes[0]!.dependencies).toEqual([]);
    expect(warnings).toEqual(['ts_1 depends on "l7", which is no node; left out', "the text of ts_1 is no quotation from the proof"]);
  });
});

describe("sizes", () => {
  test.each([1, 2, 30, 200])("%i nodes", (n) => {
    const graph = graphInReply(JSON.stringify(graphOf(n)));
    expect(graph.nodes.length).toBe(n);
    expect(Math.max(...levelsOf(graph)) < n).toBe(true);
  });

  test("without the graph's dependencies each node rests on all before it", () => {
    const graph = flowGraph(good, { followDag: false });
    expect(graph.nodes.map(({ dependencies }) => dependencies)).toEqual([[], ["tc_1"], ["tc_1", "l1"]]);
  });

  test("a level is one more than the farthest dependency's, for any graph", () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 40 }), (n) => {
      const graph = flowGraph(graphOf(n));
      const level = new Map(graph.nodes.map(({ id }, i) => [id, levelsOf(graph)[i]!]));
      return graph.nodes.every(({ id, dependencies }) => level.get(id) === (dependencies.length === 0 ? 0 : 1 + Math.max(...dependencies.map((each) => level.get(each)!))));
    }), { seed: 42, numRuns: 40 });
  });
});
