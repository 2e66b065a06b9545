/** ProofFlow's parts played by models: graph, formaliser, prover, scorer, each with its prompt and what it is told after a failure. */
import { DataError, InputError } from "../core/errors";
import { fillPrompt, type Prompt } from "../systems/prompts";
import { ask, configurationOf, modelOf, type Model, type ModelOptions } from "../stages/models/ask";
import { askJson, type JsonAnswer } from "../stages/models/json";
import { conversation } from "./conversation";
import { isProved } from "./graph";
import { GRADE_WORDS, type Grade } from "./score";
import type { Attempt, Defect, DependencyCheck, FormaliserPart, GraphPart, Judged, NodeRequest, ProverPart, ScorerPart } from "./types";

/** B: T 0.9, top-p 0.95 for the three stages; other values by `decoding`. */
const SAMPLING = { temperature: 0.9, top_p: 0.95, max_tokens: 16_384, source: "B: T 0.9, top_p 0.95; at most 16,384 tokens in the released script" } as const;

export interface FlowModelOptions extends ModelOptions {
  /** Faults of the released code that this part should have. */
  readonly compat?: readonly Defect[];
}

function flowModel({ compat = [], ...given }: FlowModelOptions): Model & { readonly compat: readonly Defect[] } {
  // A's limit of 4,000 characters is a rule of its benchmark; a node with its proof as context is longer.
  const { promptLimit, ...system } = given.system;
  const options = { ...given, system };
  const own = system.context;
  const decoding = { ...SAMPLING, ...(own !== null && own <= 2 * SAMPLING.max_tokens && { max_tokens: Math.floor(own / 2) }) };
  return { ...modelOf({ ...options, decoding: options.decoding ?? decoding }, "robustness"), compat };
}

function identity(model: Model & { readonly compat: readonly Defect[] }, prompts: readonly Prompt[]): Record<string, unknown> {
  return { ...configurationOf(model, prompts), ...(model.compat.length > 0 && { compat: model.compat }) };
}

const resends = (compat: readonly Defect[]) => ({ thoughts: compat.includes("thoughts_resent") });

/** A model that draws the graph. @example graphModel({ system: systemOf("gemini-2.5-flash"), client }) */
export function graphModel(options: FlowModelOptions): GraphPart {
  const model = flowModel(options);
  const prompts = [model.prompts.get("flow-graph"), model.prompts.get("flow-repair")];
  return {
    name: model.system.name,
    configuration: identity(model, prompts),
    async attempt(input, earlier, draw) {
      const first = fillPrompt(model.prompts.get("flow-graph"), { text: textOf(input) });
      return one(model, first, earlier, prompts, draw);
    },
  };
}

/** The text that a graph is drawn of. */
export function textOf({ statement, proof }: { readonly statement: string; readonly proof: string }): string {
  return `Theorem: ${statement.trim()}\n\nProof: ${proof.trim()}`;
}

export interface FlowFormaliserOptions extends FlowModelOptions {
  /** Show the Lean of what a node rests on, its words where that did not pass; true unless told. */
  readonly previousContext?: boolean;
  /** Show the whole proof as context; true unless told. */
  readonly supplyProof?: boolean;
}

/** A model that formalises nodes. @throws InputError if it formalises nothing */
export function formaliserModel({ previousContext = true, supplyProof = true, ...options }: FlowFormaliserOptions): FormaliserPart {
  const { tasks, id } = options.system;
  if (!tasks.includes("formalise") && !tasks.includes("formalise_proof")) throw new InputError(`${id} formalises nothing; its tasks are ${tasks.join(", ")}`);
  const model = flowModel(options);
  const prompts = [model.prompts.get("flow-lemma"), model.prompts.get("flow-context"), model.prompts.get("flow-repair")];
  return {
    name: model.system.name,
    configuration: { ...identity(model, prompts), previousContext, supplyProof },
    async attempt(request, earlier, draw) {
      const { node } = request;
      const context = contextOf(request, previousContext, supplyProof);
      const slots = { name: node.id, statement: node.statement, context };
      const first = isProved(node)
        ? fillPrompt(model.prompts.get("flow-lemma"), { ...slots, dependencies: node.dependencies.join(", ") || "nothing" })
        : fillPrompt(model.prompts.get("flow-context"), slots);
      return one(model, first, earlier, prompts, draw);
    },
  };
}

function contextOf({ input, dependencies }: NodeRequest, previousContext: boolean, supplyProof: boolean): string {
  const parts: string[] = [];
  if (previousContext && dependencies.length > 0) {
    const shown = dependencies.map(({ node, code }) => (code === undefined ? `${node.id}, in words: ${node.statement}` : `${node.id}:\n\`\`\`lean4\n${withoutImports(code)}\n\`\`\``));
    parts.push(`What it rests on, formalised before:\n\n${shown.join("\n\n")}`);
  }
  if (supplyProof) parts.push(`The whole text, as context only; do not formalise more of it than the statement above:\n\n${textOf(input)}`);
  return parts.join("\n\n");
}

function withoutImports(code: string): string {
  return code.split("\n").filter((line) => !/^\s*import\s/.test(line)).join("\n").trim();
}

