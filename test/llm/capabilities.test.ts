import { describe, expect, test } from "vitest";
import { PARAMETERS } from "../../src/llm/call";
import { CAPABILITIES, capabilityOf, isKnownModel } from "../../src/llm/capabilities";

describe("capabilityOf", () => {
  // The facts are those of the spec of the systems, sections 2 and 6.
  test("Claude Opus 4.7 takes no sampler, and one sample at a time", () => {
    for (const [server, id] of [["anthropic", "claude-opus-4-7"], ["openrouter", "anthropic/claude-opus-4.7"]] as const) {
      const { accepts, refuses, severalAtOnce } = capabilityOf(server, id);
      expect(accepts).toEqual(["max_tokens", "stop"]);
      expect(refuses?.temperature).toContain("400");
      expect(severalAtOnce).toBe(false);
    }
  });

  test("GPT 5.2 takes samplers only without effort, and calls the limit max_completion_tokens", () => {
    expect(capabilityOf("openai", "gpt-5.2")).toMatchObject({ onlyWithoutEffort: ["temperature", "top_p"], maxTokensField: "max_completion_tokens" });
    expect(capabilityOf("openrouter", "openai/gpt-5.2").maxTokensField).toBe("max_tokens");
  });

  test("every sampler goes to vLLM, with the value of off where the caller says none", () => {
    const { accepts, always } = capabilityOf("vllm", "Goedel-LM/Goedel-Formalizer-V2-8B");
    expect(accepts).toEqual(expect.arrayContaining(["temperature", "top_p", "top_k", "min_p", "repetition_penalty"]));
    expect(always).toEqual({ temperature: 1, top_p: 1, top_k: -1, min_p: 0, repetition_penalty: 1 });
  });

  test("nothing is known of an unknown server, nor of a provider's next model but its limit", () => {
    expect(capabilityOf("unknown", "my-model").accepts).toEqual([]);
    expect(capabilityOf("openai", "gpt-9").accepts).toEqual(["max_tokens"]);
  });

  test("OpenRouter is told not to drop parameters in silence", () => {
    expect(capabilityOf("openrouter", "any/model").extra).toEqual({ provider: { require_parameters: true } });
  });

  test("a row of one's own comes first", () => {
    const own = [{ model: /^my-/, capability: { accepts: ["temperature"], maxTokensField: "max_tokens", severalAtOnce: true } }] as const;
    expect(capabilityOf("unknown", "lab/my-model", own).accepts).toEqual(["temperature"]);
    expect(isKnownModel("lab/my-model", own)).toBe(true);
    expect(isKnownModel("lab/my-model")).toBe(false);
  });
});

test("the table names parameters that exist, and no row both takes and refuses one", () => {
  for (const { capability } of CAPABILITIES) {
    const named = [...capability.accepts, ...Object.keys(capability.refuses ?? {}), ...(capability.onlyWithoutEffort ?? []), ...Object.keys(capability.always ?? {})];
    expect(named.filter((name) => !(PARAMETERS as readonly string[]).includes(name))).toEqual([]);
    expect(capability.accepts.filter((name) => capability.refuses?.[name])).toEqual([]);
    expect(capability.onlyWithoutEffort?.filter((name) => !capability.accepts.includes(name)) ?? []).toEqual([]);
  }
});
