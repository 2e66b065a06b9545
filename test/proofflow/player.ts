/**
 * What a fake server answers when it plays ProofFlow's models: a graph of the size that the statement names, lemmas about it, tactics, judgements; some first attempts wrong, by
 * the text alone, so that calm and disturbed runs get the same.
 *
 * What it does not prove: that a model draws such graphs, or that Lean accepts what it calls a proof.
 */
import { createHash } from "node:crypto";
import type { FakeAnswer, FakeRequest } from "../fakes/model-server";

const draw = (text: string) => createHash("sha256").update(text).digest()[0]! % 16;

/** A graph of n nodes as JSON: a condition, steps on one or two of those before them, the result on what is left over. */
export function graphOf(n: number): { id: string; natural_language: string; statement: string; dependencies: string[] }[] {
  const node = (id: string, dependencies: string[]) => ({ id, natural_language: `claim ${id}`, statement: `Therefore, we conclude: claim ${id} [${id}]`, dependencies });
  if (n === 1) return [node("ts_1", [])];
  const ids = ["tc_1", ...Array.from({ length: n - 2 }, (_, i) => `l${i + 1}`)];
  const nodes = ids.map((id, i) => node(id, i === 0 ? [] : [...new Set([ids[Math.floor((i * 7) % i)]!, ids[i - 1 - ((i * 5) % Math.min(i, 3))]!])]));
  const used = new Set(nodes.flatMap(({ dependencies }) => dependencies));
  return [...nodes, node("ts_1", ids.filter((id) => !used.has(id)))];
}

/** The text that the graph of n nodes is drawn of. */
export function problemOf(n: number): { name: string; statement: string; proof: string } {
  return { name: `graph_${n}`, statement: `graph of ${n} nodes`, proof: graphOf(n).map(({ natural_language }) => `${natural_language}.`).join(" ") };
}

const fence = (code: string) => `<think>\n\`\`\`lean4\nlemma draft : 1 = 2 := by sorry\n\`\`\`\n</think>\nHere it is.\n\`\`\`lean4\n${code}\n\`\`\`\n`;

/** @param onAsked told the stage and node of each question */
export function flowPlayer(onAsked: (stage: string, node: string) => void = () => {}): (request: FakeRequest) => FakeAnswer {
  return ({ body }) => {
    const messages = body["messages"] as { role: string; content: string }[];
    const first = messages.findLast(({ content }) => /^Theorem: |named `|Prove this Lean 4 lemma|^Take this statement apart|^Does this Lean code|^A step of a proof rests/.test(content))!.content;
    const repeated = messages.at(-1)!.content !== first;
    const size = /graph of (\d+) nodes/.exec(first)?.[1];
    if (first.startsWith("Theorem: ")) {
      onAsked("graph", size!);
      const json = JSON.stringify(graphOf(Number(size)));
      // The first drawing has a fault that the check finds.
      return !repeated && draw(first) < 8 ? json.replace('"id":"ts_1"', '"id":"result"') : `\`\`\`json\n${json}\n\`\`\``;
    }
    const named = /named `(\w+)`/.exec(first)?.[1];
    if (named) {
      onAsked("formalise", named);
      if (/declaration/.test(first)) return fence(`variable (n : ℕ) (${named} : 0 < n)`);
      const on = /It rests on: (.*)/.exec(first)![1]!.split(", ").filter((id) => id !== "nothing");
      const lemma = `lemma ${named} (n : ℕ)${on.map((id) => ` (${id} : 0 < n)`).join("")} : 0 < n + ${named === "ts_1" ? 1 : Number(named.slice(1))} := by sorry`;
      return fence(!repeated && draw(named + first.slice(0, 200)) < 4 ? lemma.replace(" : ℕ)", " : ℕ") : lemma);
    }
    if (first.startsWith("Prove this")) {
      const code = /```lean4\n([^]*?)\n```/.exec(first)![1]!;
      const name = /lemma (\w+)|theorem (\w+)/.exec(code)!.slice(1).find(Boolean)!;
      onAsked("prove", name);
      const fails = draw(code) < 2 ? true : !repeated && draw(code) < 6;
      return fence(code.replace(/\bsorry\s*$/, fails ? "FAIL" : "omega"));
    }
    if (first.startsWith("Take this")) return '{"conditions": ["n is positive"], "conclusions": ["the claim"]}';
    if (first.startsWith("A step")) return '{"status": "complete", "missing_dependencies": [], "extra_dependencies": [], "reasoning": "all there"}';
    onAsked("score", "");
    const words = draw(first) < 8 ? ["Perfectly match", "Perfectly match"] : ["Perfectly match", "Minor inconsistency"];
    return JSON.stringify({ evaluation: words, feedback: ["fine", "fine"] });
  };
}
