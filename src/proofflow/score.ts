/**
 * ProofScore: how much of a proof was formalised as it stands. A node's parts are judged A (perfectly match), B (minor inconsistency) or C (major inconsistency);
 * the node's score is a Sugeno integral of these; the proof's a weighted mean over all nodes, failures among them. Spec of the systems, section 4.
 */
import { InputError } from "../core/errors";
import type { FlowGraph, FlowNode } from "./graph";

/** What was said of one part of a statement. */
export type Grade = "A" | "B" | "C";

/** As judges write them. */
export const GRADE_WORDS: Readonly<Record<Grade, string>> = { A: "Perfectly match", B: "Minor inconsistency", C: "Major inconsistency" };

/**
 * The score of one node, 0 to 1, in steps of 0.01.
 *
 * Any C gives 0, nothing but A gives 1, no part at all 0. Else with a of n parts A: max(a/n, min(0.5, max over k of (a+k)/n · p(k))), where k runs over the
 * number of B and p(1) = 0.9, p(k) = max(0, 1 − 0.2 k): a few small faults are forgiven up to a half, many are not.
 * @param grades one for each part
 * @param compat with the released code's fault for more than ten parts: they are scaled to floor(10 a/n) A and the rest B, so that a C vanishes
 * @example nodeScore(["A", "A", "A", "B"]) // 0.75
 */
export function nodeScore(grades: readonly Grade[], { compat = false }: { readonly compat?: boolean } = {}): number {
  const scaled = compat && grades.length > 10 ? tenOf(grades) : grades;
  const n = scaled.length;
  if (n === 0 || scaled.includes("C")) return 0;
  const a = scaled.filter((grade) => grade === "A").length;
  if (a === n) return 1;
  let forgiven = 0;
  for (let k = 1; k <= n - a; k++) forgiven = Math.max(forgiven, ((a + k) / n) * patience(k));
  return rounded(Math.max(a / n, Math.min(0.5, forgiven)));
}

function tenOf(grades: readonly Grade[]): Grade[] {
  const a = Math.floor((10 * grades.filter((grade) => grade === "A").length) / grades.length);
  return Array.from({ length: 10 }, (_, i) => (i < a ? "A" : "B"));
}

/** What k forgiven parts leave. */
export function patience(k: number): number {
  return k === 1 ? 0.9 : Math.max(0, 1 - 0.2 * k);
}

function rounded(value: number): number {
  return Math.round((value + Number.EPSILON) * 100) / 100;
}

/** How nodes weigh in a proof's score. */
export const WEIGHTINGS = ["equal", "katz", "laplacian"] as const;
export type Weighting = (typeof WEIGHTINGS)[number];

/**
 * Weights of the nodes, in their order; they add up to 1.
 * - `equal`: each the same, the released default.
 * - `katz`: Katz centrality of what others rest on, x = α A x + 1 with α half of what converges for certain (1 / (2 · most dependencies in a row or column)): a node that
 *   much rests on, directly or not, weighs more.
 * - `laplacian`: Laplacian centrality of the undirected graph, the loss of Laplacian energy if the node is taken out: d² + d + 2 · the degrees of its neighbours.
 * The released code leaves the constants of the last two to its graph library; these are ours and named with the score.
 * @throws InputError for an unknown weighting
 * @example weightsOf({ nodes: two nodes, the second on the first }, "equal") // [0.5, 0.5]
 */
export function weightsOf({ nodes }: Pick<FlowGraph, "nodes">, weighting: Weighting): number[] {
  if (weighting === "equal") return nodes.map(() => 1 / nodes.length);
  if (weighting !== "katz" && weighting !== "laplacian") throw new InputError(`weights are ${WEIGHTINGS.join(", ")}, got "${String(weighting)}"`);
  const raw = weighting === "katz" ? katz(nodes) : laplacian(nodes);
  const total = raw.reduce((sum, each) => sum + each, 0);
  return total === 0 ? nodes.map(() => 1 / nodes.length) : raw.map((each) => each / total);
}

