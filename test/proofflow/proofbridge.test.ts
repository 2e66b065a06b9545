/** ProofBridge (SFT only) as a system: the prompt's two tags, and whole files in every form in which its thinking and tactics leak (quirks 5, 6, 8). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { extractTheorem } from "../../src/lean/extract";
import { regionsOf } from "../../src/lean/regions";
import { ModelClient } from "../../src/llm/client";
import { proofSystem } from "../../src/stages/models/proofs";
import { systemOf } from "../../src/systems/registry";
import { FakeModelServer } from "../fakes/model-server";

const FILE = "import Mathlib\n\ntheorem two_unknowns (x y : ℝ) (h₀ : x + y = 17) (h₁ : x - y = 5) : x = 11 := by\n  have h : 2 * x = 22 := by linarith\n  linarith";
const tactics = "```tactics\nhave h : 2 * x = 24 := by linarith\n```";
let reply = "";
let server: FakeModelServer;
let client: ModelClient;
beforeAll(async () => {
  server = await FakeModelServer.start({ answer: () => reply, vllm: { window: 40_960, models: ["ucr-rai/ProofBridge-SFT-only"] } });
  client = new ModelClient({ baseUrl: server.baseUrl });
});
afterAll(async () => {
  await client.close();
  await server.close();
});

describe("ProofBridge (SFT only)", () => {
  test("is named so, and says what is not released", () => {
    expect(systemOf("proofbridge-sft")).toMatchObject({ name: "ProofBridge (SFT only)", tasks: ["formalise_proof"], papers: ["B"] });
    expect(systemOf("proofbridge-sft").quirks.join(" ")).toContain("not released");
  });

  test.each([
    ["between tags", `<formal_proof>\n\`\`\`lean4\n${FILE}\n\`\`\`\n</formal_proof>`],
    ["thinking with tactics first", `<think>\nLet me see.\n${tactics}\nYes.\n</think>\n<formal_proof>\n\`\`\`lean4\n${FILE}\n\`\`\`\n</formal_proof>`],
    ["thinking that was opened by the prompt", `Let me see.\n${tactics}\n</think>\n\`\`\`lean4\n${FILE}\n\`\`\``],
    ["tactics after the answer", `\`\`\`lean4\n${FILE}\n\`\`\`\nThe key step is\n${tactics}`],
    ["a bare file", FILE],
    ["a bare file between tags", `<formal_proof>\n${FILE}\n</formal_proof>`],
  ])("a whole file %s", async (_, text) => {
    reply = text;
    const system = proofSystem({ system: systemOf("proofbridge-sft"), client });
    const [answer] = await system.translate({ name: "two_unknowns", statement: "x + y = 17, x - y = 5", proof: "2x = 22, so x = 11" }, 1);
    const extracted = extractTheorem(answer!.reply, { preset: "strict", finish: answer!.finish });
    expect(extracted.ok && extracted.code).toBe(FILE);
    expect(regionsOf((extracted as { code: string }).code)).toMatchObject({ ok: true, regions: { degenerate: undefined } });
  });

  test("the prompt has statement and proof between their tags, at B's sampling", () => {
    const { body, prompt } = server.requests.at(-1)!;
    expect(prompt).toMatch(/<informal_statement>\nx \+ y = 17, x - y = 5\n<\/informal_statement>[^]*<informal_proof>\n2x = 22, so x = 11\n<\/informal_proof>[^]*<formal_proof>/);
    expect(body).toMatchObject({ model: "ucr-rai/ProofBridge-SFT-only", temperature: 0.6, top_p: 0.95, max_tokens: 12_000 });
  });

  test("an answer that was cut inside its thinking has no file", () => {
    expect(extractTheorem(`<think>\n\`\`\`lean4\n${FILE}\n\`\`\``, { preset: "strict", finish: "length" })).toMatchObject({ ok: false });
  });
});