/** A model that writes tactics. @throws InputError if it proves nothing */
export function proverModel(options: FlowModelOptions): ProverPart {
  const { tasks, id } = options.system;
  if (!tasks.includes("prove") && !tasks.includes("formalise_proof")) throw new InputError(`${id} writes no proofs; its tasks are ${tasks.join(", ")}`);
  const model = flowModel(options);
  const prompts = [model.prompts.get("flow-tactics"), model.prompts.get("flow-repair")];
  return {
    name: model.system.name,
    configuration: identity(model, prompts),
    async attempt({ node, code, formalised, errors, negated }, earlier, draw) {
      const statement = negated ? `The negation of: ${node.statement}` : node.statement;
      const note = formalised ? "Lean accepts the statement." : `Lean does not accept the statement as it stands:\n${(errors ?? "").slice(0, 2_000)}`;
      return one(model, fillPrompt(model.prompts.get("flow-tactics"), { statement, code, note }), earlier, prompts, draw);
    },
  };
}

async function one(model: Model & { readonly compat: readonly Defect[] }, first: Parameters<typeof ask>[1], earlier: readonly Attempt[], prompts: readonly Prompt[], draw: number) {
  const [reply] = await ask(model, conversation(model, first, earlier, resends(model.compat)), prompts, 1, draw);
  return reply!;
}

/** A model that judges, at temperature 0. Steps in two calls, first taken apart, then compared; conditions and definitions in one. */
export function scorerModel({ attempts = 3, ...options }: FlowModelOptions & { readonly attempts?: number }): ScorerPart {
  const model = flowModel({ ...options, decoding: options.decoding ?? { temperature: 0, max_tokens: 8_192, source: "ProofFlow judges at T 0" } });
  const [parts, score, dependencies] = [model.prompts.get("flow-parts"), model.prompts.get("flow-score"), model.prompts.get("flow-dependencies")];
  const compat = model.compat.includes("calls_swapped");
  return {
    name: model.system.name,
    configuration: { ...identity(model, [parts, score, dependencies]), attempts },
    async score({ node, code }): Promise<Judged> {
      let listed: readonly string[] | undefined;
      if (isProved(node) !== compat) {
        const found = await askJson(model, fillPrompt(parts, { statement: node.statement }), [parts], { attempts, read: partsOf });
        if (!found.ok) return { ok: false, grades: [], feedback: [], reason: `parts: ${found.reason}` };
        listed = found.value;
      }
      const shown = listed?.map((part, i) => `${i + 1}. ${part}`).join("\n") ?? "(not listed)";
      const judged = await askJson(model, fillPrompt(score, { statement: node.statement, parts: shown, code }), [score], { attempts, read: (json) => gradesOf(json, listed?.length) });
      return judged.ok ? { ok: true, ...judged.value } : { ok: false, grades: [], feedback: [], reason: `score: ${judged.reason}` };
    },
    async dependencies({ node, dependencies: on, code }) {
      const listed = on.map(({ id, statement }) => `${id}: ${statement}`).join("\n");
      const answer: JsonAnswer<DependencyCheck> = await askJson(model, fillPrompt(dependencies, { statement: node.statement, dependencies: listed || "(nothing)", code }), [dependencies], { attempts, read: dependencyCheckOf });
      return answer.ok ? answer.value : { status: "unknown", missing_dependencies: [], extra_dependencies: [], reasoning: answer.reason };
    },
  };
}

function objectOf(json: unknown): Record<string, unknown> {
  if (typeof json !== "object" || json === null || Array.isArray(json)) throw new DataError("the answer is to be one JSON object");
  return json as Record<string, unknown>;
}

function textsOf(json: unknown, name: string): string[] {
  const value = objectOf(json)[name];
  if (!Array.isArray(value) || value.some((each) => typeof each !== "string")) throw new DataError(`"${name}" is to be a list of texts`);
  return value as string[];
}

function partsOf(json: unknown): string[] {
  const parts = [...textsOf(json, "conditions"), ...textsOf(json, "conclusions")];
  if (parts.length === 0) throw new DataError("there is neither a condition nor a conclusion");
  return parts;
}

const GRADES = Object.entries(GRADE_WORDS) as [Grade, string][];

function gradesOf(json: unknown, expected?: number): { grades: Grade[]; feedback: string[] } {
  const words = textsOf(json, "evaluation");
  const grades = words.map((word) => {
    const found = GRADES.find(([, name]) => name.toLowerCase() === word.trim().toLowerCase());
    if (!found) throw new DataError(`an entry of "evaluation" is ${GRADES.map(([, name]) => `"${name}"`).join(", ")}, got ${JSON.stringify(word)}`);
    return found[0];
  });
  if (grades.length === 0) throw new DataError(`"evaluation" is empty`);
  if (expected !== undefined && grades.length !== expected) throw new DataError(`"evaluation" has ${grades.length} entries for ${expected} parts`);
  const feedback = objectOf(json)["feedback"];
  return { grades, feedback: Array.isArray(feedback) ? feedback.map(String) : [] };
}

function dependencyCheckOf(json: unknown): DependencyCheck {
  const { status, reasoning } = objectOf(json);
  if (status !== "complete" && status !== "incomplete") throw new DataError(`"status" is "complete" or "incomplete", got ${JSON.stringify(status)}`);
  return { status, missing_dependencies: textsOf(json, "missing_dependencies"), extra_dependencies: textsOf(json, "extra_dependencies"), reasoning: typeof reasoning === "string" ? reasoning : "" };
}
