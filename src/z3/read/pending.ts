/** What cannot be decided yet while a statement is read: types of numerals and operators, and terms that wait for their expected type. */
import { canOperate, DEFAULT_ORDER } from "./instances";
import { Unreadable } from "./syntax";
import type { Term } from "./term";
import { head, INT, isGround, NAT, sameType, showType, type Type, type Unifier } from "./types";

/** An operator whose result type follows from the types of its operands. */
export interface PendingOperator {
  readonly kind: "operator" | "power";
  readonly sign: string;
  readonly left: Type;
  readonly right: Type;
  readonly out: Type;
}

/** A numeral, negation or decimal whose type may have to be chosen by Lean's default instances. */
export interface PendingDefault {
  readonly kind: "numeral" | "negation" | "decimal";
  readonly type: Type;
}

/** A term that is read once some type is known: its own expected one, or that of a part. */
export interface PendingTerm {
  readonly kind: "term";
  readonly waitsFor: Type;
  readonly what: string;
  readonly slot: Slot;
  readonly read: () => Term;
}

/** A set literal: once the collection is known, its elements have that collection's type. */
export interface PendingBraces {
  readonly kind: "braces";
  readonly element: Type;
  readonly type: Type;
}

export type Pending = PendingOperator | PendingDefault | PendingTerm | PendingBraces;

/** The place of a term that is not there yet. */
export interface Slot extends Term {
  readonly op: "slot";
  readonly filled: { term?: Term };
}

export function isSlot(term: Term): term is Slot {
  return term.op === "slot";
}

/** The open questions of one statement, and Lean's ways to settle them. */
export class Agenda {
  private items = new Set<Pending>();

  /** @param look is called now and then, to throw when time is up */
  constructor(
    private readonly unifier: Unifier,
    private readonly look: () => void,
  ) {}

  add(item: Pending): void {
    this.items.add(item);
  }

  mark(): readonly Pending[] {
    return [...this.items];
  }

  undoTo(mark: readonly Pending[]): void {
    this.items = new Set(mark);
  }

  /** Settles everything that follows from what is known, without defaults. */
  settle(): void {
    for (let changed = true; changed; ) {
      changed = false;
      for (const item of [...this.items]) {
        this.look();
        if (!this.items.has(item) || !isReady(item)) continue;
        this.items.delete(item); // first, since reading a term settles again
        this.close(item);
        changed = true;
      }
    }
  }

  /** Settles everything, Lean's default instances included, one at a time in the order of their priorities. */
  settleAll(): void {
    this.settle();
    while (this.items.size > 0) {
      this.look();
      const open = [...this.items];
      const chosen = DEFAULT_ORDER.flatMap((kind) => open.filter((item) => item.kind === kind)).find((item) => this.progresses(item));
      if (!chosen) throw new Unreadable(this.stuck());
      this.settle();
    }
  }

  private close(item: Pending): void {
    switch (item.kind) {
      case "operator":
        return this.closeOperator(item);
      case "power":
        return this.closePower(item);
      case "term":
        item.slot.filled.term = item.read();
        return;
      case "braces": {
        const type = head(item.type);
        if (!("of" in type) || !this.unifier.unify(type.of, item.element)) throw new Unreadable(`{…} with elements of type ${showType(item.element)} is no ${showType(type)}`);
      }
    }
  }

  private closeOperator({ sign, left, right, out }: PendingOperator): void {
    if (!sameType(left, right)) throw new Unreadable(`\`${sign}\` between ${showType(left)} and ${showType(right)} has no meaning in Lean`);
    if (!canOperate(sign, left)) throw new Unreadable(`\`${sign}\` on ${showType(left)} is not read`);
    if (!this.unifier.unify(left, out)) throw new Unreadable(`\`${sign}\` on ${showType(left)} gives no ${showType(out)}`);
  }

  private closePower({ left, right, out }: PendingOperator): void {
    if (!canRaise(left, right)) throw new Unreadable(`\`^\` with base ${showType(left)} and exponent ${showType(right)} has no meaning in Lean`);
    if (!this.unifier.unify(left, out)) throw new Unreadable(`\`^\` on ${showType(left)} gives no ${showType(out)}`);
  }

  private progresses(item: Pending): boolean {
    const before = this.unifier.mark();
    return this.applyDefault(item) && this.unifier.mark() > before;
  }

  /** Whether the default of an open question could be applied; contradictions that follow are found when settling. */
  private applyDefault(item: Pending): boolean {
    switch (item.kind) {
      case "power":
        return this.unifier.unify(item.right, NAT) && this.unifier.unify(item.left, item.out);
      case "operator":
        return this.unifier.unify(item.left, item.right) && this.unifier.unify(item.left, item.out);
      case "negation":
        return this.unifier.unify(item.type, INT);
      case "decimal":
        throw new Unreadable("a decimal without a type is a Float in Lean, not a real number");
      case "numeral":
        return this.unifier.unify(item.type, NAT);
      case "braces":
        return this.unifier.unify(item.type, { kind: "Set", of: item.element });
      default:
        return false;
    }
  }

  private stuck(): string {
    const [item] = this.items;
    if (item?.kind === "term") return `the type of ${item.what} cannot be found`;
    return "the types of some parts cannot be found";
  }
}

/** Whether enough is known to close an open question without defaults. */
function isReady(item: Pending): boolean {
  switch (item.kind) {
    case "operator":
    case "power":
      return isGround(item.left) && isGround(item.right);
    case "term":
      return head(item.waitsFor).kind !== "meta";
    case "braces":
      return head(item.type).kind !== "meta";
    default:
      return isGround(item.type);
  }
}

/** Powers that Mathlib has: x ^ n for natural n on every ring, integer powers in fields, real powers of reals, complex powers of complex numbers. */
function canRaise(base: Type, exponent: Type): boolean {
  const [b, e] = [head(base), head(exponent)];
  if (e.kind !== "base") return false;
  if (e.name === "ℕ") return canOperate("*", b);
  if (b.kind !== "base") return false;
  if (e.name === "ℤ") return ["ℚ", "ℝ", "ℂ"].includes(b.name);
  return b.name === e.name && ["ℝ", "ℂ"].includes(b.name);
}
