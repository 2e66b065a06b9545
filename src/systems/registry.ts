/** The systems by name, checked, and a system of one's own put beside them. */
import { InputError } from "../core/errors";
import { FINE_TUNED_FORMALISERS, GENERAL_MODELS, HELPERS } from "./formalisers";
import { PROMPT_NAMES } from "./prompts";
import { PROOF_SYSTEMS, PROVERS } from "./provers";
import { DECODINGS, TASKS, type Decoding, type DecodingName, type System, type Task } from "./types";

/**
 * All systems: the eight of Method A, the seven of Method B, with Gemini 3.1 Pro in both, the provers of A among those of B; then models that
 * only help, as judges and perturbers.
 */
export const SYSTEMS: readonly System[] = [...FINE_TUNED_FORMALISERS, ...GENERAL_MODELS, ...PROVERS, ...PROOF_SYSTEMS, ...HELPERS];

/** Every fault of the table, as sentences; none means that it can be relied on. Names are unique, prompts exist, numbers are in range. */
export function systemFaults(systems: readonly System[]): string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const system of systems) {
    const say = (fault: string) => faults.push(`${system.id}: ${fault}`);
    if (seen.has(system.id)) say("the id is taken twice");
    seen.add(system.id);
    if (!/^[a-z0-9][a-z0-9./_-]*$/i.test(system.id)) say("an id has letters, digits, dots, slashes and hyphens");
    if (system.model.trim() === "") say("no model");
    if (system.licence.trim() === "" || system.needs.trim() === "") say("no licence, or nothing about what it needs");
    for (const task of system.tasks) {
      if (!TASKS.includes(task)) say(`task is one of ${TASKS.join(", ")}, got ${task}`);
      const prompt = system.prompts[task];
      if (prompt === undefined ? !system.pipeline : !PROMPT_NAMES.includes(prompt)) say(`no prompt for ${task}`);
    }
    if (system.tasks.length === 0) say("no task");
    if (Object.keys(system.decoding).length === 0) say("no decoding");
    for (const [name, decoding] of Object.entries(system.decoding)) faultsOf(decoding).forEach((fault) => say(`decoding ${name}: ${fault}`));
    if (system.endpoint === "completions" && !system.template) say("the route completions needs a chat template");
    if (system.thinking === "close_only" && system.template !== "deepseek-think") say("who only closes its thinking needs a template that opens it");
    if (system.context !== null && !(Number.isSafeInteger(system.context) && system.context > 0)) say(`context is a number of tokens or null, got ${system.context}`);
    const limits = Object.values(system.decoding).map(({ max_tokens }) => max_tokens ?? 0);
    if (system.context !== null && Math.max(...limits) >= system.context) say(`an answer of ${Math.max(...limits)} tokens leaves no room for a prompt in ${system.context}`);
  }
  return faults;
}

function faultsOf({ temperature, top_p, top_k, max_tokens, source }: Decoding): string[] {
  const ranges: [string, number | undefined, boolean][] = [
    ["temperature from 0 to 2", temperature, temperature === undefined || (temperature >= 0 && temperature <= 2)],
    ["top_p above 0 and up to 1", top_p, top_p === undefined || (top_p > 0 && top_p <= 1)],
    ["top_k a whole number from 1, or -1", top_k, top_k === undefined || top_k === -1 || (Number.isSafeInteger(top_k) && top_k >= 1)],
    ["max_tokens a whole number from 1", max_tokens, max_tokens === undefined || (Number.isSafeInteger(max_tokens) && max_tokens >= 1)],
  ];
  const faults = ranges.filter(([, , fits]) => !fits).map(([must, value]) => `${must}, got ${value}`);
  return source.trim() === "" ? [...faults, "no source"] : faults;
}

/** A model of one's own, in three lines: what it is called at the server, where that is (a run says it), and which system it is like. */
export interface OwnSystem extends Partial<Pick<System, "id" | "name" | "endpoint" | "template" | "context" | "thinking" | "promptLimit" | "header" | "extractor" | "licence">> {
  /** Its name at the server. */
  readonly model: string;
  /** Prompts, route and reading are those of this system; a general model with the few-shot prompt unless told. */
  readonly like?: string;
  /** Over the decodings of the system that it is like. */
  readonly decoding?: Omit<Decoding, "source">;
}

/**
 * A system of the table by its id, or one's own model made into one.
 * @throws InputError if there is no such system, or one's own has a value out of range
 * @example systemOf({ model: "me/my-formaliser-7b", like: "kimina-autoformalizer-7b" }).prompts.formalise // "formalise-kimina"
 */
export function systemOf(named: string | OwnSystem): System {
  if (typeof named === "string") {
    const found = SYSTEMS.find(({ id, name, model }) => [id, name, model].some((each) => each.toLowerCase() === named.toLowerCase()));
    if (!found) throw new InputError(`there is no system "${named}"; there are ${SYSTEMS.map(({ id }) => id).join(", ")}. A model of your own is {"model": "its name at the server", "like": one of these}`);
    return found;
  }
  const { model, like, decoding, ...own } = named;
  if (typeof model !== "string" || model.trim() === "") throw new InputError(`a model of your own needs "model", its name at the server, got ${JSON.stringify(model)}`);
  const unknown = Object.keys(own).find((field) => !OWN_FIELDS.includes(field));
  if (unknown) throw new InputError(`${model}: unknown field "${unknown}"; the fields are model, like, decoding, ${OWN_FIELDS.join(", ")}`);
  const base = like === undefined ? GENERAL_BASE : systemOf(like);
  if (base.pipeline) throw new InputError(`${model}: nothing can be like ${base.id}, which is a pipeline`);
  const system: System = {
    ...base, papers: [], licence: "its owner's", needs: "the server that offers it", provider: "own", quirks: [],
    ...(like === undefined && { context: null }),
    id: model, name: model, ...own, model,
    ...(decoding && { decoding: Object.fromEntries(DECODINGS.map((name) => [name, { ...(base.decoding[name] ?? {}), ...decoding, source: "set by the user" }])) }),
  };
  const faults = systemFaults([system]);
  if (faults.length > 0) throw new InputError(faults.join("; "));
  return system;
}

const OWN_FIELDS: readonly string[] = ["id", "name", "endpoint", "template", "context", "thinking", "promptLimit", "header", "extractor", "licence"];
const GENERAL_BASE = GENERAL_MODELS.find(({ id }) => id === "qwen-plus")!;

/**
 * A system's decoding by name. Where a system has no such preset, the error lists those that it has.
 * @throws InputError
 * @example decodingOf(systemOf("herald-translator"), "paper").max_tokens // 2048
 */
export function decodingOf(system: System, name: DecodingName): Decoding {
  const decoding = system.decoding[name];
  if (!decoding) throw new InputError(`${system.id} has no decoding "${name}"; it has ${Object.keys(system.decoding).join(", ")}`);
  return decoding;
}

/** The systems that can be asked for a task. */
export function systemsFor(task: Task): System[] {
  return SYSTEMS.filter(({ tasks }) => tasks.includes(task));
}
