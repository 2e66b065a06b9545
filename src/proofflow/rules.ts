/**
 * ProofFlow's parts without a model, for a bare laptop and for calibration: a chain of the proof's steps as the graph, each step's closed arithmetic as its lemma, Lean's
 * own automation as tactics, numbers kept as the score. What they say of a text without arithmetic is nothing, and counts as such.
 */
import { alike, leanTokens, naturalTokens } from "../judges/tokens";
import { splitSteps } from "../perturb/local/steps";
import { portfolio } from "../repl/portfolio";
import { claimsOf } from "../stages/arithmetic/claims";
import { leanLink } from "../stages/arithmetic/lean";
import { linksOf } from "../stages/arithmetic/syntax";
import { asStatement } from "../lean/statement";
import { splitTheorem } from "../lean/theorem";
import { isProved } from "./graph";
import { FLOW_HEADER } from "./header";
import type { FormaliserPart, GraphPart, ProverPart, ScorerPart } from "./types";

const RULE = { name: "rule", configuration: { version: 1 } } as const;
const answer = (reply: string) => Promise.resolve({ reply, finish: "stop" });

/** The proof's steps in a chain, each on the one before and on the theorem's condition. */
export const ruleGraph: GraphPart = {
  ...RULE,
  attempt({ statement, proof }) {
    const steps = splitSteps(proof).map(({ full_text }) => full_text.trim()).filter((text) => text !== "");
    const node = (id: string, text: string, form: string, dependencies: readonly string[]) => ({ id, natural_language: text, statement: form, dependencies });
    const on = (i: number) => (i === 0 ? ["tc_1"] : [`l${i}`]);
    return answer(JSON.stringify([
      node("tc_1", statement.trim(), `Condition: ${statement.trim()} [tc_1]`, []),
      ...steps.map((text, i) => node(`l${i + 1}`, text, `We assume: ${on(i).map((id) => `[${id}]`).join(", ")}. Therefore, we conclude: ${text} [l${i + 1}]`, on(i))),
      node("ts_1", statement.trim(), `We assume: ${on(steps.length).map((id) => `[${id}]`).join(", ")}. Therefore, we conclude: ${statement.trim()} [ts_1]`, on(steps.length)),
    ]));
  },
};

/** The closed arithmetic of a node's text as a lemma over ℝ, that of its dependencies as hypotheses of their names. A text without any has no lemma. */
export const ruleFormaliser: FormaliserPart = {
  ...RULE,
  attempt({ node, dependencies }) {
    const goal = claimed(node.natural_language);
    if (!isProved(node)) return answer(`\`\`\`lean4\n${FLOW_HEADER}\n\n${goal === undefined ? "-- nothing in it that a rule can read" : `variable (${node.id} : ${goal})`}\n\`\`\``);
    if (goal === undefined) return answer("");
    const hypotheses = dependencies.flatMap(({ node: { id, natural_language } }) => {
      const claim = claimed(natural_language);
      return claim === undefined ? [] : [`  (${id} : ${claim})\n`];
    });
    return answer(`\`\`\`lean4\n${FLOW_HEADER}\n\nlemma ${node.id}\n${hypotheses.join("")}  : ${goal} := by sorry\n\`\`\``);
  },
};

function claimed(text: string): string | undefined {
  // In a proof a dollar sign is never money.
  const links = claimsOf(text.replace(/\$([^$]+)\$/g, (_, inside: string) => `\\(${inside}\\)`)).flatMap(linksOf);
  return links.length === 0 ? undefined : links.map((link) => leanLink(link, "ℝ")).join(" ∧ ");
}

/** Attempt k tries the k-th proof of the kit's portfolio (seed 42). */
export const ruleProver: ProverPart = {
  ...RULE,
  attempt({ code, negated }, earlier) {
    const proofs = portfolio(negated ? "refutation" : "proof", 42);
    const parsed = splitTheorem(code);
    const statement = parsed.ok ? asStatement(parsed.theorem) : code;
    const tactics = proofs[Math.min(earlier.length, proofs.length - 1)]!.split("\n").map((line) => `  ${line}`).join("\n");
    return answer(`\`\`\`lean4\n${statement.replace(/\bsorry\s*$/, "").trimEnd()}\n${tactics}\n\`\`\``);
  },
};

/** One part for each number of the text: A if the Lean has it, C if not. A text without numbers is not judged. */
export const ruleScorer: ScorerPart = {
  ...RULE,
  score({ node: { natural_language }, code }) {
    const numbers = naturalTokens(natural_language).filter(({ kind }) => kind === "number");
    if (numbers.length === 0) return Promise.resolve({ ok: false, grades: [], feedback: [], reason: "no number in the text, and a rule judges nothing else" });
    const written = leanTokens(code.replace(/set_option maxHeartbeats \d+/, "")).filter(({ kind }) => kind === "number");
    const kept = numbers.map((number) => written.some((each) => alike(number, each)));
    return Promise.resolve({ ok: true, grades: kept.map((is) => (is ? "A" : "C")), feedback: numbers.map(({ text }, i) => `${text} ${kept[i] ? "is there" : "is missing"}`) });
  },
};
