/** ProofFlow over many proofs: a folder with a journal a stage, so that a run that was killed goes on at the node where it stopped. */
import { join } from "node:path";
import { InputError } from "../core/errors";
import { writeIfChanged } from "../core/files";
import { openFolder } from "../stages/openFolder";
import { keepSettings, kitVersion } from "../stages/settings";
import { runStage, type Progress } from "../stages/stage";
import type { JournalProblem } from "../stages/journal";
import { parseBinders } from "../lean/binders";
import { splitTheorem } from "../lean/theorem";
import { variableContext } from "../lean/variables";
import { assembled } from "./assemble";
import { composed } from "./compose";
import { drawGraph, formaliseNode, negationOf, proveNode, type Drawn } from "./attempts";
import { isProved, levelsOf, type FlowNode } from "./graph";
import { countedScore, errorOf, nodeScore, proofScore, WEIGHTINGS, type Weighting } from "./score";
import { summariseFlow, type FlowSummary } from "./summary";
import { DEFECTS, type Compiled, type Defect, type DependencyCheck, type FlowChecker, type FlowInput, type FlowResult, type FormaliserPart, type GraphPart, type Judged, type NodeRequest, type NodeResult, type ProofResult, type ProveRequest, type ProverPart, type ScoreRequest, type ScorerPart, type StageResult } from "./types";

/** The parts of a run. Without a scorer nothing is judged. */
export interface FlowParts {
  readonly graph: GraphPart;
  readonly formaliser: FormaliserPart;
  readonly prover: ProverPart;
  readonly scorer?: ScorerPart;
}

export interface FlowOptions {
  readonly inputs: readonly FlowInput[];
  readonly parts: FlowParts;
  readonly checker: FlowChecker;
  /** Attempts in all for each graph, each formalisation, each proof; 3 unless told (B). */
  readonly attempts?: number;
  /** Runs of each input, independent of each other; 1 unless told. */
  readonly draws?: number;
  /** False: each node rests on all before it. */
  readonly followDag?: boolean;
  /** Ask for a proof of the negation where there was none of the statement; true unless told. */
  readonly negations?: boolean;
  /** Weights of the nodes in ProofScore; equal unless told. */
  readonly weights?: Weighting;
  /** A formalisation that took more attempts scores 0. */
  readonly passAt?: number;
  /** Faults of the released code to be had: all of them with `true`. */
  readonly compat?: boolean | readonly Defect[];
  /** Where the run is kept. */
  readonly folder: string;
  /** Nodes at once, 4 unless told. */
  readonly concurrency?: number;
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
}

export interface FlowRun {
  readonly results: readonly FlowResult[];
  readonly summary: FlowSummary;
  /** Damage that was found in the journals and mended. */
  readonly problems: readonly JournalProblem[];
}

/** One proof on its way. */
interface Work {
  readonly input: FlowInput;
  readonly draw: number;
  readonly drawn: Drawn;
  readonly formalised: Map<string, StageResult>;
  readonly proved: Map<string, ProofResult>;
  readonly negated: Map<string, ProofResult>;
  readonly judged: Map<string, { readonly judged: Judged; readonly dependencyCheck?: DependencyCheck }>;
}

/** A node of one of the proofs. */
interface Place {
  readonly work: Work;
  readonly node: FlowNode;
}

/**
 * Runs ProofFlow (spec of the systems, section 4): graph, formalisation of each node after those it rests on, tactics, assembly, scores.
 *
 * The folder then holds run.json, a journal a stage with every attempt, results.jsonl and summary.json. Same inputs and settings, same bytes, however often the run
 * was interrupted. A proof without a graph is a result with its reason and a score of 0.
 * @throws InputError for two inputs of one name or a number out of range; DataError if the folder holds a run with other settings; ToolError if another process uses
 * it, it cannot be written, or the checker breaks; ModelError if a model cannot be asked any more; Pending if answers have to come by batch first
 */
