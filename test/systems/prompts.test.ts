import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inProject } from "../../src/core/files";
import { fillPrompt, parsePrompt, promptSet, PROMPT_NAMES, PROMPT_SLOTS } from "../../src/systems/prompts";
import { temporaryFile } from "../support/files";

const parse = (text: string) => parsePrompt("perturb", text, "perturb.md");

describe("the kit's prompts", () => {
  test("every file is a prompt and every prompt has a file, with the slots that it should have", () => {
    const files = readdirSync(inProject("data", "prompts")).filter((name) => name !== "README.md").sort();
    expect(files).toEqual(PROMPT_NAMES.map((name) => `${name}.md`).sort());
    for (const name of PROMPT_NAMES) expect(promptSet().get(name)).toMatchObject({ name, origin: "kit", version: expect.stringMatching(/^[0-9a-f]{16}$/) as unknown });
  });

  test("Goedel's has no line end between the statement and the instruction to think; a kimina prover's code ends the fence", () => {
    expect(fillPrompt(promptSet().get("formalise-goedel"), { name: "n", statement: "1 + 1 = 2" }).at(-1)!.content).toMatch(/1 \+ 1 = 2First think/);
  });

  test("the few-shot prompt asks for fidelity and has three examples, two of them false", () => {
    const [system] = fillPrompt(promptSet().get("formalise-few-shot"), { context: "C", statement: "S" });
    expect(system!.content.match(/^Example \d/gm)).toHaveLength(3);
    expect(system!.content).toContain("(17 : ℝ) + 28 = 55");
  });
});

describe("a template", () => {
  test.each([
    ["no turn here {{step}} {{context}}", /perturb\.md: no turn; a template has lines such as "=== user ==="/],
    ["=== user ===\n{{step}}", /missing slot \{\{context\}\}/],
    ["=== user ===\n{{step}} {{context}} {{name}}", /unknown slot \{\{name\}\}; the slots of perturb are \{\{context\}\}, \{\{step\}\}/],
    ["=== system ===\n{{step}} {{context}}", /the last turn is the system's/],
    ["=== system ===\n\n=== user ===\n{{step}} {{context}}", /the system's turn is empty/],
  ])("%j is refused when it is read", (text, message) => expect(() => parse(text)).toThrow(message));

  test("remarks before the first turn are not sent; line ends of any kind and a missing last one make no other prompt", () => {
    const text = "remark {{what}}\n=== user ===\n{{context}}\n{{step}}";
    const [one, other] = [parse(text), parse(`${text.replace(/\n/g, "\r\n")}`)];
    expect(one.version).toBe(other.version);
    expect(fillPrompt(one, { context: "c", step: "s" })).toEqual([{ role: "user", content: "c\ns" }]);
  });

  test("whatever a value holds, it is sent as it is, slots and dollars too", () => {
    const prompt = parse("=== user ===\n<{{context}}|{{step}}>");
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), fc.constantFrom("{{step}}", "$&", "{{context}}", "=== user ==="), (context, step) => {
      expect(fillPrompt(prompt, { context, step })[0]!.content).toBe(`<${context}|${step}>`);
    }));
  });

  test("a missing value and one without a slot throw", () => {
    const prompt = promptSet().get("perturb");
    expect(() => fillPrompt(prompt, { context: "c" } as never)).toThrow("the prompt perturb needs a value for its slot {{step}}");
    expect(() => fillPrompt(prompt, { context: "c", step: "s", extra: "e" } as never)).toThrow("has no slot {{extra}}");
  });
});

describe("a folder of one's own", () => {
  test("its templates come first, with another version, and the rest is the kit's", () => {
    const path = temporaryFile("perturb.md", "=== user ===\nmine {{context}} {{step}}\n");
    const own = promptSet(dirname(path));
    expect(fillPrompt(own.get("perturb"), { context: "c", step: "s" })).toEqual([{ role: "user", content: "mine c s" }]);
    expect(own.get("perturb").version).not.toBe(promptSet().get("perturb").version);
    expect(own.get("dag")).toEqual(promptSet().get("dag"));
  });

  test("a file that is no prompt's, a wrong one, and no folder are refused at once", () => {
    expect(() => promptSet(dirname(temporaryFile("formalize.md", "x")))).toThrow(/formalize\.md is no prompt of the kit; .*formalise-kimina\.md/);
    expect(() => promptSet(dirname(temporaryFile("dag.md", "=== user ===\n{{problem}}")))).toThrow(/missing slot \{\{steps\}\}/);
    expect(() => promptSet("/no/such/folder")).toThrow(/no such folder of prompts/);
  });

  test("every slot has a name that a template can hold", () => {
    for (const slots of Object.values(PROMPT_SLOTS)) for (const slot of slots) expect(slot).toMatch(/^[a-z_]+$/);
  });
});
