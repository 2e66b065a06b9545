import { describe, expect, test } from "vitest";
import { chainFaults, dagOf, readDags, type DagRow } from "../../src/data/dag";
import { cycleOf, escapeFault } from "../../src/data/dagFaults";
import { chainOf } from "../../src/data/processbench";
import { stepsOf } from "../../src/stages/steps";
import { temporaryFile } from "../support/files";

const node = (id: number, dependencies: readonly number[] = [], fields = {}) => ({
  node_id: `step_${id}`,
  content: `Step ${id}.`,
  statement_type: "computation",
  proof_type: "deduction",
  dependencies: dependencies.map((each) => `step_${each}`),
  is_verifiable: true,
  inference_rule: "",
  verification_note: "recomputed",
  ...fields,
});
const row = (nodes: readonly unknown[], id = "a-0") => ({ id, split: "a", problem: "?", dags: { nodes, final_answer: "6", metadata: {} } });
const chain = (...steps: string[]) => chainOf({ id: "a-0", generator: "hand", problem: "The problem?", steps, final_answer_correct: true, label: -1 });

describe("dagOf", () => {
  test("reads nodes in any of the released shapes", () => {
    const nodes = [node(1, [], { statement_type: "General_Knowledge", is_verifiable: false }), node(2, [1])];
    const expected = dagOf(row(nodes));
    expect(expected.nodes[1]).toEqual({ nodeId: "step_2", content: "Step 2.", statementType: "computation", proofType: "deduction", dependencies: ["step_1"], verifiable: true, verificationNote: "recomputed" });
    const { dependencies, ...released } = node(2, [1]);
    for (const dags of [nodes, JSON.stringify({ nodes }), JSON.stringify(nodes), "```json\n" + JSON.stringify({ nodes }, null, 2) + "\n```", [nodes[0], { ...released, depencies: dependencies }]]) {
      expect(dagOf({ ...row([]), dags })).toEqual(expected);
    }
  });

  test("every fault is named", () => {
    const faults: [unknown, string][] = [
      [row([node(1), node(3)]), 'node 2: ids are consecutive, so this one is step_2, got "step_3"'],
      [row([node(1), node(1)]), "node 2: step_1 is the id of node 1 as well"],
      [row([node(1, [1])]), "step_1 depends on itself"],
      [row([node(1), node(2, [7])]), 'step_2 depends on "step_7", which is no node'],
      [row([node(1), node(2, [1, 1])]), "step_2 names step_1 twice"],
      [row([node(1, [2]), node(2, [1])]), "step_1 depends on step_2, which comes later; the dependencies run in a circle: step_1 → step_2 → step_1"],
      [row([node(1, [], { statement_type: "guess" })]), 'node 1: "statement_type" is one of computation, logical'],
      [row([node(1, [], { content: " " })]), 'node 1: "content" is blank'],
      [row([node(1, [], { is_verifiable: "yes" }), node(2, [], { node_id: undefined })]), 'node 1: "is_verifiable" is true or false, got "yes"; node 2: no field "node_id"'],
      [row([]), '"dags" has no nodes'],
      [{ id: "a-0" }, 'no field "dags"'],
      [{ id: "a-0", dags: '{"nodes": [{"content": "\\(x"}]}' }, '"dags" is a text, but not of JSON'],
      [{ id: "a-0", dags: null }, '"dags" has no list of nodes, got null'],
      [null, "not a JSON object"],
    ];
    for (const [value, message] of faults) expect(() => dagOf(JSON.parse(JSON.stringify(value)))).toThrow(message);
  });

  test("valid JSON with the wrong text: backslashes of LaTeX that were not doubled", () => {
    const content = JSON.parse(String.raw`"Half is \frac{1}{2}."`) as string;
    expect(() => dagOf(row([node(1, [], { content })]))).toThrow(String.raw`node 1: "content" has the control character U+000C at 8, where LaTeX's \frac was meant`);
    for (const text of [String.raw`"2 \times 3"`, String.raw`"\beta"`, String.raw`"\left(\right)"`, String.raw`"3 \neq 4"`, String.raw`"\text{m}"`, String.raw`"\u0001"`]) {
      expect(escapeFault(JSON.parse(text.replace("\\left", "\\\\left")) as string), text).toBeDefined();
    }
    for (const text of ["two\nlines\r\nand\ttabs", "\n- next", "\text that follows", String.raw`\frac{1}{2} \times \neq`]) expect(escapeFault(text), text).toBeUndefined();
  });

  test("a long chain of dependencies is no trouble, nor is a circle at its end", () => {
    const nodes = Array.from({ length: 20_000 }, (_, index) => ({ nodeId: `${index}`, dependencies: [`${index + 1}`] }));
    expect(cycleOf(nodes)).toBeUndefined();
    expect(cycleOf([...nodes, { nodeId: "20000", dependencies: ["19999"] }])).toEqual(["19999", "20000", "19999"]);
  });
});

