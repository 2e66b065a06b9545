/** A theorem as the engine understands it: variables, hypotheses and goal, every part with its Lean type. */
import { variableContext } from "../../lean/variables";
import { parseTerm, parseSignature } from "./parse";
import { Elaborator } from "./elaborate";
import { finish } from "./finish";
import { readScope, type Scope, type TheoremText } from "./header";
import { Unreadable, type SignatureBinder, type Syntax } from "./syntax";
import { node, use, type Term, type Variable } from "./term";
import { tryType } from "./type-syntax";
import { PROP, type Type } from "./types";

/** A hypothesis, with its name in the signature if it has one. */
export interface Hypothesis {
  readonly name: string;
  readonly statement: Term;
}

/** `∀ variables, hypotheses → goal`. */
export interface Statement {
  readonly variables: readonly Variable[];
  readonly hypotheses: readonly Hypothesis[];
  readonly goal: Term;
}

/** Classes that say nothing which the engine would have to know. */
const IDLE_CLASSES: ReadonlySet<string> = new Set(["DecidableEq", "Decidable", "DecidablePred", "Inhabited", "Nonempty"]);

/**
 * Reads a theorem.
 * @param deadline a point in time, in milliseconds of `performance.now()`, after which it gives up
 * @throws Unreadable that names the first thing outside the fragment
 * @example readStatement({ binders: "(n : ℕ)", body: "n - 1 ≤ n", header: "" }).goal.op // "le"
 */
export function readStatement(theorem: TheoremText, deadline = Infinity): Statement {
  const scope = readScope(theorem);
  if (scope.refusal) throw new Unreadable(scope.refusal);
  const reader = new SignatureReader(scope, deadline);
  const body = parseTerm(theorem.body);
  const { binders: fromContext } = variableContext({ context: [], ...theorem });
  for (const binder of [...parseSignature(fromContext), ...parseSignature(theorem.binders)]) reader.binder(binder);
  return reader.statement(body);
}

class SignatureReader {
  private readonly elaborator: Elaborator;
  private readonly sorts = new Map<string, Type>();
  private readonly variables: Variable[] = [];
  private classical: boolean;
  private readonly hypotheses: { name: string; statement: Term }[] = [];

  constructor(scope: Scope, deadline: number) {
    this.elaborator = new Elaborator(scope, this.sorts, deadline);
    this.classical = scope.notations.has("Classical");
  }

  binder({ names, type, bracket }: SignatureBinder): void {
    const labels = names.map((name) => (typeof name === "string" ? name : "_"));
    if (!type) throw new Unreadable(`the type of \`${labels[0]}\` is not given`);
    if (isUniverse(type)) {
      for (const name of labels) this.sorts.set(name, { kind: "sort", name });
      return;
    }
    if (bracket === "[") return this.instance(type);
    const domain = tryType(this.elaborator, type);
    if (domain) {
      for (const name of labels) this.variable(name, domain);
    } else {
      const statement = this.settled(this.elaborator.proposition(type));
      for (const name of labels) {
        this.hypotheses.push({ name, statement });
        if (name !== "_") this.elaborator.declare(name, node("proof", { kind: "sort", name: `proof of ${name}` }));
      }
    }
  }

  private variable(name: string, type: Type): void {
    if (type.kind === "meta") throw new Unreadable(`the type of \`${name}\` is not given`);
    const variable = { name, type };
    this.variables.push(variable);
    if (name !== "_") this.elaborator.declare(name, use(variable));
  }

  /** `[Fact p]` and `[NeZero n]` are hypotheses. */
  private instance(type: Syntax): void {
    const [name, argument] = type.kind === "apply" && type.fn.kind === "name" ? [type.fn.name, type.args[0]] : ["", undefined];
    if (name.startsWith("Decidable")) this.classical = true;
    if (IDLE_CLASSES.has(name)) return;
    if (name === "Fact" && argument) this.hypotheses.push({ name: "_", statement: this.settled(this.elaborator.proposition(argument)) });
    else if (name === "NeZero" && argument) {
      const zero: Syntax = { kind: "infix", op: "≠", left: argument, right: { kind: "numeral", value: 0n } };
      this.hypotheses.push({ name: "_", statement: this.settled(this.elaborator.proposition(zero)) });
    } else throw new Unreadable(`the instance argument \`[${name || "…"} …]\` is not read`);
  }

  private settled(term: Term): Term {
    this.elaborator.agenda.settleAll();
    return term;
  }

  statement(body: Syntax): Statement {
    const goal = this.settled(this.elaborator.proposition(body));
    // finished together, so that a variable stays one variable
    const all = finish(node("statement", PROP, ...this.variables.map(use), ...this.hypotheses.map(({ statement }) => statement), goal), this.classical);
    const count = this.variables.length;
    return {
      variables: all.args.slice(0, count).map(({ variable }) => variable!),
      hypotheses: this.hypotheses.map(({ name }, i) => ({ name, statement: all.args[count + i]! })),
      goal: all.args.at(-1)!,
    };
  }
}

function isUniverse(type: Syntax): boolean {
  if (type.kind === "apply") return isUniverse(type.fn);
  return type.kind === "name" && (type.name === "Type" || type.name === "Sort");
}
