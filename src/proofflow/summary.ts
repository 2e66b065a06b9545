/** What a run of ProofFlow came to, in counts and rates, each with its denominator. */
import { wilson } from "../stats/wilson";
import { nodeScore, type Weighting } from "./score";
import type { Attempt, Defect, FlowResult, NodeResult } from "./types";

/** A share of nodes or proofs: `k` of `n`, with Wilson's 95 % interval; rate and interval absent where there is nothing. */
export interface Share {
  readonly k: number;
  readonly n: number;
  readonly rate?: number;
  readonly lo?: number;
  readonly hi?: number;
}

export interface FlowSummary {
  readonly checker: string;
  readonly parts: Readonly<Record<"graph" | "formaliser" | "prover" | "scorer", string>>;
  readonly proofs: number;
  readonly nodes: number;
  /** Proofs with a graph. */
  readonly graphs: Share;
  /** Nodes whose formalisation passed. */
  readonly formalised: Share;
  /** Steps and results with verified tactics; of them, those that prove another statement than the formalised one. */
  readonly verified: Share;
  readonly adapted: Share;
  /** Steps and results whose negation was proved. */
  readonly refuted: Share;
  /** Proofs whose result is proved from hypotheses; and, of them, those whose composition from the lemmas was accepted. */
  readonly theorems: Share;
  readonly composed: Share;
  /** Texts that the graph should quote and does not. */
  readonly inventions: Share;
  readonly scoring: { readonly weights: Weighting; readonly passAt: number | "any"; readonly judged: Share; readonly meanProofScore?: number };
  readonly errors: Readonly<Record<string, number>>;
  /** The faults of the released code that were had, and for each how many attempts (`ten_parts`: nodes' scores) it would judge, or has judged, otherwise than our rules. */
  readonly compat: readonly Defect[];
  readonly otherwise: Readonly<Record<string, number>>;
  readonly notes: readonly string[];
}

/** Faults whose effect is in what a model or Lean was asked, so that the other answer is not known. */
const UNTOLD: ReadonlySet<Defect> = new Set(["sixty_seconds", "thoughts_resent", "calls_swapped"]);

/** Counts a run's results. */
export function summariseFlow(results: readonly FlowResult[], { checker, parts, weights, passAt, compat }: Pick<FlowSummary, "checker" | "parts" | "compat"> & { readonly weights: Weighting; readonly passAt: number }): FlowSummary {
  const nodes = results.flatMap((result) => result.nodes);
  const steps = nodes.filter(({ node }) => node.kind === "lemma" || node.kind === "theorem");
  const verified = steps.filter(({ proof }) => proof?.pass);
  const scores = results.flatMap(({ proofScore }) => proofScore ?? []);
  const graphs = results.filter(({ graph }) => graph);
  const proved = results.filter(({ theoremVerified }) => theoremVerified);
  const invented = graphs.reduce((sum, { graph }) => sum + graph!.warnings.filter((warning) => warning.endsWith("is no quotation from the proof")).length, 0);
  return {
    checker, parts, proofs: results.length, nodes: nodes.length,
    graphs: share(graphs.length, results.length),
    formalised: share(nodes.filter(({ formalisation }) => formalisation.pass).length, nodes.length),
    verified: share(verified.length, steps.length),
    adapted: share(verified.filter(({ proof }) => proof!.adapted).length, verified.length),
    refuted: share(steps.filter(({ negation }) => negation?.pass).length, steps.length),
    theorems: share(proved.length, results.length),
    composed: share(proved.filter(({ composed }) => composed?.ok).length, proved.length),
    inventions: share(invented, nodes.length),
    scoring: { weights, passAt: passAt === Infinity ? "any" : passAt, judged: share(nodes.filter(({ judged }) => judged?.ok).length, nodes.length), ...(scores.length > 0 && { meanProofScore: scores.reduce((sum, each) => sum + each, 0) / scores.length }) },
    errors: counted(nodes.flatMap(({ error }) => error ?? [])),
    compat,
    otherwise: counted([...nodes.flatMap(attemptsOf).flatMap(({ otherwise = [] }) => otherwise), ...nodes.flatMap(({ judged }) => (judged?.ok && nodeScore(judged.grades) !== nodeScore(judged.grades, { compat: true }) ? ["ten_parts"] : []))]),
    notes: [
      "A theorem's result is proved from its hypotheses, the lemmas' conclusions among them; the file cites no lemma. `composed` counts the theorems that follow from their conditions through the proved lemmas (ours).",
      ...(compat.length > 0 ? ["Run with faults of the released code: scores are not comparable with those of a run without them."] : []),
      ...(compat.some((defect) => UNTOLD.has(defect)) ? [`What ${compat.filter((defect) => UNTOLD.has(defect)).join(", ")} changed cannot be told from the answers; run again without them.`] : []),
    ],
  };
}

function attemptsOf({ formalisation, proof, negation }: NodeResult): Attempt[] {
  return [...formalisation.attempts, ...(proof?.attempts ?? []), ...(negation?.attempts ?? [])];
}

function share(k: number, n: number): Share {
  if (n === 0) return { k, n };
  const { lo, hi } = wilson(k, n);
  return { k, n, rate: k / n, lo, hi };
}

function counted(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of [...words].sort()) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}
