/** ProofFlow's parts from a file of recorded answers: so a notebook can be read and run without a model. */
import { DataError } from "../core/errors";
import { readJsonLines, shown } from "../core/files";
import type { FormaliserReply } from "../stages/types";
import type { Grade } from "./score";
import type { Attempt, FormaliserPart, GraphPart, ProverPart, ScorerPart } from "./types";

interface Recorded {
  readonly stage: "graph" | "formalise" | "prove" | "negation" | "score";
  /** The input's name. */
  readonly input: string;
  /** The node; empty for the graph. */
  readonly node?: string;
  /** From 1. */
  readonly attempt?: number;
  readonly reply?: string;
  readonly grades?: readonly Grade[];
  readonly feedback?: readonly string[];
}

/**
 * The four parts from JSON Lines, each {stage, input, node, attempt, reply} or for "score" {stage, input, node, grades, feedback}. What is not there is an empty
 * answer that says so.
 * @throws DataError if the file is none of this
 */
export async function recordedFlow(path: string): Promise<{ readonly graph: GraphPart; readonly formaliser: FormaliserPart; readonly prover: ProverPart; readonly scorer: ScorerPart }> {
  const rows = new Map<string, Recorded>();
  for await (const each of readJsonLines(path)) {
    const { line } = each;
    const row = (each.ok ? each.value : undefined) as Recorded | undefined;
    if (typeof row?.stage !== "string" || typeof row.input !== "string") throw new DataError(`${shown(path)}:${line}: a recorded answer has "stage" and "input"`);
    rows.set(keyOf(row.stage, row.input, row.node, row.attempt), row);
  }
  const configuration = { recorded: shown(path) };
  const answer = (stage: Recorded["stage"], input: string, node: string | undefined, earlier: readonly Attempt[]): Promise<FormaliserReply> => {
    const reply = rows.get(keyOf(stage, input, node, earlier.length + 1))?.reply;
    return Promise.resolve(reply === undefined ? { reply: "", finish: "stop", failure: `not_recorded: ${stage} of ${node ?? input}, attempt ${earlier.length + 1}` } : { reply, finish: "stop" });
  };
  return {
    graph: { name: "recorded", configuration, attempt: (input, earlier) => answer("graph", input.name, undefined, earlier) },
    formaliser: { name: "recorded", configuration, attempt: ({ input, node }, earlier) => answer("formalise", input.name, node.id, earlier) },
    prover: { name: "recorded", configuration, attempt: ({ input, node, negated }, earlier) => answer(negated ? "negation" : "prove", input.name, node.id, earlier) },
    scorer: {
      name: "recorded", configuration,
      score({ input, node: { id } }) {
        const row = rows.get(keyOf("score", input.name, id));
        return Promise.resolve(row?.grades ? { ok: true, grades: row.grades, feedback: row.feedback ?? [] } : { ok: false, grades: [], feedback: [], reason: `not_recorded: score of ${id}` });
      },
    },
  };
}

function keyOf(stage: string, input: string, node = "", attempt = 1): string {
  return JSON.stringify([stage, input, node, attempt]);
}
