import { describe, expect, test } from "vitest";
import { CAPABILITIES, capabilityOf } from "../../src/llm/capabilities";
import { templated } from "../../src/systems/chatTemplates";
import { decodingOf, SYSTEMS, systemFaults, systemOf } from "../../src/systems/registry";
import { promptLength, replyText, requestOf } from "../../src/systems/request";
import { roleOf } from "../../src/systems/role";

const user = [{ role: "user", content: "2 + 2" }] as const;

describe("the table", () => {
  test("holds without a fault: eight systems of A, seven of B, Gemini in both, and the prover of A among those of B", () => {
    expect(systemFaults(SYSTEMS)).toEqual([]);
    const of = (paper: "A" | "B") => SYSTEMS.filter(({ papers }) => papers.includes(paper)).map(({ id }) => id);
    expect(SYSTEMS.filter(({ papers, tasks }) => papers.includes("A") && tasks.includes("formalise"))).toHaveLength(8);
    expect(of("B")).toEqual(["gemini-3.1-pro", "deepseek-prover-v2-7b", "goedel-prover-v2-8b", "kimina-prover-rl-1.7b", "kimina-prover-distill-8b", "proofbridge-sft", "proofflow"]);
  });

  // A, F.1: greedy, 16,384 new tokens; Herald 2,048 of a window of 4,096.
  test.each([
    ["goedel-formalizer-v2-8b", 16_384], ["herald-translator", 2_048], ["kimina-autoformalizer-7b", 16_384], ["stepfun-formalizer-7b", 16_384],
  ])("%s is greedy in A, with %d tokens at most", (id, max_tokens) => {
    expect(decodingOf(systemOf(id), "paper")).toMatchObject({ temperature: 0, max_tokens });
    expect(systemOf(id).promptLimit).toBe(4_000);
  });

  // B, "Systems and decoding": temperature 0.6, top-p 0.95; ProofFlow 0.9, 0.95.
  test("B's systems are sampled as B says", () => {
    for (const { id } of SYSTEMS.filter(({ papers }) => papers.includes("B"))) {
      expect(decodingOf(systemOf(id), "robustness"), id).toMatchObject({ temperature: id === "proofflow" ? 0.9 : 0.6, top_p: 0.95 });
    }
  });

  test("commercial models are known to the client by name, so that nothing is sent that they refuse", () => {
    for (const { model, papers, provider } of SYSTEMS.filter((system) => system.provider !== "own" && system.papers.length > 0)) {
      expect(CAPABILITIES.some((row) => row.model?.test(model)), `${model} ${papers.join()}`).toBe(true);
      expect(capabilityOf(provider as "openai", model).accepts).toContain("max_tokens");
    }
  });

  test("a faulty entry is told with every fault", () => {
    const entry = { ...systemOf("herald-translator"), id: "x y", prompts: {}, decoding: { paper: { temperature: 3, max_tokens: 4_096, source: "" } } };
    expect(systemFaults([entry, entry])).toEqual(expect.arrayContaining([
      "x y: an id has letters, digits, dots, slashes and hyphens", "x y: no prompt for formalise", "x y: decoding paper: temperature from 0 to 2, got 3", "x y: decoding paper: no source",
      "x y: an answer of 4096 tokens leaves no room for a prompt in 4096", "x y: the id is taken twice",
    ]));
  });

  test("is found by name or model; an unknown one is refused with those that there are", () => {
    expect(systemOf("AI-MO/Kimina-Autoformalizer-7B").id).toBe("kimina-autoformalizer-7b");
    expect(() => systemOf("nobody")).toThrow(/there is no system "nobody"; there are goedel-formalizer-v2-8b, .*"like"/);
    expect(() => decodingOf(systemOf("proofbridge-sft"), "paper")).toThrow('proofbridge-sft has no decoding "paper"; it has robustness');
  });
});