test("readDags: a bad graph is an error for its chain, and the next is read", async () => {
  const text = [JSON.stringify(row([node(1)], "a-0")), "{", JSON.stringify(row([node(2)], "a-1")), JSON.stringify(row([node(1)], "a-2"))].join("\n");
  const rows: DagRow[] = [];
  for await (const each of readDags(temporaryFile("dags.jsonl", text))) rows.push(each);
  expect(rows.map((each) => (each.ok ? each.dag.id : [each.id, each.line]))).toEqual(["a-0", [undefined, 2], ["a-1", 3], "a-2"]);
});

describe("chainFaults", () => {
  const dag = (...contents: string[]) => dagOf(row(contents.map((content, index) => node(index + 1, [], { content }))));

  test("with a node for each step, words may differ; with another number, every step's text must be there", () => {
    expect(chainFaults(chain("One.", "Two."), dag("First.", "Second."))).toEqual([]);
    expect(chainFaults(chain("One.  Two.", "Three."), dag("One.", "Two.", "Three."))).toEqual([]);
    expect(chainFaults(chain("One.", "Two."), dag("One. Two."))).toEqual([]);
    expect(chainFaults(chain("One.", "Two.", "Three."), dag("One.", "Three."))).toEqual(["step 2 of the chain is covered by no node"]);
  });

  test("the problem is no node, and a graph belongs to its chain", () => {
    expect(chainFaults(chain("One."), dag("The problem?"))).toEqual(["step_1 is the problem itself, which is no reasoning step"]);
    expect(chainFaults(chain("One."), { ...dag("One."), id: "b-1" })).toEqual(["the graph is that of b-1, not of a-0"]);
  });
});

describe("stepsOf", () => {
  test("without a graph, every step is one, and its context is all that came before", () => {
    expect(stepsOf(chain("One.", "Two.", "Three."))[2]).toEqual({ id: "a-0/step_3", problemId: "a-0", nodeId: "step_3", dataset: "a", content: "Three.", context: ["One.", "Two."], dependencies: ["step_1", "step_2"], contextFrom: "all_earlier_steps" });
  });

  test("with a graph, unverifiable nodes are context only, and the parents' order is the graph's", () => {
    const dag = dagOf(row([node(1, [], { content: "Let x = 2.", statement_type: "declarative" }), node(2), node(3, [2, 1], { statement_type: "substitution" }), node(4, [], { is_verifiable: false })]));
    const steps = stepsOf(chain("a", "b", "c", "d"), dag);
    expect(steps.map(({ nodeId }) => nodeId)).toEqual(["step_2", "step_3"]);
    expect(steps[1]).toMatchObject({ id: "a-0/step_3", context: ["Step 2.", "Let x = 2."], contextFrom: "graph", statementType: "substitution" });
  });

  test("a graph of another chain is refused", () => {
    expect(() => stepsOf(chain("One."), { ...dagOf(row([node(1)])), id: "b-1" })).toThrow("a-0: the graph is that of b-1");
  });
});
