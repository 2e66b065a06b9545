/** The options that `run`, `batch` and `dags` share: which models play which part, and how they are asked. */
import { join } from "node:path";
import { InputError } from "../core/errors";
import { readText, shown } from "../core/files";
import { loadSteps, SAMPLE, type LoadedSteps } from "../stages/load";
import { control, CONTROL_NAMES, type ControlName } from "../stages/controls";
import { PAPER_HEADER } from "../lean/header";
import type { LeanEngine } from "../repl/engine";
import { KiminaServer } from "../repl/kimina";
import { LeanPool } from "../repl/pool";
import { embeddedProver } from "../stages/embedded";
import { castFormaliser, castJudge, castPerturber, castProver, type CastOptions } from "../stages/models/cast";
import { embeddedChecker } from "../stages/models/checker";
import { leanChecker } from "../stages/models/leanChecker";
import type { MethodAOptions } from "../stages/methodA";
import type { Formaliser, StatementProver } from "../stages/types";
import { leanProver } from "../stages/leanProver";
import { promptSet } from "../systems/prompts";
import { SYSTEMS } from "../systems/registry";
import { ENGINE_HELP, ENGINE_OPTIONS, openFoundLean } from "./engine";
import type { Policy } from "../systems/request";
import { roleOf, type Connections, type Role, type RoleConfig } from "../systems/role";

/** For `parseArgs`. */
export const RUN_OPTIONS = {
  out: { type: "string" }, formaliser: { type: "string" }, dags: { type: "string", multiple: true }, seed: { type: "string", default: "42" },
  preset: { type: "string" }, policy: { type: "string", default: "strict" }, limit: { type: "string" }, concurrency: { type: "string" }, timeout: { type: "string", default: "10000" },
  "base-url": { type: "string" }, models: { type: "string" }, prover: { type: "string" }, perturber: { type: "string" }, judge: { type: "string", multiple: true },
  lean: { type: "string" }, "lean-cwd": { type: "string" }, "lean-size": { type: "string" }, "lean-timeout": { type: "string", default: "300000" }, kimina: { type: "string" },
  ...ENGINE_OPTIONS,
  k: { type: "string", default: "2" }, prompts: { type: "string" }, cache: { type: "string" }, "budget-tokens": { type: "string" }, "budget-money": { type: "string" },
} as const;

export type RunValues = { readonly [Name in keyof typeof RUN_OPTIONS]?: Name extends "dags" | "judge" ? string[] : Name extends "sandbox" ? boolean : string };

/** What the options are called, for --help. */
export const RUN_HELP = `  --out FOLDER        where the run is kept; the same command goes on in it, another one is refused
  --formaliser NAME   a control (${CONTROL_NAMES.join(", ")}) or a system of \`faithlab models\` (literal)
  --prover NAME       a system that writes proofs, which the engine then checks; without one the engine decides the statements itself
${ENGINE_HELP}
  --lean COMMAND      Lean by the command of a REPL, such as "lake env /repl/.lake/build/bin/repl", in place of --engine
  --lean-cwd DIR      the Lake project that it runs in; --lean-size N processes; --lean-timeout MS for a check (300000, as the paper)
  --kimina URL        Lean by a Kimina Lean server
  --perturber NAME    rule, or a system that makes steps false (rule)
  --judge NAME        a system that judges perturbations; more than once for a panel
  --models FILE       the parts as JSON: {"formaliser": …, "prover": …, "perturber": …, "judges": […]}, each a name or an object, see \`faithlab models --help\`
  --base-url URL      the server of the models that have no address of their own (FAITHLAB_BASE_URL)
  --policy            strict, or paper: asked and counted as the paper's code did (strict)
  --preset            strict or paper: how the theorem is found in a reply (as the policy)
  --k N               proofs asked for of a statement, and of its negation (2)
  --prompts DIR       your own templates in place of the kit's, see data/prompts/README.md
  --cache DIR         where every reply is kept (FOLDER/replies)
  --budget-tokens N   stop before more tokens are spent; --budget-money X needs a "price" for each model in the file
  --dags FILE         dependency graphs; a chain without one takes all earlier steps as context
  --seed N            of the perturbation by rule (42)
  --limit N           only the first N steps
  --concurrency N     rows at once (4; 64 where a model is asked)
  --timeout MS        longest for one statement in the embedded engine, milliseconds (10000)`;