export async function runProofFlow(options: FlowOptions): Promise<FlowRun> {
  const { inputs, parts, checker, attempts = 3, draws = 1, followDag = true, negations = true, weights = "equal", passAt = Infinity, folder, concurrency = 4, onProgress, signal } = options;
  const compat = options.compat === true ? DEFECTS : options.compat === false || options.compat === undefined ? [] : options.compat;
  check({ inputs, attempts, draws, passAt, weights });
  const run = openFolder(folder);
  try {
    const named = (part: { readonly name: string; readonly configuration: object } | undefined) => part && { name: part.name, ...part.configuration };
    const engine = { engine: checker.engine, ...checker.configuration };
    const drive = { attempts, compat };
    keepSettings(folder, { method: "ProofFlow", version: kitVersion(), graph: named(parts.graph), formaliser: named(parts.formaliser), prover: named(parts.prover), scorer: named(parts.scorer) ?? "none", checker: engine, attempts, draws, followDag, negations, weights, passAt: passAt === Infinity ? "any" : passAt, compat });
    const shared = { concurrency, ...(onProgress && { onProgress }), ...(signal && { signal }) };

    const asked = inputs.flatMap((input) => Array.from({ length: draws }, (_, draw) => ({ input, draw })));
    const graphs = await runStage<{ readonly input: FlowInput; readonly draw: number }, Drawn>({
      ...shared, name: "graph", configuration: { ...named(parts.graph), attempts, followDag }, journal: run.journal("graph"),
      rows: asked.map((each) => ({ id: idOf(each), input: each })),
      make: ({ input, draw }) => drawGraph(input, parts.graph, { ...drive, draw }, followDag),
    });
    const works = asked.map((each, i): Work => ({ ...each, drawn: graphs[i]!, formalised: new Map(), proved: new Map(), negated: new Map(), judged: new Map() }));

    // Level by level: a node is formalised when all that it rests on has been.
    const levels = works.map(({ drawn }) => (drawn.ok ? levelsOf(drawn.graph) : []));
    const depth = levels.reduce((most, of) => of.reduce((max, level) => Math.max(max, level + 1), most), 0);
    const formalising = run.journal("formalise");
    for (let level = 0; level < depth; level++) {
      const places = works.flatMap((work, w) => nodesOf(work).filter((_, i) => levels[w]![i] === level).map((node): Place => ({ work, node })));
      const made = await runStage<NodeRequest & { readonly draw: number }, StageResult>({
        ...shared, name: "formalise", configuration: { ...named(parts.formaliser), checker: engine, ...drive }, journal: formalising,
        rows: places.map((place) => ({ id: placeId(place), input: { ...requestOf(place), draw: place.work.draw } })),
        make: ({ draw, ...request }) => formaliseNode(request, parts.formaliser, checker, { ...drive, draw }),
      });
      places.forEach(({ work, node }, i) => work.formalised.set(node.id, made[i]!));
    }

    const provable = works.flatMap((work) => nodesOf(work).filter((node) => isProved(node) && work.formalised.get(node.id)!.code !== "").map((node): Place => ({ work, node })));
    const prove = async (stage: "prove" | "negation", rows: readonly { readonly place: Place; readonly request: ProveRequest }[]) => runStage<ProveRequest & { readonly draw: number }, ProofResult>({
      ...shared, name: stage, configuration: { ...named(parts.prover), checker: engine, ...drive }, journal: run.journal(stage),
      rows: rows.map(({ place, request }) => ({ id: placeId(place), input: { ...request, draw: place.work.draw } })),
      make: ({ draw, ...request }) => proveNode(request, parts.prover, checker, { ...drive, draw }),
    });
    const toProve = provable.map((place) => ({ place, request: proveRequestOf(place) }));
    (await prove("prove", toProve)).forEach((result, i) => toProve[i]!.place.work.proved.set(toProve[i]!.place.node.id, result));
    if (negations) {
      const open = toProve.filter(({ place: { work, node } }) => work.formalised.get(node.id)!.pass && !work.proved.get(node.id)!.pass).flatMap(({ place, request }) => {
        const denied = negationOf(request);
        return denied ? [{ place, request: denied }] : [];
      });
      (await prove("negation", open)).forEach((result, i) => open[i]!.place.work.negated.set(open[i]!.place.node.id, result));
    }

    const { scorer } = parts;
    if (scorer) {
      const judgable = works.flatMap((work) => nodesOf(work).filter(({ id }) => work.formalised.get(id)!.pass).map((node): Place => ({ work, node })));
      const judged = await runStage<ScoreRequest, { readonly judged: Judged; readonly dependencyCheck?: DependencyCheck }>({
        ...shared, name: "score", configuration: named(scorer), journal: run.journal("score"),
        rows: judgable.map((place) => ({ id: placeId(place), input: scoreRequestOf(place) })),
        make: async (request) => {
          const dependencyCheck = isProved(request.node) ? await scorer.dependencies?.(request) : undefined;
          return { judged: await scorer.score(request), ...(dependencyCheck && { dependencyCheck }) };
        },
      });
      judgable.forEach(({ work, node }, i) => work.judged.set(node.id, judged[i]!));
    }

    const scoring = { passAt, compat: compat.includes("ten_parts"), weights, scored: scorer !== undefined };
    const finished = works.map((work) => resultOf(work, scoring));
    const compositions = finished.map(({ nodes, graph }) => (graph ? composed(nodes) : undefined));
    const writable = compositions.flatMap((composition, i) => (composition?.ok ? [{ i, composition }] : []));
    const checks = await runStage<string, Compiled>({
      ...shared, name: "compose", configuration: engine, journal: run.journal("compose"),
      rows: writable.map(({ i, composition }) => ({ id: idOf(finished[i]!), input: composition.code })),
      make: (code) => checker.compile(code),
    });
    const results = finished.map((result, i): FlowResult => {
      const composition = compositions[i];
      if (!composition) return result;
      if (!composition.ok) return { ...result, composed: composition };
      const said = checks[writable.findIndex((each) => each.i === i)]!;
      const accepted = said.status === "ok" && !said.sorry;
      return { ...result, composed: accepted ? composition : { ok: false, reason: `not accepted: ${said.text || said.status}`, code: composition.code } };
    });
    const summary = summariseFlow(results, { checker: checker.engine, parts: { graph: parts.graph.name, formaliser: parts.formaliser.name, prover: parts.prover.name, scorer: scorer?.name ?? "none" }, weights, passAt, compat });
    writeIfChanged(join(folder, "results.jsonl"), results.map((result) => `${JSON.stringify(result)}\n`).join(""));
    writeIfChanged(join(folder, "summary.json"), `${JSON.stringify(summary, null, 2)}\n`);
    return { results, summary, problems: run.problems() };
  } finally {
    run.close();
  }
}

