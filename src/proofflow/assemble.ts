/** The last stage: one Lean file of all nodes; and, ours, a theorem that cites the lemmas instead of assuming what they say. */
import { parseBinders } from "../lean/binders";
import { splitTheorem, type Theorem } from "../lean/theorem";
import { isProved, type FlowNode } from "./graph";
import { FLOW_HEADER, withoutFlowHeader } from "./header";
import type { NodeResult } from "./types";

/**
 * One file: the header, then in the graph's order each step's proof where it was verified, else its statement with sorry. Conditions and definitions that use `variable` are left
 * out, since each lemma brings its own hypotheses: the theorem's result is proved from hypotheses, and cites no lemma.
 * @param options verifiedOnly: leave out what was not verified, as the robustness study's export does
 */
export function assembled(nodes: readonly NodeResult[], { verifiedOnly = false }: { readonly verifiedOnly?: boolean } = {}): string {
  const blocks = nodes.flatMap(({ node, formalisation, proof }) => {
    if (!isProved(node)) return /\bvariable\b/.test(formalisation.code) || !formalisation.pass ? [] : [withoutFlowHeader(formalisation.code)];
    if (proof?.pass) return [withoutFlowHeader(proof.code)];
    return verifiedOnly || formalisation.code === "" ? [] : [withoutFlowHeader(formalisation.code)];
  });
  return `${[FLOW_HEADER, ...blocks.filter((block) => block !== "")].join("\n\n")}\n`;
}

/** A composed file, or why there is none. `assumes` are hypotheses beyond conditions and definitions that some lemma brought in. */
export type Composition = { readonly ok: true; readonly code: string; readonly assumes: readonly string[] } | { readonly ok: false; readonly reason: string };

/**
 * The theorem's result from conditions alone: each verified lemma is applied to those before it, in the graph's order, and the theorem to all of them (ours, not ProofFlow's).
 * The parameters are those of all lemmas together, without the hypotheses that are lemmas; a name must have one type throughout.
 *
 * Whether Lean accepts it is for the checker to say: hypotheses are found by `assumption`.
 */
export function composed(nodes: readonly NodeResult[]): Composition {
  const ids = new Set(nodes.map(({ node }) => node.id));
  const last = nodes.findLast(({ node }) => node.kind === "theorem");
  if (!last?.proof?.pass) return { ok: false, reason: "the theorem's result is not verified" };
  const needed = neededBy(last.node, nodes.map(({ node }) => node));
  const steps = nodes.filter(({ node }) => isProved(node) && needed.has(node.id));
  const open = steps.find(({ proof }) => !proof?.pass);
  if (open) return { ok: false, reason: `${open.node.id} is not verified` };

  const binders = new Map<string, { type: string; text: string; from: string }>();
  const instances = new Map<string, string>();
  const theorems: { readonly id: string; readonly theorem: Theorem }[] = [];
  for (const { node, proof } of steps) {
    const parsed = splitTheorem(proof!.code);
    if (!parsed.ok) return { ok: false, reason: `${node.id} cannot be read: ${parsed.reason}` };
    theorems.push({ id: node.id, theorem: parsed.theorem });
    for (const { kind, names, type, plain } of parseBinders(parsed.theorem.binders)) {
      if (names.length === 0) instances.set(plain.replace(/\s+/g, " "), plain);
      for (const name of names) {
        if (isLemma(name, ids)) continue;
        const flat = type.replace(/\s+/g, " ");
        const known = binders.get(name);
        if (known && known.type !== flat) return { ok: false, reason: `${name} is ${known.type} in ${known.from} and ${flat} in ${node.id}` };
        const [left, right] = kind === "implicit" ? ["{", "}"] : kind === "instance" ? ["[", "]"] : ["(", ")"];
        if (!known) binders.set(name, { type: flat, text: `${left}${name} : ${flat}${right}`, from: node.id });
      }
    }
  }
  const assumes = [...binders].filter(([name, { type }]) => !ids.has(name) && looksLikeAssumption(type)).map(([name]) => name);
  const goal = theorems.at(-1)!.theorem;
  const name = `${goal.name}_composed`;
  const parameters = [...[...binders.values()].map(({ text }) => text), ...instances.values()].map((text) => `  ${text}\n`).join("");
  const lines = theorems.slice(0, -1).map(({ id, theorem }) => `  have ${id} : ${theorem.body.replace(/\s*\n\s*/g, " ")} := by\n    apply _root_.${id} <;> assumption\n`);
  return { ok: true, assumes, code: `${assembled(nodes, { verifiedOnly: true })}\ntheorem ${name}\n${parameters}  : ${goal.body.replace(/\s*\n\s*/g, " ")} := by\n${lines.join("")}  apply _root_.${goal.name} <;> assumption\n` };
}

function isLemma(name: string, ids: ReadonlySet<string>): boolean {
  return ids.has(name) && name.startsWith("l");
}

function looksLikeAssumption(type: string): boolean {
  return /[=≠<>≤≥∣∈]|∀|∃|\b(?:Even|Odd|Prime)\b/.test(type);
}

/** The ids that a node rests on, at whatever distance, and its own. */
function neededBy(node: FlowNode, nodes: readonly FlowNode[]): Set<string> {
  const byId = new Map(nodes.map((each) => [each.id, each]));
  const needed = new Set([node.id]);
  // A set is walked in the order of insertion, what is added on the way included.
  for (const id of needed) byId.get(id)?.dependencies.forEach((each) => needed.add(each));
  return needed;
}
