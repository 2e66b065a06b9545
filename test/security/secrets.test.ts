/** Keys and passwords in places where people put them: none reaches a file or a message. */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { inProject } from "../../src/core/files";
import { FakeModelServer } from "../fakes/model-server";

const folder = mkdtempSync(join(tmpdir(), "security-secrets-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function faithlab(args: readonly string[], env: Readonly<Record<string, string>>): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [inProject("dist", "cli.js"), ...args], { cwd: folder, env: { PATH: process.env["PATH"], ...env } });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, said })));
}
const files = (): string[] => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)).filter((path) => statSync(path).isFile() && !path.endsWith(".env"));

const SECRET = "hidden-Pa55w0rd-0123456789";
/** Where a secret may stand: the variable, the file .env, and the password, the user and the query of an address. */
const OTHER = "k-0123456789abcdef";
const PLACES: readonly { readonly where: string; readonly prefix?: string; readonly key?: string; readonly dotEnv?: string }[] = [
  { where: "the environment", key: SECRET },
  { where: "a file .env", dotEnv: `FAITHLAB_API_KEY=${SECRET}\n` },
  { where: "the password of an address", prefix: `user:${SECRET}@`, key: OTHER },
  { where: "the user of an address", prefix: `${SECRET}@`, key: OTHER },
];

test.each(PLACES)("$where", { timeout: 60_000 }, async ({ where, prefix = "", key, dotEnv }) => {
  const env: Record<string, string> = key === undefined ? {} : { FAITHLAB_API_KEY: key };
  const withPrefix = (address: string): string => address.replace("://", `://${prefix}`);
  if (dotEnv !== undefined) writeFileSync(join(folder, ".env"), dotEnv);
  const out = join(folder, where.replace(/\W+/g, "-"));
  const literal = "```lean4\ntheorem t : (2 : ℝ) + 2 = 4 := by sorry\n```";
  const said: string[] = [];
  for (const faulty of [true, false]) {
    // A server that tells the key to its sender, as some do, and then one that works.
    const server = await FakeModelServer.start({ answer: () => literal, ...(faulty && { faultOf: ({ headers }) => ({ fault: "error", status: 401, error: { message: `Incorrect API key provided: ${headers.authorization ?? "none"} for ${headers.host ?? ""}` } }) }) });
    const address = withPrefix(server.baseUrl);
    const run = await faithlab(["run", "--out", out, "--formaliser", "kimina-autoformalizer-7b", "--limit", "2"], { ...env, FAITHLAB_BASE_URL: address });
    said.push(run.said);
    await server.close();
  }
  if (prefix) said.push((await faithlab(["run", "--out", `${out}-gone`, "--formaliser", "kimina-autoformalizer-7b", "--limit", "1"], { ...env, FAITHLAB_BASE_URL: withPrefix("http://127.0.0.1:9/v1") })).said);
  rmSync(join(folder, ".env"), { force: true });
  for (const text of [...said, ...files().map((path) => readFileSync(path, "utf8"))]) expect(text.includes(SECRET) || text.includes(Buffer.from(SECRET).toString("base64"))).toBe(false);
});