describe("a model of one's own", () => {
  test("is three lines: its name, what it is like, where it is", () => {
    const { system, baseUrl } = roleOf({ model: "me/my-formaliser-7b", like: "kimina-autoformalizer-7b", baseUrl: "http://gpu:8000/v1" });
    expect(system).toMatchObject({ id: "me/my-formaliser-7b", model: "me/my-formaliser-7b", provider: "own", prompts: { formalise: "formalise-kimina" }, papers: [] });
    expect(baseUrl).toBe("http://gpu:8000/v1");
  });

  test.each([
    [{ model: "m", like: "proofflow" }, /nothing can be like proofflow/],
    [{ model: "m", temperature: 1 }, /unknown field "temperature"/],
    [{ system: "gpt-5.2", model: "m" }, /either "system".*or "model"/],
    [{ system: "gpt-5.2", like: "qwen-plus" }, /"like" belongs to a model of your own/],
    [{ model: "m", apiKey: "sk" }, /a configuration holds no key/],
    [{ model: "m", decoding: { temperature: -1 } }, /temperature from 0 to 2, got -1/],
    [{ model: "m" }, /m needs the address of its server/],
    [{ system: "gpt-5.2", decoding: "greedy" }, /decoding is paper, robustness, card/],
  ])("%j is refused", (config, message) => {
    expect(() => roleOf(config as never)).toThrow(message);
  });

  test("a provider's model needs no address, and never gets that of another server", () => {
    expect(roleOf("claude-opus-4.7", "http://localhost:8000/v1").baseUrl).toBe("https://api.anthropic.com/v1");
  });
});

describe("requests", () => {
  const stepfun = systemOf("stepfun-formalizer-7b");
  const kimina = systemOf("kimina-autoformalizer-7b");
  const deepseek = systemOf("deepseek-prover-v2-7b");

  test("StepFun's prompt ends with the literal <think>, once, and its own beginning-of-sequence token is not doubled", () => {
    const call = requestOf({ system: stepfun, messages: user, decoding: decodingOf(stepfun, "paper") });
    expect(call.prompt).toBe("<｜begin▁of▁sentence｜><｜User｜>2 + 2<｜Assistant｜><think>");
    expect(call.extra).toEqual({ add_special_tokens: false });
  });

  test("the paper's policy asks on /completions with the template, and lets the server put its token in front", () => {
    expect(requestOf({ system: deepseek, messages: user, decoding: decodingOf(deepseek, "paper"), policy: "paper", n: 2 })).toEqual({
      model: "deepseek-ai/DeepSeek-Prover-V2-7B", prompt: "<｜begin▁of▁sentence｜><｜User｜>2 + 2<｜Assistant｜>", temperature: 0.6, top_p: 0.95, max_tokens: 8192, n: 2,
    });
    expect(requestOf({ system: kimina, messages: user, decoding: decodingOf(kimina, "paper") })).toMatchObject({ messages: user });
    expect(() => requestOf({ system: systemOf("gpt-5.2"), messages: user, decoding: { source: "x" }, endpoint: "completions" })).toThrow(/only be asked on the chat route/);
  });

  test("a provider is asked on its chat route under either policy", () => {
    expect(requestOf({ system: systemOf("qwen-plus"), messages: user, decoding: { source: "x" }, policy: "paper" }).messages).toBeDefined();
  });

  // Herald's repository: no special token, no blank after the colon; its template on the hub has both.
  test("Herald's two templates differ by token and blank", () => {
    const chat = [{ role: "system", content: "S" }, { role: "user", content: "U" }] as const;
    expect(templated("herald-repo", chat)).toEqual({ text: "S\n\nUser:U\n\nAssistant:", hasBos: false });
    expect(templated("herald-hub", chat)).toEqual({ text: "<｜begin▁of▁sentence｜>S\n\nUser: U\n\nAssistant:", hasBos: true });
  });

  test("a prompt's length counts characters, not UTF-16 units", () => {
    expect(promptLength({ model: "m", messages: [{ role: "user", content: "𝔽ℝ" }] })).toBe(2);
  });

  test("a cut answer inside a think block that the prompt opened stays thinking", () => {
    expect(replyText({ raw: "draft", flags: ["truncated", "think_unclosed"] })).toBe("<think>draft");
    expect(replyText({ raw: "a</think>b", flags: [] })).toBe("a</think>b");
  });
});
