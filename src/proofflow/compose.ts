/** Ours, not ProofFlow's: a theorem that cites the proved lemmas instead of assuming what they say. */
import { parseBinders } from "../lean/binders";
import { laidOut, universesOf } from "../lean/negation";
import { scan } from "../lean/scan";
import { splitTheorem, type Theorem } from "../lean/theorem";
import { variableContext } from "../lean/variables";
import { assembly } from "./assemble";
import { isProved, type FlowNode } from "./graph";
import { blockOf } from "./header";
import type { NodeResult } from "./types";

/** A composed file, or why there is none. `assumes` are hypotheses beyond conditions and definitions that some lemma brought in. */
export type Composition = { readonly ok: true; readonly code: string; readonly assumes: readonly string[] } | { readonly ok: false; readonly reason: string };

/** A step as it is cited. */
interface Step {
  readonly id: string;
  readonly theorem: Theorem;
  readonly own: readonly string[];
  readonly parameters: readonly Parameter[];
}

/** One parameter: a name, or for an unnamed instance its own text. `lemma`: the step whose conclusion it is. */
interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly text: string;
  readonly instance: boolean;
  readonly lemma?: string;
}

/**
 * The theorem's result from conditions alone: each verified lemma is applied to those before it, in the graph's order, and the theorem to all of them.
 *
 * The parameters are those of all lemmas together, in the order in which they first appear, without the hypotheses that are lemmas; each lemma is given its arguments by
 * name. So a name must have one type throughout, and two steps may not read the same operations from different instances. Hypotheses that are lemmas are found by name:
 * l1, h_l1 or hl1. Whether Lean accepts it is for the checker to say.
 */
