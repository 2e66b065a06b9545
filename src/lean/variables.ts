/** Which `variable`s of the context belong to a theorem, by Lean's own rule. */
import { parseBinders, type Binder } from "./binders";
import { withoutComments } from "./comments";
import { DECLARATIONS } from "./commands";
import { freeNames, freeNamesOfTheorem } from "./freeNames";
import { inForce } from "./scope";
import type { ContextCommand, Theorem } from "./theorem";

const VARIABLE_COMMANDS: ReadonlySet<string> = new Set(["variable", "include", "omit"]);

/** One variable in scope: a single name of a `variable` command, or an unnamed instance, which goes by its own text. */
interface Variable {
  readonly name: string;
  readonly binder: Binder;
}

/**
 * What `variable` commands give a theorem. `binders` are the parameters that Lean puts before its own, as text (`""` if none).
 * `header` is the context without the variable commands that are in scope; a definition in between keeps them by `variable … in`.
 */
export interface VariableContext {
  readonly binders: string;
  readonly header: string;
}

/**
 * Works out what `variable` gives a theorem, by the rule of Lean 4.12 and later: a variable belongs to it if its statement mentions the name, if the type
 * of one that belongs does, or if `include` says so; an unnamed or named instance belongs as soon as all variables in its type do. Variables of a closed
 * section are out of scope. (Before 4.12 a variable used only in the proof belonged too; a statement without proof does not show that.)
 * @example variableContext(theorem of "variable (n m : ℕ)\ntheorem t : n = n := rfl").binders // "(n : ℕ)"
 */
export function variableContext(theorem: Pick<Theorem, "binders" | "body" | "header" | "context">): VariableContext {
  const inScope = inForce(theorem.context).filter(({ kind }) => VARIABLE_COMMANDS.has(kind));
  if (!inScope.some(({ kind }) => kind === "variable")) return { binders: "", header: theorem.header };
  const used = closure(collect(inScope), freeNamesOfTheorem(theorem.binders, theorem.body));
  return { binders: grouped(used).map(text).join(" "), header: headerWithout(theorem.context, new Set(inScope)) };
}

interface Scope {
  readonly variables: Map<string, Variable>;
  readonly included: Set<string>;
  readonly omitted: Set<string>;
}

function collect(inScope: readonly ContextCommand[]): Scope {
  const scope: Scope = { variables: new Map(), included: new Set(), omitted: new Set() };
  for (const command of inScope) {
    const groups = parseBinders(withoutComments(command.text).replace(/^\s*\w+/, "").replace(/\bin\s*$/, ""));
    for (const binder of groups) for (const name of namesOf(binder)) {
      if (command.kind === "variable") declare(scope.variables, name, binder);
      else {
        (command.kind === "include" ? scope.included : scope.omitted).add(name);
        (command.kind === "include" ? scope.omitted : scope.included).delete(name);
      }
    }
  }
  return scope;
}

function namesOf({ names, plain }: Binder): readonly string[] {
  return names.length > 0 ? names : [plain];
}

/** Adds a variable; `(n)` without a type only changes the brackets of the `n` that is there. */
function declare(variables: Map<string, Variable>, name: string, binder: Binder): void {
  const known = variables.get(name);
  if (known && binder.type === "") variables.set(name, { name, binder: { ...known.binder, kind: binder.kind } });
  else {
    variables.delete(name);
    variables.set(name, { name, binder });
  }
}

function closure({ variables, included, omitted }: Scope, mentioned: ReadonlySet<string>): Variable[] {
  const all = [...variables.values()];
  const ofType = new Map<Binder, string[]>(); // the names of one group share their type
  for (const { binder } of all) if (!ofType.has(binder)) ofType.set(binder, [...freeNames(binder.type)].filter((other) => variables.has(other)));
  const dependencies = new Map(all.map(({ name, binder }) => [name, ofType.get(binder)!]));
  const instances = all.filter(({ name, binder }) => binder.kind === "instance" && !omitted.has(name));
  const missing = new Map(instances.map(({ name }) => [name, dependencies.get(name)!.length]));
  const waiting = new Map(all.map(({ name }) => [name, [] as string[]]));
  for (const { name } of instances) for (const other of dependencies.get(name)!) waiting.get(other)!.push(name);

  const used = new Set<string>();
  const queue = [...all.map(({ name }) => name).filter((name) => mentioned.has(name) || included.has(name)), ...instances.map(({ name }) => name).filter((name) => missing.get(name) === 0)];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (used.has(name)) continue;
    used.add(name);
    for (const other of dependencies.get(name)!) queue.push(other);
    for (const instance of waiting.get(name)!) {
      missing.set(instance, missing.get(instance)! - 1);
      if (missing.get(instance) === 0) queue.push(instance);
    }
  }
  return all.filter(({ name }) => used.has(name));
}

/** Puts neighbours that came from one group, `(n m : ℕ)`, together again. */
function grouped(used: readonly Variable[]): Variable[][] {
  const groups: Variable[][] = [];
  for (const variable of used) {
    const last = groups.at(-1);
    if (last?.[0]!.binder === variable.binder) last.push(variable);
    else groups.push([variable]);
  }
  return groups;
}

function text(group: readonly Variable[]): string {
  const { kind, type, names } = group[0]!.binder;
  if (kind === "instance" && names.length === 0) return `[${type}]`;
  const shown = group.map(({ name }) => name).join(" ");
  const inner = type === "" ? shown : `${shown} : ${type}`;
  return { explicit: `(${inner})`, implicit: `{${inner}}`, strictImplicit: `⦃${inner}⦄`, instance: `[${inner}]` }[kind];
}

/** Beyond so many `variable … in` the rewritten context would outgrow the text; without them Lean reports what a definition misses. */
const MOST_PREFIXES = 10_000;

function headerWithout(context: readonly ContextCommand[], removed: ReadonlySet<ContextCommand>): string {
  const lines: string[] = [];
  const standing: string[] = [];
  let prefixes = 0;
  for (const command of context) {
    const code = withoutComments(command.text).trim();
    if (!removed.has(command)) {
      if (DECLARATIONS.has(command.kind)) prefixes += standing.length;
      lines.push(...(DECLARATIONS.has(command.kind) && prefixes <= MOST_PREFIXES ? standing : []), code);
    } else if (!command.chained) standing.push(`${code} in`);
  }
  return lines.join("\n");
}