function check({ inputs, attempts, draws, passAt, weights }: { readonly inputs: readonly FlowInput[]; readonly attempts: number; readonly draws: number; readonly passAt: number; readonly weights: string }): void {
  for (const [name, value] of Object.entries({ attempts, draws, ...(passAt !== Infinity && { passAt }) })) {
    if (!Number.isSafeInteger(value) || value < 1) throw new InputError(`${name} is a whole number from 1, got ${value}`);
  }
  if (!(WEIGHTINGS as readonly string[]).includes(weights)) throw new InputError(`weights are ${WEIGHTINGS.join(", ")}, got "${weights}"`);
  const seen = new Set<string>();
  for (const { name } of inputs) {
    if (seen.has(name)) throw new InputError(`there are two inputs of the name ${name}; each needs a name of its own`);
    seen.add(name);
  }
}

function idOf({ input, draw }: { readonly input: FlowInput; readonly draw: number }): string {
  return `${input.name}#${draw + 1}`;
}

function placeId({ work, node }: Place): string {
  return `${idOf(work)}/${node.id}`;
}

function nodesOf({ drawn }: Work): readonly FlowNode[] {
  return drawn.ok ? drawn.graph.nodes : [];
}

function requestOf({ work, node }: Place): NodeRequest {
  const byId = new Map(nodesOf(work).map((each) => [each.id, each]));
  return {
    input: work.input, node,
    dependencies: node.dependencies.map((id) => {
      const made = work.formalised.get(id)!;
      return { node: byId.get(id)!, ...(made.pass && { code: made.code }) };
    }),
  };
}