export function composed(nodes: readonly NodeResult[]): Composition {
  const last = nodes.findLast(({ node }) => node.kind === "theorem");
  if (!last?.proof?.pass) return no("the theorem's result is not verified");
  const ids = nodes.filter(({ node }) => isProved(node)).map(({ node }) => node.id);
  const given = new Set(nodes.filter(({ node }) => !isProved(node)).map(({ node }) => node.id));
  const read = new Map<string, Step | string>();
  const stepOf = (id: string) => {
    if (!read.has(id)) read.set(id, stepFrom(nodes.find(({ node }) => node.id === id)!, ids));
    return read.get(id)!;
  };

  const needed = new Set([last.node.id]);
  const byId = new Map(nodes.map(({ node }): [string, FlowNode] => [node.id, node]));
  // A set is walked in the order of insertion, what is added on the way included.
  for (const id of needed) {
    byId.get(id)!.dependencies.forEach((each) => needed.add(each));
    if (!isProved(byId.get(id)!)) continue;
    const step = stepOf(id);
    if (typeof step === "string") return no(step);
    for (const { lemma } of step.parameters) {
      if (lemma === undefined) continue;
      if (ids.indexOf(lemma) >= ids.indexOf(id)) return no(`${id} assumes ${lemma}, which does not come before it`);
      needed.add(lemma);
    }
  }
  const steps = ids.filter((id) => needed.has(id)).map((id) => stepOf(id) as Step);

  const parameters = new Map<string, Parameter & { readonly from: string }>();
  for (const { id, parameters: own } of steps) {
    for (const each of own) {
      if (each.lemma !== undefined) continue;
      const known = parameters.get(each.name);
      if (known && known.type !== each.type) return no(`${each.name} is ${known.type || "of no written type"} in ${known.from} and ${each.type || "of no written type"} in ${id}`);
      if (!known) parameters.set(each.name, { ...each, from: id });
    }
  }
  const clash = clashingInstances(steps, new Set(parameters.keys()));
  if (clash) return no(clash);

  const { code, names } = assembly(nodes, { verifiedOnly: true });
  const goal = steps.at(-1)!;
  const all = [...parameters.values()];
  const assumes = all.filter(({ name, instance, type }) => !instance && !isGiven(name, given) && !isData(type, all)).map(({ name }) => name);
  const levels = [...new Set(steps.flatMap(({ theorem }) => universesOf({ ...theorem, context: [] })))];
  const opens = [...new Set(steps.flatMap(({ own }) => own))].map((text) => `${text} in\n`).join("");
  const signature = all.map(({ text }) => `  ${text}\n`).join("");
  const body = laidOut(goal.theorem, "body");
  const cited = ({ id, parameters: own }: Step) => [`_root_.${names.get(id)!}`, ...own.filter(({ name, instance }) => !instance || /^[^\s[]+$/.test(name)).map(({ name, lemma }) => `(${name} := ${lemma ?? name})`)].join(" ");
  const lines = steps.slice(0, -1).map((step) => `  have ${step.id} := ${cited(step)}\n`).join("");
  return {
    ok: true, assumes,
    code: `${code}\n${opens}theorem ${goal.theorem.name}_composed${levels.length > 0 ? `.{${levels.join(", ")}}` : ""}\n${signature}  :${body.startsWith("\n") ? "" : " "}${body} := by\n${lines}  exact ${cited(goal)}\n`,
  };
}

const no = (reason: string) => ({ ok: false, reason }) as const;

/** A verified step with its parameters, those that it takes from `variable` first; or why it cannot be cited. */
function stepFrom({ node: { id }, proof }: NodeResult, ids: readonly string[]): Step | string {
  if (!proof?.pass) return `${id} is not verified`;
  const parsed = splitTheorem(proof.code);
  if (!parsed.ok) return `${id} cannot be read: ${parsed.reason}`;
  const { theorem } = parsed;
  if (/\bprivate\b/.test(theorem.modifiers)) return `${id} is private, so nothing can cite it`;
  const parameters: Parameter[] = [];
  for (const { kind, names, type, plain } of parseBinders(`${variableContext(theorem).binders} ${theorem.binders}`)) {
    if (type.includes("\n") && scan(type).tokens.some(({ text }) => LAYOUT.has(text))) return `the type of ${names.join(" ") || plain} in ${id} runs over several lines`;
    const flat = type.replace(/\s+/g, " ");
    const instance = kind === "instance";
    if (names.length === 0 && !instance) return `${id} has a parameter without a name, ${plain}`;
    if (names.length === 0) parameters.push({ name: `[${flat}]`, type: flat, text: `[${flat}]`, instance });
    const [left, right] = kind === "implicit" ? ["{", "}"] : instance ? ["[", "]"] : kind === "strictImplicit" ? ["⦃", "⦄"] : ["(", ")"];
    for (const name of names) {
      if (name === "_") return `${id} has a parameter without a name, ${plain}`;
      if (parameters.some((each) => each.name === name)) return `${id} has two parameters of the name ${name}`;
      const lemma = ids.find((each) => each !== id && [each, `h_${each}`, `h${each}`].includes(name));
      parameters.push({ name, type: flat, text: flat === "" ? `${left}${name}${right}` : `${left}${name} : ${flat}${right}`, instance, ...(lemma !== undefined && { lemma }) });
    }
  }
  return { id, theorem, own: blockOf(proof.code).own, parameters };
}

/** Words whose further lines Lean reads by their column. */
const LAYOUT: ReadonlySet<string> = new Set(["let", "letI", "have", "haveI", "by", "do", "match", "fun"]);

/** Two steps each with an instance that the other has not, about the same type: what one calls + need not be what the other does. */
function clashingInstances(steps: readonly Step[], names: ReadonlySet<string>): string | undefined {
  const sets = steps.map(({ id, parameters }) => ({ id, own: new Map(parameters.filter(({ instance }) => instance).map(({ name, type }) => [name, new Set(scan(type).tokens.map(({ text }) => text).filter((text) => names.has(text)))])) }));
  for (const [i, one] of sets.entries()) {
    for (const other of sets.slice(i + 1)) {
      for (const [mine, about] of one.own) {
        if (other.own.has(mine)) continue;
        const theirs = [...other.own].find(([name, subjects]) => !one.own.has(name) && [...subjects].some((each) => about.has(each)));
        if (theirs) return `${one.id} has the instance ${mine} where ${other.id} has ${theirs[0]}`;
      }
    }
  }
  return undefined;
}

function isGiven(name: string, given: ReadonlySet<string>): boolean {
  return [name, name.replace(/^h_?/, "")].some((each) => given.has(each));
}

const TYPES: ReadonlySet<string> = new Set(["ℝ", "ℕ", "ℤ", "ℚ", "ℂ", "ℝ≥0", "Real", "Nat", "Int", "Rat", "Complex", "Bool", "String", "Type", "Type*", "Sort", "Sort*", "Prop", "Fin", "ZMod", "Set", "Finset", "List", "Multiset", "Matrix", "Polynomial", "Vector", "Option", "Filter", "Ideal", "Subgroup", "EuclideanSpace"]);

/** Whether a parameter is a thing, not a claim, as far as its type shows; in doubt it counts as a claim, so that too much is told rather than too little. */
function isData(type: string, all: readonly Parameter[]): boolean {
  if (/[=≠<>≤≥∣∈∉⊆⊂∧∨¬↔∀∃≡]/.test(type.replace(/ℝ≥0/g, "ℝ"))) return false;
  const head = /^[(\s]*([^\s()[\]]+)/.exec(type.split("→").at(-1)!.split("×").at(-1)!)?.[1] ?? "";
  return TYPES.has(head) || TYPES.has(`${head}*`) || all.some(({ name, type: its }) => name === head && /^(?:Type|Sort)\b/.test(its));
}
