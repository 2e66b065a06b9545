/** What holds for every text that a model may send. */
import { expect } from "vitest";
import { latexJson } from "../../../src/llm/latexJson";
import { readObject, readScore } from "../../../src/judges/replies";
import { auditProof } from "../../../src/lean/audit";
import { extractTheorem } from "../../../src/lean/extract";
import { negation } from "../../../src/lean/negation";
import { regionsOf } from "../../../src/lean/regions";
import { compareReply } from "../../../src/lean/presets";
import { asStatement } from "../../../src/lean/statement";
import { parseTheorem, PARTS, partTexts, splitTheorem, type Theorem } from "../../../src/lean/theorem";
import { jsonReadings } from "../../../src/stages/models/json";
import { outside } from "./plain";

/** The reply as its readers have it: without byte order mark, with plain line ends and blanks. */
const normal = (reply: string): string => reply.replace(/^\uFEFF+/, "").replace(/\r\n?/g, "\n").replace(/[\u00A0\u202F]/g, " ");

/** Extraction by both presets. @returns the theorems that were found */
export function extraction(reply: string): Theorem[] {
  const found: Theorem[] = [];
  for (const preset of ["strict", "paper"] as const) {
    for (const finish of ["stop", "length", "unknown"] as const) {
      const result = extractTheorem(reply, { preset, finish });
      if (!result.ok) {
        expect(result.reason).toMatch(/^[a-z0-9_]+: ./);
        continue;
      }
      const { code, theorem, flags } = result;
      const text = preset === "paper" ? reply : normal(reply);
      const moved = flags.includes("imports_hoisted") || flags.includes("imports_repeated");
      if (!moved) expect(text.includes(code), "what is extracted occurs in the reply").toBe(true);
      expect(theorem.source).toBe(code);
      // An import that stands in the middle of a statement is moved out of it.
    if (!moved) expect(text.includes(partTexts(theorem).body.trimEnd()), "the body occurs in the reply").toBe(true);
      if (finish === "unknown") found.push(theorem);
    }
    extractTheorem(reply, { preset, decode: true });
  }
  expect(["same", "different", "only_strict", "only_paper", "neither"]).toContain(compareReply(reply).comparison);
  return found;
}

/** Parsing: the parts are the whole. @returns the theorem, if there is one */
export function parsing(text: string): Theorem | undefined {
  const parsed = parseTheorem(text);
  expect(typeof regionsOf(text).ok).toBe("boolean");
  if (!parsed.ok) {
    expect(parsed.reason.length).toBeGreaterThan(10);
    return undefined;
  }
  expect(PARTS.map((part) => partTexts(parsed.theorem)[part]).join(""), "the parts are the whole text").toBe(text);
  return parsed.theorem;
}

/** Negation: a theorem again, with the binders as they were written. */
export function negating(theorem: Theorem): void {
  const negated = negation(theorem);
  expect(splitTheorem(negated.code)).toMatchObject({ ok: true, theorem: { name: negated.name, binders: "", proof: ":= by sorry" } });
  const kept = (text: string): boolean => negated.statement.includes(text) || (text.includes("\n") && squeezed(negated.statement).includes(squeezed(text)));
  if (!negated.notes.some((note) => note.startsWith("a default"))) expect(kept(theorem.binders), "negating keeps the binders").toBe(true);
  expect(kept(theorem.body), "negating keeps the body").toBe(true);
}

/** Without white space and comments, which a change of layout moves. */
function squeezed(text: string): string {
  return text.replace(/--[^\n]*/g, "").replace(/\s+/g, "");
}

/** Words that no proof may hold. */
export const FORBIDDEN: readonly string[] = ["sorry", "admit", "axiom", "native_decide", "unsafe", "macro", "elab", "run_cmd", "#eval 1", "notation", "instance", "set_option debug.skipKernelTC true", "apply?", "exact?", "sorryAx", "Lean.ofReduceBool", "#exit", "opaque", "initialize"];

/** Audit: a proof of its own statement, with a forbidden word put outside comments and strings, is not accepted. @returns whether there was such a place */
export function auditing(theorem: Theorem, word: string, place: number): boolean {
  const { source } = theorem;
  const statement = asStatement(theorem);
  const before = auditProof(source, statement);
  expect(typeof before.ok).toBe("boolean");
  const plain = outside(source);
  if (!plain) return false;
  const places = [...source.matchAll(/\s/g)].map(({ index }) => index).filter((at) => plain[at] && (plain[at - 1] ?? true));
  if (places.length === 0) return false;
  const at = places[place % places.length]!;
  const spoilt = `${source.slice(0, at)} ${word} ${source.slice(at)}`;
  expect(auditProof(spoilt, statement).ok, `${word} at ${at} of ${JSON.stringify(spoilt)}`).toBe(false);
  return true;
}

/** JSON: a value or a reason, and no object gets new fields by it. */
export function json(reply: string): void {
  const value = latexJson(reply);
  expect(value === undefined || typeof value === "object").toBe(true);
  expect(jsonReadings(reply).length).toBeLessThanOrEqual(2);
  for (const field of ["judgment", "__proto__", "constructor"]) {
    const read = readObject(reply, field);
    if (read.ok) expect(Object.hasOwn(read.value, field)).toBe(true);
    else expect(read.reason).toMatch(/^[a-z_]+$/);
  }
  const score = readScore(reply);
  expect(score.ok ? typeof score.value.score : typeof score.reason).toMatch(/boolean|string/);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
}
