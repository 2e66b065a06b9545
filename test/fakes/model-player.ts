/**
 * What a fake server answers when it plays a formaliser with known faults and a prover with known gaps, so that the rates of a whole run are known
 * beforehand. Which fault a step meets depends on its text alone.
 *
 * What it does not prove: that a real model answers in such forms, or that Lean accepts what it calls a proof.
 */
import { createHash } from "node:crypto";
import { control, type ControlName } from "../../src/stages/controls";
import type { FakeAnswer, FakeRequest } from "./model-server";

/** Formalisers in the mix, by their share of 16. */
const MIX: readonly [ControlName, number][] = [["literal", 9], ["corrector", 4], ["contrarian", 1], ["mute", 2]];

/** A number from 0 to 15 that depends on a text alone. */
export function draw(text: string): number {
  return createHash("sha256").update(text).digest()[0]! % 16;
}

/** The formaliser that the mix plays for a step. */
export function playedBy(content: string): ControlName {
  let left = draw(content);
  for (const [name, share] of MIX) {
    if (left < share) return name;
    left -= share;
  }
  throw new Error("the shares do not add up to 16");
}

/** Whether the prover finds a proof of a theorem's code, if there is one: 13 times in 16, in the first sample or only in the second. */
export function finds(code: string): "first" | "second" | "never" {
  const drawn = draw(`proof of ${code}`);
  return drawn < 9 ? "first" : drawn < 13 ? "second" : "never";
}

/** The theorem in a prover's prompt: what stands in its fence from the name on. */
function theoremIn(prompt: string): string {
  const code = /```lean4\n([^]*?)\n```/.exec(prompt)![1]!;
  return code.slice(code.search(/(?:set_option autoImplicit false in\n)?(?:\/--[^]*?-\/\n)?theorem /)).replace(/\/--[^]*?-\/\n/, "");
}

/** The name by which `finds` draws: the statement from `theorem` to the proof. */
export function drawnBy(code: string): string {
  return code.slice(code.lastIndexOf("theorem ")).replace(/\s*:=\s*by\s*(sorry)?\s*$/, "");
}

/**
 * Answers for all steps that may be asked about.
 * @param contents the steps' texts, perturbed ones included
 */
export async function player(contents: readonly string[]): Promise<(request: FakeRequest, sample: number) => FakeAnswer> {
  const replies = new Map<string, string>();
  for (const content of contents) {
    const { reply } = await control(playedBy(content)).formalise({ content, context: [] });
    // A draft in the thinking that must not be taken for the answer.
    replies.set(content, `<think>Perhaps\n\`\`\`lean4\ntheorem draft : 1 = 2 := by sorry\n\`\`\`\nNo.</think>\n${reply}`);
  }
  return ({ prompt }, sample) => (prompt.includes("```lean4") ? proof(theoremIn(prompt), sample) : statement(prompt, replies));
}

function statement(prompt: string, replies: ReadonlyMap<string, string>): string {
  const found = [...replies.keys()].filter((content) => prompt.endsWith(content)).sort((a, b) => b.length - a.length)[0];
  if (found === undefined) throw new Error(`no step stands at the end of the prompt: ${prompt.slice(-200)}`);
  return replies.get(found)!;
}

function proof(theorem: string, sample: number): FakeAnswer {
  const found = finds(drawnBy(theorem));
  if (found === "never") return { message: { content: `Plan: first,\n\`\`\`lean4\n${theorem.slice(0, 20)}` }, finish: "length" };
  const good = found === "first" ? sample === 0 : sample === 1;
  const proved = theorem.replace(/sorry\s*$/, good ? "norm_num" : "sorry");
  return `### Plan\nFirst a sketch:\n\`\`\`lean4\ntheorem sketch : True := by\n  have h : 1 = 1 := by sorry\n  trivial\n\`\`\`\nNow all of it:\n\`\`\`lean4\n${proved}\n\`\`\`\nDone.`;
}