function katz(nodes: readonly FlowNode[]): number[] {
  const place = new Map(nodes.map(({ id }, i) => [id, i]));
  const users = nodes.map((): number[] => []);
  nodes.forEach(({ dependencies }, user) => dependencies.forEach((each) => users[place.get(each)!]!.push(user)));
  const most = Math.max(1, ...users.map(({ length }) => length), ...nodes.map(({ dependencies }) => dependencies.length));
  const alpha = 1 / (2 * most);
  // Users stand later, so one pass from the end is exact.
  const value = nodes.map(() => 1);
  for (let i = nodes.length - 1; i >= 0; i--) value[i] = 1 + alpha * users[i]!.reduce((sum, user) => sum + value[user]!, 0);
  return value;
}

function laplacian(nodes: readonly FlowNode[]): number[] {
  const neighbours = new Map(nodes.map(({ id }) => [id, new Set<string>()]));
  for (const { id, dependencies } of nodes) {
    for (const each of dependencies) {
      neighbours.get(id)!.add(each);
      neighbours.get(each)!.add(id);
    }
  }
  return nodes.map(({ id }) => {
    const own = neighbours.get(id)!;
    return own.size ** 2 + own.size + 2 * [...own].reduce((sum, each) => sum + neighbours.get(each)!.size, 0);
  });
}

/** What a node's score is made of. */
export interface Scored {
  readonly kind: FlowNode["kind"];
  /** Attempts until the formalisation passed; undefined if it never did. */
  readonly formalisedAfter?: number;
  /** Whether the tactics were verified; of no matter for conditions and definitions. */
  readonly verified?: boolean;
  readonly grades: readonly Grade[];
}

/**
 * A node's score as it counts in its proof's: 0 if the formalisation failed or needed more than `passAt` attempts, half if a proof was asked for and not verified.
 * @example countedScore({ kind: "lemma", formalisedAfter: 1, verified: false, grades: ["A"] }) // 0.5
 */
export function countedScore({ kind, formalisedAfter, verified, grades }: Scored, { passAt = Infinity, compat = false }: { readonly passAt?: number; readonly compat?: boolean } = {}): number {
  if (formalisedAfter === undefined || formalisedAfter > passAt) return 0;
  const needsProof = kind === "lemma" || kind === "theorem";
  return nodeScore(grades, { compat }) * (needsProof && verified !== true ? 0.5 : 1);
}

/**
 * ProofScore of a proof, 0 to 1: the weighted mean of its nodes' scores, failed nodes in the denominator.
 * @param scores one for each node of the graph, in its order
 * @throws InputError for another number of scores than of nodes, or none
 */
export function proofScore(graph: Pick<FlowGraph, "nodes">, scores: readonly number[], weighting: Weighting = "equal"): number {
  if (scores.length !== graph.nodes.length || scores.length === 0) throw new InputError(`a proof's score needs a score for each of its ${graph.nodes.length} nodes, got ${scores.length}`);
  return weightsOf(graph, weighting).reduce((sum, weight, i) => sum + weight * scores[i]!, 0);
}

/**
 * What went wrong with a node. `formaliser`: no formalisation passed, or its score is 0.6 or less; `statement`: the negation was proved, so the statement in words
 * is false as formalised; `prover`: neither statement nor negation was proved; `missing_score`: nobody judged it. Undefined if nothing did.
 */
export type FlowError = "formaliser" | "statement" | "prover" | "missing_score";

/** The first of the four that holds, in this order. @param score of the node before tactics count; undefined if not judged */
export function errorOf({ kind, formalised, verified, refuted, score }: { readonly kind: FlowNode["kind"]; readonly formalised: boolean; readonly verified: boolean; readonly refuted: boolean; readonly score?: number }): FlowError | undefined {
  if (!formalised || (score !== undefined && score <= 0.6)) return "formaliser";
  const needsProof = kind === "lemma" || kind === "theorem";
  if (needsProof && !verified) return refuted ? "statement" : "prover";
  return score === undefined ? "missing_score" : undefined;
}
