/** ProofFlow as a system of Method B: its finished proofs behind the interface of the others. */
import { InputError } from "../core/errors";
import type { ProofSystem } from "../stages/robustness/types";
import { assembled } from "./assemble";
import type { FlowResult } from "./types";

/**
 * The results of a run as a proof autoformaliser. An output is the file of the verified nodes, as the robustness study exports it; where the theorem's result was not
 * verified there is no output, with the reason as its failure.
 * @param configuration what decided the results: the settings of the run
 * @throws InputError from `translate`, if an input or a draw is not among the results
 */
export function proofFlowSystem(results: readonly FlowResult[], configuration: Readonly<Record<string, unknown>>): ProofSystem {
  const known = new Map(results.map((result) => [keyOf(result.input, result.draw), result]));
  return {
    name: "ProofFlow",
    configuration,
    async translate(input, samples) {
      return Array.from({ length: samples }, (_, draw) => {
        const result = known.get(keyOf(input, draw));
        if (!result) throw new InputError(`ProofFlow was not run on ${input.name}${draw > 0 ? `, draw ${draw + 1}` : ""}; run it on all inputs, with as many draws as there are samples, first`);
        if (!result.theoremVerified) return { reply: "", finish: "stop", failure: `proofflow: ${result.reason ?? "the theorem's result was not verified"}` };
        return { reply: `\`\`\`lean4\n${assembled(result.nodes, { verifiedOnly: true })}\`\`\`\n`, finish: "stop" };
      });
    },
  };
}

/** By the texts, since one problem has many conditions. */
function keyOf({ statement, proof }: { readonly statement: string; readonly proof: string }, draw: number): string {
  return JSON.stringify([statement, proof, draw]);
}
