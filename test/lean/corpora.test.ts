/** The parser and the negation on real statements of many authors, read in place. */
import { describe, expect, test } from "vitest";
import { withoutComments } from "../../src/lean/comments";
import { negation } from "../../src/lean/negation";
import { scan } from "../../src/lean/scan";
import { parseTheorem, PARTS, partTexts, type Theorem } from "../../src/lean/theorem";
import { hasShared, sharedRows } from "../support/shared";

interface Statement {
  readonly id: string;
  readonly code: string;
}

const plain = (path: string): Statement[] => sharedRows<Statement>(path);
const CORPORA: readonly (readonly [string, number, () => Statement[]])[] = [
  ["lean-statements.jsonl", 2736, () => plain("lean-statements.jsonl")],
  ["truth/elementary.jsonl", 1735, () => plain("truth/elementary.jsonl")],
  ["truth/proofflow.jsonl", 614, () => plain("truth/proofflow.jsonl")],
  ["minif2f/deepseek_v1.5.jsonl", 488, () =>
    sharedRows<{ name: string; header: string; informal_prefix: string; formal_statement: string }>("minif2f/deepseek_v1.5.jsonl").map(
      ({ name, header, informal_prefix, formal_statement }) => ({ id: name, code: header + informal_prefix + formal_statement }),
    )],
  ["minif2f/robustpa.jsonl", 244, () =>
    sharedRows<{ name: string; informal_statement: string; formal_statement: string }>("minif2f/robustpa.jsonl").map(({ name, formal_statement }) => ({ id: name, code: formal_statement }))],
];

/** What stands between two parts besides comments and white space. */
const PUNCTUATION: Readonly<Record<string, RegExp>> = { colon: /^:$/, keyword: /^(?:theorem|lemma|example)$/, proof: /^(?::=|\||where|$)/ };

function check({ id, code }: Statement, theorem: Theorem): void {
  const parts = partTexts(theorem);
  expect(PARTS.map((part) => parts[part]).join(""), id).toBe(code);
  for (const [part, shape] of Object.entries(PUNCTUATION)) expect(withoutComments(parts[part as "colon"]).trim(), `${id}: ${part}`).toMatch(shape);
  expect(parts.name, id).toContain(theorem.name);
  // Each part is whole: its brackets close, and no declaration begins inside it.
  for (const text of [theorem.binders, theorem.body]) {
    expect(scan(text).problems, id).toEqual([]);
    expect(scan(text).tokens.some((token) => ["theorem", "lemma", "sorry"].includes(token.text)), id).toBe(false);
  }
  const back = parseTheorem(negation(theorem).code);
  expect(back, id).toMatchObject({ ok: true, theorem: { name: negation(theorem).name, binders: "", proof: ":= by sorry" } });
}

describe.skipIf(!hasShared)("real statements", () => {
  test.each(CORPORA)("%s", (name, size, rows) => {
    const reasons: string[] = [];
    const statements = rows();
    expect(statements).toHaveLength(size);
    let several = 0;
    for (const statement of statements) {
      const parsed = parseTheorem(statement.code);
      if (!parsed.ok) reasons.push(`${statement.id}: ${parsed.reason}`);
      else {
        if (parsed.theorem.theorems > 1) several += 1;
        check(statement, parsed.theorem);
      }
    }
    console.log(`${name}: ${size - reasons.length} of ${size} parse and re-assemble, ${several} of them the last of several; ${reasons.length} do not: ${JSON.stringify(reasons)}`);
    // One text of the first corpus ends in a definition and states nothing; everything else is or ends in a theorem.
    expect(reasons.map((reason) => reason.replace(/^.*?: /, ""))).toEqual(name === "lean-statements.jsonl" ? ["no theorem, only `import`, `open`, `def`"] : []);
  }, 60_000);
});
