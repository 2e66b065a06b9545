import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { findKey, redaction } from "../../src/llm/secrets";

const folder = mkdtempSync(join(tmpdir(), "faithlab-keys-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, ".env");
writeFileSync(file, '# keys\nexport OPENAI_API_KEY="from-file"\nMY_KEY=mine-from-file\nEMPTY=\n');

const openai = "https://api.openai.com/v1";
const own = "http://localhost:8000/v1";
const find = (baseUrl: string, env: Record<string, string>, more: object = {}) => findKey({ baseUrl, env, envFiles: [file], ...more });

describe("findKey", () => {
  test("takes the caller's, else the environment's, else the file's", () => {
    expect(find(openai, { OPENAI_API_KEY: "from-env" }, { apiKey: " given\n" })).toBe("given");
    expect(find(openai, { OPENAI_API_KEY: "from-env" })).toBe("from-env");
    expect(find(openai, {})).toBe("from-file");
    expect(find(openai, { OPENAI_API_KEY: "" })).toBe("from-file");
    expect(find(own, {}, { apiKeyEnv: "MY_KEY" })).toBe("mine-from-file");
  });

  test("never sends one provider's key to another server", () => {
    expect(find(own, { OPENAI_API_KEY: "from-env", ANTHROPIC_API_KEY: "a" })).toBeUndefined();
    expect(find(own, { FAITHLAB_API_KEY: "own" })).toBe("own");
    expect(find("https://generativelanguage.googleapis.com/v1beta/openai", { GOOGLE_API_KEY: "g" })).toBe("g");
  });

  test("says which variable is missing", () => {
    expect(() => find("https://api.anthropic.com/v1", {})).toThrow("no API key for api.anthropic.com: set ANTHROPIC_API_KEY in the environment or in a file .env");
    expect(() => find(own, {}, { apiKeyEnv: "NO_SUCH" })).toThrow("set NO_SUCH");
  });

  test("refuses a key that no header can carry, without repeating it", () => {
    expect(() => find(own, {}, { apiKey: "sk-sec\nret" })).toThrow(/^the API key cannot be sent: its character 7 is no visible ASCII character$/);
  });
});

describe("redaction", () => {
  const key = "sk-test-0123456789abcdef";

  test("takes the key out of a message in every form", () => {
    const { message } = redaction(key);
    const forms = [key, `Bearer ${key}`, Buffer.from(key).toString("base64"), `"${key}"`];
    for (const form of forms) expect(message(`refused: ${form}!`)).not.toContain(form);
    expect(redaction("a/b+c=d&e").message(`key ${encodeURIComponent("a/b+c=d&e")} refused`)).toBe("key [key] refused");
  });

  test("takes out what looks like somebody else's key", () => {
    expect(redaction(undefined).message("Incorrect API key provided: sk-proj-AbCdEfGh1234567890xyz")).toBe("Incorrect API key provided: [key]");
    expect(redaction(undefined).message("Authorization: Bearer abc.def.ghi")).toBe("Authorization: Bearer [key]");
  });

  test("leaves an answer alone but for the very key, and does not look for a short one", () => {
    expect(redaction(key).reply(`echo ${key}`)).toBe("echo [key]");
    expect(redaction("EMPTY").reply("∅ is EMPTY, sk-proj-AbCdEfGh1234567890xyz")).toBe("∅ is EMPTY, sk-proj-AbCdEfGh1234567890xyz");
  });
});