function proveRequestOf(place: Place): ProveRequest {
  const { code, pass, attempts } = place.work.formalised.get(place.node.id)!;
  const { errors } = attempts.at(-1)!;
  return { ...requestOf(place), code, formalised: pass, ...(errors !== undefined && { errors }) };
}

function scoreRequestOf({ work, node }: Place): ScoreRequest {
  const proof = work.proved.get(node.id);
  const byId = new Map(nodesOf(work).map((each) => [each.id, each]));
  return { input: work.input, node, dependencies: node.dependencies.map((id) => byId.get(id)!), code: proof?.pass ? proof.code : work.formalised.get(node.id)!.code };
}

function resultOf(work: Work, { passAt, compat, weights, scored }: { readonly passAt: number; readonly compat: boolean; readonly weights: Weighting; readonly scored: boolean }): FlowResult {
  const { input, draw, drawn } = work;
  const graphAttempts = drawn.attempts.length;
  if (!drawn.ok) return { input, draw, reason: `graph: ${drawn.reason}`, graphAttempts, nodes: [], code: "", theoremVerified: false, ...(scored && { proofScore: 0 }) };
  const counted: number[] = [];
  const nodes = drawn.graph.nodes.map((node): NodeResult => {
    const formalisation = work.formalised.get(node.id)!;
    const [proof, negation, said] = [work.proved.get(node.id), work.negated.get(node.id), work.judged.get(node.id)];
    const grades = said?.judged.ok ? said.judged.grades : undefined;
    const score = grades && nodeScore(grades, { compat });
    counted.push(grades ? countedScore({ kind: node.kind, ...(formalisation.pass && { formalisedAfter: formalisation.tries }), ...(proof && { verified: proof.pass }), grades }, { passAt, compat }) : 0);
    const error = errorOf({ kind: node.kind, formalised: formalisation.pass, verified: proof?.pass === true, refuted: negation?.pass === true, ...(score !== undefined && { score }) });
    return {
      node, formalisation, ...(proof && { proof }), ...(negation && { negation }), ...(said && { judged: said.judged }), ...(said?.dependencyCheck && { dependencyCheck: said.dependencyCheck }),
      withoutHypothesis: withoutHypothesis(node, proof?.pass ? proof.code : formalisation.code),
      ...(score !== undefined && { score }), ...(error !== undefined && (scored || error !== "missing_score") && { error }),
    };
  });
  const theorem = nodes.findLast(({ node }) => node.kind === "theorem")!;
  return { input, draw, graph: drawn.graph, graphAttempts, nodes, code: assembled(nodes), theoremVerified: theorem.proof?.pass === true, ...(scored && { proofScore: proofScore(drawn.graph, counted, weights) }) };
}

/** Dependencies that a lemma has no hypothesis of that name for, not by `variable` either; definitions may come in by other ways and are not looked for. */
export function withoutHypothesis(node: FlowNode, code: string): string[] {
  if (!isProved(node) || code === "") return [];
  const parsed = splitTheorem(code);
  if (!parsed.ok) return [];
  const names = new Set(parseBinders(`${variableContext(parsed.theorem).binders} ${parsed.theorem.binders}`).flatMap((binder) => binder.names));
  return node.dependencies.filter((id) => !id.startsWith("def") && !names.has(id) && !names.has(`h_${id}`) && !names.has(`h${id}`));
}
