/** What broke ProofFlow once: answers too large or deep, ids that Lean has no use for, headers half there, helpers twice, proofs of something else, compositions that assumed what they should cite. */
import { describe, expect, test } from "vitest";
import { flowGraphFigure } from "../../src/charts/flowGraph";
import { textWidth } from "../../src/charts/fonts";
import { commands } from "../../src/lean/commands";
import { scan } from "../../src/lean/scan";
import { assembled } from "../../src/proofflow/assemble";
import { formaliseNode, negationOf, proveNode } from "../../src/proofflow/attempts";
import { embeddedFlowChecker } from "../../src/proofflow/checkers";
import { composed } from "../../src/proofflow/compose";
import { conversation } from "../../src/proofflow/conversation";
import { flowGraph, graphInReply, kindOf, type FlowNode } from "../../src/proofflow/graph";
import { FLOW_HEADER, withFlowHeader, withoutFlowHeader } from "../../src/proofflow/header";
import { formaliserModel, scorerModel } from "../../src/proofflow/models";
import { withoutHypothesis } from "../../src/proofflow/run";
import type { Grade } from "../../src/proofflow/score";
import { summariseFlow } from "../../src/proofflow/summary";
import { DEFECTS, type Attempt, type Compiled, type Defect, type FlowChecker, type FlowResult, type FormaliserPart, type NodeResult, type ProverPart } from "../../src/proofflow/types";
import { embeddedProver } from "../../src/stages/embedded";
import { promptSet } from "../../src/systems/prompts";
import { systemOf } from "../../src/systems/registry";

const entry = (id: string, dependencies: unknown = [], more: object = {}) => ({ id, natural_language: "t", statement: "s", dependencies, ...more });
const node = (id: string, dependencies: readonly string[] = []): FlowNode => ({ id, kind: kindOf(id)!, natural_language: id, statement: id, dependencies });
const passed = (code: string) => ({ code: withFlowHeader(code), pass: true, tries: 1, attempts: [] });
const proved = (id: string, dependencies: readonly string[], code: string): NodeResult => ({ node: node(id, dependencies), formalisation: passed(code.replace(/:= by[^]*/, ":= by sorry")), proof: { ...passed(code), adapted: false }, withoutHypothesis: [] });
const given = (id: string, code: string): NodeResult => ({ node: node(id), formalisation: passed(code), withoutHypothesis: [] });
const kindsOf = (code: string) => commands(scan(code)).map(({ kind, name }) => `${kind} ${name}`.trim());