/** The parts of a run as they were named; undefined where the kit's own engine plays it. */
export interface Roles {
  readonly formaliser: Role | ControlName;
  readonly prover?: Role;
  readonly perturber?: Role;
  readonly judges: readonly Role[];
}

const PARTS = ["formaliser", "prover", "perturber", "judges", "graph", "auditor"] as const;
type ModelsFile = Partial<Record<Exclude<(typeof PARTS)[number], "judges">, string | RoleConfig> & { judges: (string | RoleConfig)[] }>;

/** @throws InputError for a part or a model that there is not; DataError if the file cannot be read */
export function rolesOf(values: RunValues): Roles {
  const file = modelsFile(values);
  const role = (config: string | RoleConfig) => roleOf(config, baseUrl(values));
  const formaliser = values.formaliser ?? file.formaliser ?? "literal";
  const prover = values.prover ?? file.prover;
  const perturber = values.perturber ?? file.perturber;
  return {
    formaliser: typeof formaliser === "string" && isControl(formaliser) ? formaliser : formaliserRole(formaliser, role),
    ...(prover !== undefined && prover !== "z3" && { prover: role(prover) }),
    ...(perturber !== undefined && perturber !== "rule" && { perturber: role(perturber) }),
    judges: (values.judge ?? file.judges ?? []).map(role),
  };
}

/** A name may be a control's or a system's, so a wrong one is told both. */
function formaliserRole(named: string | RoleConfig, role: (config: string | RoleConfig) => Role): Role {
  if (typeof named === "object" || SYSTEMS.some(({ id, name, model }) => [id, name, model].some((each) => each.toLowerCase() === named.toLowerCase()))) return role(named);
  throw new InputError(`--formaliser is one of ${CONTROL_NAMES.join(", ")}, or a system of \`faithlab models\`, got "${named}"; a model of your own goes into a file, see \`faithlab models --help\``);
}

/** The models that are asked. */
export function askedRoles({ formaliser, prover, perturber, judges }: Roles): Role[] {
  return [formaliser, prover, perturber, ...judges].filter((each): each is Role => typeof each === "object");
}

export function modelsFile({ models }: RunValues): ModelsFile {
  if (models === undefined) return {};
  const file = partsFile(models, PARTS) as ModelsFile;
  if (file.judges !== undefined && !Array.isArray(file.judges)) throw new InputError(`${shown(models)}: "judges" is a list`);
  return file;
}

/** A file that says which models play which parts. @throws InputError if it is no JSON object, or names a part that there is not */
export function partsFile(path: string, parts: readonly string[]): Readonly<Record<string, unknown>> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readText(path));
  } catch (error) {
    throw error instanceof SyntaxError ? new InputError(`${shown(path)}: not JSON: ${error.message}`) : error;
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) throw new InputError(`${shown(path)}: an object with ${parts.join(", ")}`);
  const unknown = Object.keys(parsed).find((part) => !parts.includes(part));
  if (unknown) throw new InputError(`${shown(path)}: unknown part "${unknown}"; the parts are ${parts.join(", ")}`);
  return parsed as Record<string, unknown>;
}

export function baseUrl(values: RunValues): string | undefined {
  return values["base-url"] ?? process.env["FAITHLAB_BASE_URL"];
}

function isControl(name: string): name is ControlName {
  return (CONTROL_NAMES as readonly string[]).includes(name);
}

export function policyOf({ policy = "strict" }: RunValues): Policy {
  if (policy !== "strict" && policy !== "paper") throw new InputError(`--policy is strict or paper, got "${policy}"`);
  return policy;
}

/** A run and what it has open. */
export interface OpenRun extends Omit<MethodAOptions, "steps"> {
  /** Ends the engines; the connections are their maker's. */
  close(): Promise<void>;
}

