/** What the commands on Method B's problems share: rows in, rows out in the same order, and a model where one is named. */
import { InputError } from "../core/errors";
import { readProblems, problemLine, type Problem, type ProblemRow } from "../data/problems";
import { ModelClient } from "../llm/client";
import { asker, type Ask } from "../perturb/ask";
import { promptSet, type PromptSet } from "../systems/prompts";
import { EXIT, note, print, type ExitCode } from "./command";
import type { ErrorRow } from "./rows";

/** Options that name a model. */
export const MODEL_OPTIONS = { model: { type: "string" }, prompts: { type: "string" }, "base-url": { type: "string" }, temperature: { type: "string", default: "0" }, concurrency: { type: "string", default: "8" } } as const;

export const MODEL_HELP = `  --model NAME       ask this model; without it the embedded rules are used
  --base-url URL     its server (else FAITHLAB_BASE_URL); the key is read from the environment
  --prompts DIR      your own templates in place of the kit's, see data/prompts/README.md
  --temperature T    0 unless told
  --concurrency N    problems asked about at once (8)`;

/** A model to ask, with the name that rows carry. */
export interface Asked {
  readonly name: string;
  readonly ask: Ask;
  readonly prompts: PromptSet;
  close(): Promise<void>;
}

/** The model that the options name, or undefined where they name none. @throws InputError for one without a server */
export function modelOf(values: { model?: string; prompts?: string; "base-url"?: string; temperature?: string }): Asked | undefined {
  if (values.model === undefined) return undefined;
  const baseUrl = values["base-url"] ?? process.env["FAITHLAB_BASE_URL"];
  if (!baseUrl) throw new InputError("--model needs the server that offers it: --base-url URL, or FAITHLAB_BASE_URL in the environment");
  const temperature = Number(values.temperature ?? 0);
  if (!(temperature >= 0)) throw new InputError(`--temperature is a number from 0, got "${values.temperature}"`);
  const prompts = promptSet(values.prompts);
  const client = new ModelClient({ baseUrl });
  return { name: values.model, ask: asker(client, { model: values.model, temperature }), prompts, close: () => client.close() };
}

/** Rows made of one problem, and what is to be said about it. */
export interface Made {
  readonly rows: readonly Problem[];
  readonly notes?: readonly string[];
}

/**
 * Reads problems, makes rows of each, and prints them in the order of the input; what is no problem becomes an error row with its line.
 * @param atOnce problems that are worked on at once
 * @returns 0 if every row was read, 1 if some were not
 */
export async function turnProblems(files: readonly string[], atOnce: number, make: (problem: Problem) => Promise<Made> | Made): Promise<{ exit: ExitCode; problems: number; rows: number }> {
  if (files.length > 1) throw new InputError(`one file at a time, got ${files.length}`);
  if (!Number.isSafeInteger(atOnce) || atOnce < 1) throw new InputError(`--concurrency is a whole number from 1, got ${atOnce}`);
  const counts = { problems: 0, rows: 0, failed: 0 };
  const waiting: { each: ProblemRow; made: Promise<Made> }[] = [];
  const flush = async () => {
    const { each, made } = waiting.shift()!;
    if (!each.ok) {
      counts.failed += 1;
      const { id, name } = (typeof each.value === "object" && each.value !== null ? each.value : {}) as { id?: unknown; name?: unknown };
      return print(`${JSON.stringify({ ...((id ?? name) !== undefined && { id: id ?? name }), line: each.line, error: each.reason } satisfies ErrorRow)}\n`);
    }
    const { rows, notes = [] } = await made;
    counts.problems += 1;
    counts.rows += rows.length;
    for (const text of notes) note(`${each.problem.name}: ${text}`);
    for (const row of rows) await print(`${problemLine(row)}\n`);
  };
  try {
    for await (const each of readProblems(files[0] === undefined || files[0] === "-" ? process.stdin : files[0])) {
      const made = each.ok ? Promise.resolve(each.problem).then(make) : Promise.resolve({ rows: [] });
      // A failure is met when its turn comes, not before.
      made.catch(() => {});
      waiting.push({ each, made });
      if (waiting.length >= atOnce) await flush();
    }
    while (waiting.length > 0) await flush();
  } finally {
    await Promise.allSettled(waiting.map(({ made }) => made));
  }
  if (counts.failed > 0) note(`${counts.failed} rows not readable`);
  return { exit: counts.failed > 0 ? EXIT.rowsFailed : EXIT.done, problems: counts.problems, rows: counts.rows };
}
