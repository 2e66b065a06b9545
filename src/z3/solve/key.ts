/** Texts that tell terms apart: two terms with the same key are the same up to the names of bound variables. */
import { showRational } from "../exact/rational";
import type { Term, Variable } from "../read/term";
import { showType } from "../read/types";

const IDENTITIES = new WeakMap<Variable, number>();
let count = 0;

function identity(variable: Variable): number {
  let id = IDENTITIES.get(variable);
  if (id === undefined) {
    count += 1;
    id = count;
    IDENTITIES.set(variable, id);
  }
  return id;
}

/**
 * The key of a term.
 * @param open variables that count by the order in which they occur, not by who they are; those that occur are added to `found`
 */
export function keyOf(term: Term, open: ReadonlySet<Variable> = new Set(), found: Variable[] = []): string {
  const bound = new Map<Variable, number>();
  const visit = (part: Term): string => {
    if (part.op === "number") return `${showRational(part.value!)}:${showType(part.type)}`;
    if (part.op === "variable") return name(part.variable!);
    if (part.variable) {
      bound.set(part.variable, bound.size);
      return `(${part.op} ${showType(part.variable.type)} ${visit(part.args[0]!)})`;
    }
    return part.args.length === 0 ? part.op : `(${part.op}:${showType(part.type)} ${part.args.map(visit).join(" ")})`;
  };
  const name = (variable: Variable): string => {
    const inner = bound.get(variable);
    if (inner !== undefined) return `b${inner}`;
    if (!open.has(variable)) return `v${identity(variable)}`;
    if (!found.includes(variable)) found.push(variable);
    return `o${found.indexOf(variable)}`;
  };
  return visit(term);
}
