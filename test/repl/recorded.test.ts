import { describe, expect, test } from "vitest";
import { checkProof } from "../../src/repl/checkProof";
import { inProject } from "../../src/core/files";
import { LEAN_HEADER } from "../../src/repl/headers";
import { LeanPool } from "../../src/repl/pool";
import { recording, replaying } from "../../src/repl/recorded";
import { temporaryFile } from "../support/files";
import { fake } from "./fake";

const STATEMENT = "theorem t : 1 + 1 = 2 := by sorry";

describe("recorded answers", () => {
  test("are given again, whatever names the checks have drawn", async () => {
    const recorder = recording(new LeanPool({ command: fake().command, size: 1, header: "import Mathlib" }));
    const first = await checkProof(recorder, { statement: STATEMENT, candidate: "theorem t : 1 + 1 = 2 := by norm_num" });
    await recorder.close();
    const again = replaying(temporaryFile("answers.jsonl", recorder.lines()), { header: "import Mathlib", versions: { lean: "4.15.0" } });
    expect(await checkProof(again, { statement: STATEMENT, candidate: "theorem t : 1 + 1 = 2 := by norm_num" })).toEqual({ ...first, engine: "recorded" });
    expect(first.accepted).toBe(true);
  });

  test("what was never asked is no verdict", async () => {
    const engine = replaying(inProject("data", "recorded", "lean-notebook.jsonl"), { header: LEAN_HEADER });
    expect(await checkProof(engine, { statement: STATEMENT, candidate: "theorem t : 1 + 1 = 2 := by norm_num" })).toMatchObject({ accepted: false, verdict: "undecided", status: "infra" });
  });

  test("a file that is not there", () => expect(() => replaying("/nowhere.jsonl")).toThrow("/nowhere.jsonl: no such file of recorded answers"));
});