/** The run that the options describe. */
export function runOf(values: RunValues, roles: Roles, connections: Connections, signal?: AbortSignal): OpenRun {
  const policy = policyOf(values);
  const preset = values.preset ?? policy;
  if (preset !== "strict" && preset !== "paper") throw new InputError(`--preset is strict or paper, got "${preset}"`);
  const asked = askedRoles(roles).length > 0;
  const cast: CastOptions = { connections, policy, prompts: promptSet(values.prompts), ...(signal && { signal }) };
  const engine = embeddedProver({ timeoutMs: whole("--timeout", values.timeout ?? "10000") });
  const lean = leanOf(values);
  const tactics = lean && !roles.prover ? leanProver(lean, { attemptMs: whole("--timeout", values.timeout ?? "10000") }) : undefined;
  const checker = lean ? leanChecker(lean, policy) : embeddedChecker(engine);
  const formaliser: Formaliser = typeof roles.formaliser === "string" ? control(roles.formaliser) : castFormaliser(roles.formaliser, cast);
  const prover: StatementProver = roles.prover ? castProver(roles.prover, cast, { checker, k: whole("--k", values.k ?? "2") }) : (tactics ?? engine);
  return {
    close: async () => void (await Promise.all([engine.close(), tactics?.close(), lean?.close()])),
    formaliser, prover, preset,
    ...(roles.prover && { diagnoser: engine }),
    ...(roles.perturber && { perturber: castPerturber(roles.perturber, cast) }),
    judges: roles.judges.map((judge) => castJudge(judge, cast)),
    seed: whole("--seed", values.seed ?? "42"),
    folder: folderOf(values),
    concurrency: values.concurrency === undefined ? (asked ? 64 : 4) : whole("--concurrency", values.concurrency),
    ...(signal && { signal }),
  };
}

/** Lean as the options name it; undefined where the embedded engine was asked for. A command is cut at white space; a path with blanks goes into a script. */
function leanOf(values: RunValues): LeanEngine | undefined {
  const { lean, kimina } = values;
  const engine = values.engine ?? "z3";
  if (engine !== "z3" && engine !== "lean") throw new InputError(`--engine is z3 or lean, got "${engine}"`);
  if ([lean, kimina, engine === "lean" ? engine : undefined].filter((named) => named !== undefined).length > 1) throw new InputError("one of --engine lean, --lean and --kimina");
  const timeoutMs = whole("--lean-timeout", values["lean-timeout"] ?? "300000");
  if (kimina !== undefined) return new KiminaServer({ url: kimina, header: PAPER_HEADER, timeoutMs, ...(process.env["KIMINA_API_KEY"] && { apiKey: process.env["KIMINA_API_KEY"] }) });
  if (engine === "lean") return openFoundLean({ sandbox: values.sandbox ?? false }, timeoutMs);
  if (lean === undefined) return undefined;
  const size = values["lean-size"];
  const cwd = values["lean-cwd"];
  return new LeanPool({ command: lean.trim().split(/\s+/), header: PAPER_HEADER, timeoutMs, ...(size !== undefined && { size: whole("--lean-size", size) }), ...(cwd !== undefined && { cwd }) });
}

export function folderOf({ out }: RunValues): string {
  if (out === undefined) throw new InputError("run needs --out FOLDER, where the run is kept");
  return out;
}

/** Where the replies of a run are kept. */
export function cacheOf(values: RunValues): string {
  return values.cache ?? join(folderOf(values), "replies");
}

/** The steps that the options name, those of the kit's sample unless files are named. */
export async function stepsOf(values: RunValues, files: readonly string[]): Promise<LoadedSteps> {
  const loaded = await loadSteps(files.length > 0 ? { chains: files, dags: values.dags ?? [] } : { ...SAMPLE, ...(values.dags && { dags: values.dags }) });
  return values.limit === undefined ? loaded : { ...loaded, steps: loaded.steps.slice(0, whole("--limit", values.limit)) };
}

export function whole(option: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InputError(`${option} takes a whole number, got "${text}"`);
  return Number(text);
}

/** The limits on spending that the options set, if any. */
export function budgetOf(values: RunValues): { readonly tokens?: number; readonly money?: number } | undefined {
  const [tokens, money] = [values["budget-tokens"], values["budget-money"]];
  if (tokens === undefined && money === undefined) return undefined;
  if (money !== undefined && !/^\d+(\.\d+)?$/.test(money)) throw new InputError(`--budget-money takes an amount, got "${money}"`);
  return { ...(tokens !== undefined && { tokens: whole("--budget-tokens", tokens) }), ...(money !== undefined && { money: Number(money) }) };
}
