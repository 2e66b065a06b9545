import { describe, expect, test } from "vitest";
import type { Problem } from "../../../src/data/problems";
import type { Message } from "../../../src/llm/call";
import { asker, type Ask } from "../../../src/perturb/ask";
import { deleteStep } from "../../../src/perturb/local/deletion";
import { markByModel, splitByModel } from "../../../src/perturb/local/markByModel";
import { substitute } from "../../../src/perturb/local/substitute";
import { FAULTS } from "../../fakes/model-faults";
import { pair } from "../../support/model-pair";

// What a real model marks, and how often it answers as asked, these tests cannot show: the replies are made up after the form that is asked for.
const problem: Problem = { name: "p", informal_statement: "/-- Show that $x \\leq 12$.-/", informal_proof: "First we look at $x$. Squaring both sides of it, we get $x^2 \\leq 144$ at once. So we have $x \\leq 12$." };

/** Answers with these texts in turn, and keeps what it was asked. */
function answering(...replies: string[]): { ask: Ask; asked: (readonly Message[])[] } {
  const asked: (readonly Message[])[] = [];
  return { asked, ask: async (messages) => (asked.push(messages), replies[asked.length - 1]!) };
}

describe("markByModel", () => {
  test("LaTeX that was not escaped and wrong offsets still make the edit", async () => {
    const { ask, asked } = answering('<think>hm</think>```json\n{"symbols": [{"symbol": "\\leq", "family": "relation", "source": "statement", "char_offset_start": 3, "char_offset_end": 7, "context": "Show that $x \\leq 12$"}]}\n```');
    const answer = await markByModel(ask, problem, "symbol");
    expect(answer).toMatchObject({ ok: true, attempts: 1, value: { unusable: 0 } });
    const marks = (answer as unknown as { value: { marks: [] } }).value.marks;
    expect(substitute(problem, { kind: "symbol", region: "statement", marks, marker: "m" })).toMatchObject({ ok: true, row: { informal_statement: "/-- Show that $x \\geq 12$.-/", edit_marker: "m" } });
    expect(asked[0]![0]!.content).toContain(`<statement>\n${problem.informal_statement}\n</statement>`);
  });

  test("an answer that cannot be read is asked for again, with what was wrong, at most three times", async () => {
    const { ask, asked } = answering("I cannot", '{"marks": []}', '{"numbers": []}');
    expect(await markByModel(ask, problem, "number")).toEqual({ ok: true, attempts: 3, value: { marks: [], unusable: 0 } });
    expect(asked.map((messages) => messages.length)).toEqual([1, 3, 3]);
    expect(asked[1]![1]).toEqual({ role: "assistant", content: "I cannot" });
    expect(asked[1]![2]!.content).toContain("it holds no JSON that can be read");
    expect(asked[2]![2]!.content).toContain('its JSON has no list "numbers"');
    expect(await markByModel(answering("", "", "").ask, problem, "number")).toEqual({ ok: false, attempts: 3, reason: "it holds no JSON that can be read" });
  });

  test("an error of the server is not taken for an answer", async () => {
    const { client, server } = await pair({}, { attempts: 1 });
    server.queue.push(FAULTS.serverError);
    await expect(markByModel(asker(client, { model: "fake", temperature: 0 }), problem, "number")).rejects.toThrow();
  });

  test("through the client: a model's steps become a deletion", async () => {
    const steps = [
      { step_idx: 0, full_text: "First we look at $x$.", reasoning_text: "", outcome_text: "First we look at $x$.", deletable: false, is_last: false },
      { step_idx: 1, full_text: "Squaring both sides of it, we get $x^2 \\leq 144$ at once.", reasoning_text: "Squaring both sides of it, we get", outcome_text: "$x^2 \\leq 144$ at once.", deletable: true, is_last: false },
      "no step",
    ];
    const { client, server } = await pair({ answer: () => ({ message: { content: JSON.stringify({ steps }) } }) });
    const answer = await splitByModel(asker(client, { model: "fake", temperature: 0 }), problem);
    expect(server.requests[0]!.body).toMatchObject({ model: "fake", temperature: 0 });
    const split = (answer as unknown as { value: [] }).value;
    expect(split).toHaveLength(3);
    expect(deleteStep(problem, split, "fake")).toMatchObject({ ok: true, row: { informal_proof: "First we look at $x$. $x^2 \\leq 144$ at once. So we have $x \\leq 12$.", step_edit_matched_by: "unescape" } });
  });
});