describe("graphs", () => {
  test("texts of megabytes and JSON thousands deep are read or refused, and end no run", () => {
    expect(graphInReply(JSON.stringify([entry("ts_1", [], { statement: "x".repeat(10 ** 7) })])).nodes.length).toBe(1);
    expect(graphInReply(`[{"id": "ts_1", "natural_language": "t", "dependencies": [], "statement": "${"\\frac x".repeat(10 ** 6)}"}]`).nodes[0]!.statement.startsWith("\\frac x\\frac")).toBe(true);
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    expect(() => graphInReply(deep)).toThrow("entry 1 is no JSON object");
    expect(() => graphInReply(`[{"id": "l1", "natural_language": "t", "statement": "s", "dependencies": ${deep}}]`)).toThrow("nested too deeply to be shown");
    expect(() => graphInReply(JSON.stringify(Array.from({ length: 500 }, (_, i) => entry(`x${i}`))))).toThrow(/; and 460 more$/);
  });

  test.each([
    ["a trailing comma", `[{"id": "ts_1", "natural_language": "t", "statement": "s", "dependencies": [],},]`],
    ["comments", `\`\`\`json\n[ // the result\n{"id": "ts_1", /* quoted */ "natural_language": "t", "statement": "s", "dependencies": []}]\n\`\`\``],
    ["single quotes and bare names", `\`\`\`\n[{id: 'ts_1', natural_language: 'it"s', statement: 'it\\'s', dependencies: []}]\n\`\`\``],
    ["a line break inside a text", `[{"id": "ts_1", "natural_language": "a\nb", "statement": "s", "dependencies": []}]`],
    ["prose with brackets before it", `I use [l1] and {x}.\n[{"id": "ts_1", "natural_language": "t", "statement": "s", "dependencies": []}]`],
  ])("%s is read, as ProofFlow reads JSON5", (_, reply) => expect(graphInReply(reply).nodes.map(({ id }) => id)).toEqual(["ts_1"]));

  test.each(["lemma", "let", "local", "def", "l²", "l½", "lé", "lλ", "l٣", "l日本"])("the id %s is no name in Lean", (id) => {
    expect(() => graphInReply(JSON.stringify([entry(id), entry("ts_1", [id])]))).toThrow("is to be a Lean name");
  });

  test("ids that Lean knows are ids; what may be a name of Mathlib is told", () => {
    const ids = ["l1'", "l₁", "lα", "l__proto__", "l2"];
    const { nodes, warnings } = graphInReply(JSON.stringify([...ids.map((id) => entry(id)), entry("le_refl"), entry("ts_1", [...ids, "le_refl"])]));
    expect(nodes.length).toBe(7);
    expect(warnings).toContain("le_refl is no numbered id; Lean refuses it if Mathlib has the name");
    expect(warnings.some((warning) => /^(?:l1'|l2|ts_1) /.test(warning))).toBe(false);
  });
});

describe("the header", () => {
  test.each([
    ["open scoped Real BigOperators", "open BigOperators Real Nat Topology Rat Filter"],
    ["open Nat (succ)", "open BigOperators Real Nat Topology Rat Filter"],
    ["open Nat renaming succ → next", "open BigOperators Real Nat Topology Rat Filter"],
    ["open Nat hiding pow", "open BigOperators Real Topology Rat Filter"],
    ["open Real in", "open BigOperators Real Nat Topology Rat Filter"],
    ["open Real -- for π\n", "open BigOperators Nat Topology Rat Filter"],
  ])("with %s, opened besides is %s", (own, expected) => {
    const whole = withFlowHeader(`${own}\nlemma l1 : 1 = 1 := by sorry`);
    expect(whole.split("\n").find((line) => line.startsWith("open"))).toBe(expected);
    expect(whole).toContain("set_option maxHeartbeats 0\n");
  });

  test("an option for one command is not the file's", () => {
    expect(withFlowHeader("set_option maxHeartbeats 400000 in\nlemma l1 : 1 = 1 := by rfl")).toContain("set_option maxHeartbeats 0\n\nopen");
  });

  test.each([
    ["set_option maxRecDepth 4000\nopen Real Finset\ndef f := 1\n\nlemma l1 : f = 1 := by rfl", "section\nset_option maxRecDepth 4000\nopen Finset\n\ndef f := 1\n\nlemma l1 : f = 1 := by rfl\n\nend"],
    ["open scoped Topology Pointwise\nlemma l1 : 1 = 1 := by rfl", "open scoped Pointwise in\nlemma l1 : 1 = 1 := by rfl"],
    ["open Nat (succ)\nlemma l1 : 1 = 1 := by rfl", "open Nat (succ) in\nlemma l1 : 1 = 1 := by rfl"],
    ["variable (x : ℝ)\nlemma l1 : x = x := by rfl", "section\n\nvariable (x : ℝ)\nlemma l1 : x = x := by rfl\n\nend"],
    ["namespace A.B\nsection S\nlemma l1 : 1 = 1 := by rfl", "section\n\nnamespace A.B\nsection S\nlemma l1 : 1 = 1 := by rfl\n\nend S\nend A.B\nend"],
  ])("taken off, what %j opens ends with it", (code, block) => expect(withoutFlowHeader(code)).toBe(block));
});

describe("assembly", () => {
  const definition = given("def_1", "def f (x : ℝ) : ℝ := x + 1");

  test("a definition that lemmas repeat stands once; another one of the same name gets a namespace with its lemma", () => {
    const same = "/-- the map -/\ndef f (x : ℝ) : ℝ := x + 1";
    const code = assembled([
      definition,
      proved("l1", ["def_1"], "def f (x : ℝ) : ℝ :=\n  x + 1 -- as given\n\nlemma l1 : f 1 = 2 := by norm_num [f]"),
      proved("l2", ["def_1"], "def f (x : ℝ) : ℝ := x + 2\n\nlemma l2 : f 1 = 3 := by norm_num [f]"),
      proved("ts_1", ["l1"], "lemma ts_1 (l1 : (1 : ℝ) = 1) : True := by trivial"),
    ]);
    expect(kindsOf(code).slice(4)).toEqual(["def f", "lemma l1", "namespace of_l2", "def f", "lemma l2", "end of_l2", "lemma ts_1"]);
    expect(assembled([definition, proved("ts_1", [], `${same}\n\nlemma ts_1 : f 1 = 2 := by norm_num [f]`)]).match(/def f/g)!.length).toBe(1);
  });

  test("two lemmas of one name do not meet", () => {
    const code = assembled([proved("l1", [], "lemma aux : 1 = 1 := by rfl\n\nlemma l1 : 1 = 1 := by exact aux"), proved("ts_1", ["l1"], "lemma aux : 2 = 2 := by rfl\n\nlemma ts_1 : 2 = 2 := by exact aux")]);
    expect(kindsOf(code).slice(4)).toEqual(["lemma aux", "lemma l1", "namespace of_ts_1", "lemma aux", "lemma ts_1", "end of_ts_1"]);
  });

  test("the word variable in a comment leaves nothing out; a gap is not exported", () => {
    const remarked = given("def_1", "/-- of a real variable -/\ndef f (x : ℝ) : ℝ := x + 1");
    const theorem = proved("ts_1", [], "lemma ts_1 : 1 = 1 := by rfl");
    expect(assembled([remarked, theorem])).toContain("def f");
    expect(assembled([given("tc_1", "theorem tc_1 : 1 = 2 := by sorry"), theorem], { verifiedOnly: true })).toBe(`${FLOW_HEADER}\n\nlemma ts_1 : 1 = 1 := by rfl\n`);
  });
});

const said = (status: Compiled["status"], text = "", accepted = true): FlowChecker => ({ engine: "played", configuration: {}, compile: async () => ({ status, text, sorry: false }), prove: async () => ({ accepted, reasons: accepted ? [] : ["it rests on an axiom"] }) });
const part = (...replies: string[]): FormaliserPart & ProverPart => ({ name: "played", configuration: {}, attempt: async (_: unknown, earlier: readonly Attempt[]) => ({ reply: replies[Math.min(earlier.length, replies.length - 1)]!, finish: "stop" }) });
const fence = (code: string) => `\`\`\`lean4\n${code}\n\`\`\``;
const input = { name: "p", statement: "s", proof: "t" };
const drive = (compat: readonly Defect[] = []) => ({ attempts: 1, draw: 0, compat });

describe("the picture", () => {
  test.each([
    ["60 conditions of one result", [...Array.from({ length: 60 }, (_, i) => entry(`tc_${i}`)), entry("ts_1", Array.from({ length: 60 }, (_, i) => `tc_${i}`))]],
    ["an id of 80 letters", [entry(`tc_${"a".repeat(80)}`), entry("ts_1", [`tc_${"a".repeat(80)}`])]],
    ["half a character at the cut", [entry("ts_1", [], { statement: `${"x".repeat(299)}😀😀` })]],
  ])("of %s has every label inside its box", (_, nodes) => {
    const spec = flowGraphFigure(flowGraph(nodes), { title: "t", subtitle: ["s"], description: "d" }) as unknown as { layer: { data: { values: { id: string; left: number; right: number; statement: string }[] }; mark: { fontSize?: number } }[] };
    const { data, mark } = spec.layer.at(-1)!;
    for (const { id, left, right, statement } of data.values) {
      expect(textWidth(id, mark.fontSize!, "bold")).toBeLessThan(right - left);
      expect(statement).not.toMatch(/[\ud800-\udbff]$/);
    }
  });
});

describe("attempts", () => {
  const request = { input, node: node("l1"), dependencies: [] };
  const ask = { ...request, code: withFlowHeader("lemma l1 (x : ℝ) : x = 1 := by sorry"), formalised: true };

  test("a lemma that rests on an axiom of its own, or stands where Lean does not read, is told so", async () => {
    expect((await formaliseNode(request, part(fence("axiom h : 1 = 2\n\nlemma l1 : 1 = 2 := by sorry")), said("ok"), drive())).attempts[0]!.errors).toMatch(/^axiom: axiom adds an axiom/);
    const declare = (code: string) => formaliseNode({ ...request, node: node("tc_1") }, part(fence(code)), said("ok"), drive());
    expect((await declare("axiom tc_1 : 1 = 2")).attempts[0]!.errors).toMatch(/^axiom/);
    expect((await declare("def f : ℕ := 1\n#exit")).attempts[0]!.errors).toBe("terminal: Lean reads nothing after #exit");
    expect((await declare("def f : ℕ := sorry")).attempts[0]!.errors).toMatch(/^placeholder: sorry leaves a gap/);
    expect((await formaliseNode({ ...request, node: node("tc_1") }, part(fence("theorem tc_1 : 1 = 2 := by sorry")), said("ok"), drive(DEFECTS))).pass).toBe(true);
    expect((await declare("variable (n : ℕ) (tc_1 : n > 2)")).pass).toBe(true);
  });

  test("a proof of another name, or behind which the file ends, is none", async () => {
    expect((await proveNode(ask, part(fence("lemma l1 (x : ℝ) : x = 1 := by simp\n\ntheorem check : True := trivial")), said("ok"), drive())).attempts[0]!.errors).toBe("name: the lemma is to be named l1, and is named check");
    expect((await proveNode(ask, part(fence("lemma l1 (x : ℝ) : x = 1 := by simp\n#exit")), said("ok"), drive(DEFECTS))).pass).toBe(false);
    expect((await proveNode(ask, part(fence("theorem l1 (x : ℝ) : x = 1 := by simp")), said("ok"), drive())).pass).toBe(true);
  });

  test("the engine in Lean's place takes no empty proof, though it finds the statement true", async () => {
    const prover = embeddedProver({ timeoutMs: 5_000 });
    const checker = embeddedFlowChecker(prover);
    try {
      for (const proof of ["", " by", " by\n  -- todo"]) expect(await checker.compile(`theorem t : 1 + 1 = 2 :=${proof}`), proof).toMatchObject({ status: "lean_error", text: expect.stringContaining("no proof") as unknown });
      expect(await checker.compile("theorem t : 1 + 1 = 2 := by norm_num")).toMatchObject({ status: "ok" });
    } finally {
      await prover.close();
    }
  });

  test("a negation is proved as it stands: an adapted one refutes nothing", async () => {
    const denied = negationOf(ask)!;
    expect((await proveNode(denied, part(fence("lemma l1_neg : ¬ (∀ (x : ℝ), x = 2) := by simp")), said("ok"), drive())).attempts[0]!.errors).toMatch(/^statement: /);
    expect((await proveNode(denied, part(fence("lemma l1_neg : ¬ (∀ (x : ℝ), x = 1) := by simp")), said("ok"), drive())).pass).toBe(true);
    const group = negationOf({ ...ask, code: withFlowHeader("lemma l1 {G : Type*} [Group G] (a b : G) : a * b = b * a := by sorry") })!;
    expect(group.code).toMatch(/lemma l1_neg : ¬ \(∀ \{G : Type\*\} \[Group G\] \(a b : G\), a \* b = b \* a\) := by sorry$/);
  });

  test("compat: an unaudited proof counts only by its own fault, and without it what the released code would say is told", async () => {
    const proof = part(fence("lemma l1 (x : ℝ) : x = 1 := by simp"));
    expect(await proveNode(ask, proof, said("ok", "", false), drive())).toMatchObject({ pass: false, attempts: [{ errors: "it rests on an axiom", otherwise: ["proofs_not_audited"] }] });
    expect(await proveNode(ask, proof, said("ok", "", false), drive(["ten_parts"]))).toMatchObject({ pass: false });
    expect(await proveNode(ask, proof, said("ok", "", false), drive(["proofs_not_audited"]))).toMatchObject({ pass: true, attempts: [{ otherwise: ["proofs_not_audited"] }] });
    expect(await proveNode(ask, proof, said("ok", "info: failed", false), drive(DEFECTS))).toMatchObject({ pass: false, attempts: [{ otherwise: ["proofs_not_audited", "failed_word"] }] });
  });

  test("what compat changes in scores is counted too, and what cannot be told is named", () => {
    const grades = [..."AAAAAAAAAAAC"] as Grade[];
    const judged: NodeResult = { ...proved("ts_1", [], "lemma ts_1 : 1 = 1 := by rfl"), judged: { ok: true, grades, feedback: [] } };
    const result: FlowResult = { input, draw: 0, graph: { nodes: [judged.node], warnings: ['ts_1 depends on "no quotation", which is no node; left out'] }, graphAttempts: 1, nodes: [judged], code: "", theoremVerified: true };
    const summary = summariseFlow([result], { checker: "c", parts: { graph: "g", formaliser: "f", prover: "p", scorer: "s" }, weights: "equal", passAt: Infinity, compat: DEFECTS });
    expect(summary.otherwise).toEqual({ ten_parts: 1 });
    expect(summary.inventions.k).toBe(0);
    expect(summary.notes.at(-1)).toBe("What sixty_seconds, thoughts_resent, calls_swapped changed cannot be told from the answers; run again without them.");
  });
});

describe("what models are asked", () => {
  test("a long proof as context is sent: A's limit of 4,000 characters is not ProofFlow's", async () => {
    const sent: unknown[] = [];
    const client = { complete: async (call: unknown) => (sent.push(call), { replies: [], promptHash: "", dropped: [] }) };
    const formaliser = formaliserModel({ system: systemOf("goedel-formalizer-v2-8b"), client: client as never });
    await formaliser.attempt({ input: { ...input, proof: "x ".repeat(4_000) }, node: node("l1"), dependencies: [] }, [], 0);
    expect(sent.length).toBe(1);
  });

  test("a check of dependencies that cannot be read is unknown, with the reason", async () => {
    const client = { complete: async () => ({ replies: [{ raw: "I think so.", finish: "stop", flags: [] }], promptHash: "", dropped: [] }) };
    const scorer = scorerModel({ system: systemOf("gemini-2.5-flash"), client: client as never, attempts: 2 });
    expect(await scorer.dependencies!({ input, node: node("l1"), dependencies: [], code: "" })).toMatchObject({ status: "unknown", reasoning: "no_json: the answer holds no JSON that can be read" });
  });

  test("an answer of megabytes is not sent back, even to a model whose window is not known", () => {
    const model = { system: { ...systemOf("gemini-2.5-flash"), context: null }, decoding: { max_tokens: 16_384, source: "test" }, prompts: promptSet() };
    const told = conversation(model, [{ role: "user", content: "question" }], [{ reply: "x".repeat(10 ** 7), finish: "stop", errors: "e".repeat(10 ** 6) }]);
    expect(told.map(({ role }) => role)).toEqual(["user"]);
    expect(told[0]!.content.length).toBeLessThan(5_000);
  });

  test("no question is asked twice of one draw, even if only errors fit and they are the same", () => {
    const model = { system: { ...systemOf("goedel-prover-v2-8b"), context: 120 }, decoding: { max_tokens: 100, source: "test" }, prompts: promptSet() };
    const failed: Attempt = { reply: "x".repeat(200), finish: "stop", errors: "wrong" };
    const asked = [[failed], [failed, failed]].map((earlier) => JSON.stringify(conversation(model, [{ role: "user", content: "question" }], earlier)));
    expect(asked[0]).not.toBe(asked[1]);
  });
});

describe("composition", () => {
  const theoremOf = (nodes: readonly NodeResult[]) => {
    const made = composed(nodes);
    if (!made.ok) return made.reason;
    return made.code.slice(made.code.indexOf("theorem", made.code.lastIndexOf("lemma ts_")));
  };

  test("instances stand where they are needed, before what uses them", () => {
    expect(theoremOf([
      proved("l1", [], "lemma l1 {G : Type*} [Group G] (a b : G) (tc_1 : a * b = 1) : a = b⁻¹ := by exact eq_inv_of_mul_eq_one_left tc_1"),
      proved("ts_1", ["l1"], "lemma ts_1 {G : Type*} [Group G] (a b : G) (l1 : a = b⁻¹) : a * b = 1 := by simp [l1]"),
    ])).toBe("theorem ts_1_composed\n  {G : Type*}\n  [Group G]\n  (a : G)\n  (b : G)\n  (tc_1 : a * b = 1)\n  : a * b = 1 := by\n  have l1 := _root_.l1 (G := G) (a := a) (b := b) (tc_1 := tc_1)\n  exact _root_.ts_1 (G := G) (a := a) (b := b) (l1 := l1)\n");
  });

  test("two steps that read + from different instances are refused; one that needs more of the same is not", () => {
    const of = (one: string, other: string) => theoremOf([proved("l1", [], `lemma l1 {G : Type*} ${one} (a : G) : a = a := by rfl`), proved("ts_1", ["l1"], `lemma ts_1 {G : Type*} ${other} (a : G) (l1 : a = a) : a = a := by rfl`)]);
    expect(of("[Monoid G]", "[Group G]")).toBe("l1 has the instance [Monoid G] where ts_1 has [Group G]");
    expect(of("[Group G]", "[inst : Group G]")).toBe("l1 has the instance [Group G] where ts_1 has inst");
    expect(of("[Fintype G]", "[Fintype G] [DecidableEq G]")).toContain("[DecidableEq G]");
  });

  test("a first result that a second rests on is cited, not assumed; so is a lemma that the graph does not name", () => {
    const text = theoremOf([
      proved("l1", [], "lemma l1 (x : ℝ) (tc_1 : x = 1) : x + 1 = 2 := by linarith"),
      proved("ts_1", [], "lemma ts_1 (x : ℝ) (h_l1 : x + 1 = 2) : x = 1 := by linarith"),
      proved("ts_2", ["ts_1"], "lemma ts_2 (x : ℝ) (ts_1 : x = 1) : 2 * x = 2 := by linarith"),
    ]);
    expect(text).toContain("theorem ts_2_composed\n  (x : ℝ)\n  (tc_1 : x = 1)\n  : 2 * x = 2 := by\n  have l1 := _root_.l1 (x := x) (tc_1 := tc_1)\n  have ts_1 := _root_.ts_1 (x := x) (h_l1 := l1)\n  exact _root_.ts_2 (x := x) (ts_1 := ts_1)\n");
  });

  test("a lemma that assumes a later one, a parameter without a name, two of one name are refused", () => {
    const end = proved("ts_1", ["l1"], "lemma ts_1 (l1 : 1 = 1) : 1 = 1 := by rfl");
    expect(theoremOf([proved("l1", [], "lemma l1 (ts_1 : 1 = 1) : 1 = 1 := by rfl"), end])).toBe("l1 assumes ts_1, which does not come before it");
    expect(theoremOf([proved("l1", [], "lemma l1 (_ : 1 = 1) : 1 = 1 := by rfl"), end])).toBe("l1 has a parameter without a name, (_ : 1 = 1)");
    expect(theoremOf([proved("l1", [], "lemma l1 (x : ℕ) (h : x = x) (x : ℝ) : 1 = 1 := by rfl"), end])).toBe("l1 has two parameters of the name x");
  });

  test("what a lemma takes from variable counts as its hypothesis", () => {
    const code = withFlowHeader("variable (n : ℕ) (tc_1 : 0 < n)\ninclude tc_1\nlemma l1 : n ≠ 0 := by sorry");
    expect(withoutHypothesis(node("l1", ["tc_1", "l0"]), code)).toEqual(["l0"]);
  });

  test("what a lemma takes from variable is a parameter; a namespace is part of its name; what it opens is open", () => {
    const text = theoremOf([
      proved("l1", [], "open Finset\nnamespace A\nvariable {n : ℕ} (tc_1 : 0 < n)\ninclude tc_1\nlemma l1 : n ≠ 0 := by omega"),
      proved("ts_1", ["l1"], "lemma ts_1 {n : ℕ} (l1 : n ≠ 0) : 0 < n := by omega"),
    ]);
    expect(text).toBe("theorem ts_1_composed\n  {n : ℕ}\n  (tc_1 : 0 < n)\n  : 0 < n := by\n  have l1 := _root_.A.l1 (n := n) (tc_1 := tc_1)\n  exact _root_.ts_1 (n := n) (l1 := l1)\n");
    expect(composed([proved("ts_1", [], "open Finset\nlemma ts_1 (s : Finset ℕ) : range 0 = ∅ := by rfl")])).toMatchObject({ ok: true, code: expect.stringContaining("open Finset in\ntheorem ts_1_composed") as unknown });
  });

  test("a statement whose lines Lean reads by their column keeps them; universes are declared", () => {
    expect(theoremOf([proved("ts_1", [], "lemma ts_1 (x : ℝ) :\n    let y := x\n    y = x := by\n  rfl")])).toBe("theorem ts_1_composed\n  (x : ℝ)\n  :\n    let y := x\n    y = x := by\n  exact _root_.ts_1 (x := x)\n");
    expect(theoremOf([proved("ts_1", [], "universe u\nlemma ts_1 {α : Type u} (a : α) : a = a := by rfl")])).toContain("theorem ts_1_composed.{u}\n  {α : Type u}");
  });

  test("claims by any name are told as assumed; things are not", () => {
    const assumed = (binders: string) => {
      const made = composed([given("tc_1", "variable (x : ℝ)"), proved("ts_1", [], `lemma ts_1 ${binders} : 1 = 1 := by rfl`)]);
      return made.ok ? made.assumes : made.reason;
    };
    expect(assumed("(f : ℝ → ℝ) (hf : Continuous f) (hi : Function.Injective f)")).toEqual(["hf", "hi"]);
    expect(assumed("(P Q : Prop) (hp : P) (hpq : P → Q)")).toEqual(["hp", "hpq"]);
    expect(assumed("{α : Type*} (s : Set α) (a : α) (n : ℕ) (v : Fin n → ℝ) (p : ℕ → Prop) (z : ℝ × ℝ)")).toEqual([]);
    expect(assumed("(x : ℝ) (tc_1 : x = 1) (h_tc_1 : 0 < x) (tc_2 : x = 2)")).toEqual(["tc_2"]);
  });
});
