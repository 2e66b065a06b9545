/** The claims of a step: comparisons of closed arithmetic, read from prose, plain text and LaTeX. */
import { labelBefore, separates } from "./labels";
import { parseExpression } from "./parse";
import type { Claim, Expression, Relation, Side } from "./syntax";
import { tokensOf, type Token } from "./tokens";
import { sameUnits, unitsDiffer } from "./units";
import { APPROXIMATELY, BEGINS_A_CLAIM, CHANGES_WHAT_FOLLOWS, DETERMINER } from "./vocabulary";

/** Marks that may stand between a relation and its side: of formulas and lines. */
const PASSED_OVER: ReadonlySet<string> = new Set(["\n", "\\", " ", "$", "$$", "\\(", "\\)", "\\[", "\\]"]);

const OPENS_FORMULA = /^(?:\$|\\\(|\\\[)$/;

/** "17 ÷ 5 = 3 remainder 2", "3 (quotient)", "3 complete cycles": the whole part of a quotient. */
const DIVIDED_WITH_REMAINDER = /^(?:\\quad|\\text|\\[)\]]|[\s(,{}]|\b(?:with|and|a)\b)*(?:remainder|quotient|complete|full|whole|R\s*\d)/i;

/** A side, with its first and last token and whether it fills all the room between two relations. */
interface PlacedSide extends Side {
  readonly first: number;
  readonly fills: boolean;
}

/**
 * Every claim of a step, from left to right.
 *
 * A chain a = b = c is one claim with three sides. What stands before the first relation and is no arithmetic ("Total cost = 3 * 5 = 15")
 * is a label and is left out; where the next statement gives the same label a number (". Total cost = 15"), the two make one claim. Nothing is guessed: where a variable, a function, an ellipsis or a change of units is part of a side, there is
 * no claim; nor is there in a sentence that says a value is rounded, or for two numbers whose units differ (1 hour = 60 minutes). Whether a
 * claim is true plays no part in reading it.
 * @example claimsOf("7 boxes * 12 pencils/box = 84 pencils").length // 1
 */
export function claimsOf(step: string): Claim[] {
  const tokens = tokensOf(step);
  const relations = tokens.flatMap((token, index) => (token.kind === "relation" ? [{ index, relation: token.relation }] : []));
  const reader = new SideReader(step, tokens);
  const ends = [-1, ...relations.map(({ index }) => index), tokens.length];
  const whole = ends.slice(0, -1).map((end, region) => (region === 0 || region === relations.length ? undefined : reader.whole(end + 1, ends[region + 1]!)));
  const claims: { sides: Side[]; relations: Relation[]; joins: boolean }[] = [];
  for (const [place, { relation }] of relations.entries()) {
    const left = whole[place] ?? reader.before(ends[place]! + 1, ends[place + 1]!) ?? reader.named(ends, place);
    const right = left && (whole[place + 1] ?? reader.after(ends[place + 1]! + 1, ends[place + 2]!));
    const readable = right && comparable(left, right) && !isApproximate(step, left.start, right.end);
    const open = claims.at(-1);
    if (readable && open?.joins && whole[place]) {
      open.sides.push(side(right));
      open.relations.push(relation);
    } else if (readable) claims.push({ sides: [side(left), side(right)], relations: [relation], joins: true });
    else if (open) open.joins = false;
  }
  return claims.map(({ sides, relations: found }) => ({ start: sides[0]!.start, end: sides.at(-1)!.end, sides, relations: found }));
}

function side({ start, end, expression, units }: PlacedSide): Side {
  return { start, end, expression, units };
}

/** Finds the sides of relations among tokens. */
class SideReader {
  constructor(
    private readonly text: string,
    private readonly tokens: readonly Token[],
  ) {}

  /** All that stands between two relations. */
  whole(from: number, to: number): PlacedSide | undefined {
    const [start, end] = [this.skip(from, to), this.skipBack(from, to)];
    const parsed = start < end ? parseExpression(this.tokens, start, end, this.text) : undefined;
    return parsed?.next === end ? this.placed(start, end, parsed, true) : undefined;
  }

  /** What a relation begins with on its right, up to the end of the value. */
  after(from: number, to: number): PlacedSide | undefined {
    const start = this.skip(from, to);
    const parsed = parseExpression(this.tokens, start, to, this.text);
    return parsed && this.mayEnd(parsed.next, to) ? this.placed(start, parsed.next, parsed, false) : undefined;
  }

  /** "Total = 3 * 5. Total = 15": the same words on the left twice, a calculation on the right of the first and a number on that of the second. */
  named(ends: readonly number[], place: number): PlacedSide | undefined {
    const [earlier, relation] = [ends[place]!, ends[place + 1]!];
    if (place === 0 || !this.isEquation(earlier) || !this.isEquation(relation)) return undefined;
    const value = this.after(earlier + 1, relation);
    const label = labelBefore(this.tokens, earlier + 1, relation);
    if (!value || isNumber(value.expression) || !label || labelBefore(this.tokens, ends[place - 1]! + 1, earlier)?.label !== label.label) return undefined;
    const between = this.tokens.slice(earlier + 1, label.first).filter(({ start }) => start >= value.end);
    const result = this.after(relation + 1, ends[place + 2]!) ?? this.whole(relation + 1, ends[place + 2]!);
    return separates(between) && result && isNumber(result.expression) ? value : undefined;
  }

  private isEquation(index: number): boolean {
    const token = this.tokens[index]!;
    return token.kind === "relation" && token.relation === "=";
  }

  /** The longest value that ends at a relation on its left. */
  before(from: number, to: number): PlacedSide | undefined {
    const end = this.skipBack(from, to);
    for (let start = from; start < end; start += 1) {
      if (!beginsValue(this.tokens[start]!) || this.isBullet(start) || !this.mayBegin(start)) continue;
      const parsed = parseExpression(this.tokens, start, end, this.text);
      if (parsed?.next !== end) continue;
      if (isNumber(parsed.expression) && (!this.mayBeginAlone(start) || this.saysWhich(to))) return undefined;
      return this.placed(start, end, parsed, false);
    }
    return undefined;
  }

  private placed(first: number, end: number, parsed: { expression: Expression; units: readonly string[] }, fills: boolean): PlacedSide {
    return { start: this.tokens[first]!.start, end: this.tokens[end - 1]!.end, expression: parsed.expression, units: parsed.units, first, fills };
  }

  private skip(from: number, to: number): number {
    let start = from;
    while (start < to && isPassedOver(this.tokens[start]!)) start += 1;
    return start;
  }

  private skipBack(from: number, to: number): number {
    let end = to;
    while (end > from && (isPassedOver(this.tokens[end - 1]!) || (this.saysWhich(to) && this.isComma(end - 1)))) end -= 1;
    return end;
  }

  /** "3 * 2, which equals 6" */
  private saysWhich(relation: number): boolean {
    const token = this.tokens[relation];
    return token?.kind === "relation" && this.text.slice(token.start, token.end).toLowerCase().startsWith("which");
  }

  private isComma(index: number): boolean {
    const token = this.tokens[index];
    return token?.kind === "mark" && token.text === ",";
  }

  /** "- 3 + 4" at the start of a line is an item of a list. */
  private isBullet(index: number): boolean {
    const [before, token, after] = [this.tokens[index - 1], this.tokens[index]!, this.tokens[index + 1]];
    const startsLine = before === undefined || (before.kind === "mark" && before.text === "\n");
    return token.kind === "operator" && startsLine && !token.math && after !== undefined && !after.glued;
  }

  private mayBegin(start: number): boolean {
    const before = this.tokens[start - 1];
    if (!before) return true;
    switch (before.kind) {
      case "mark": {
        const further = this.tokens[start - 2];
        if (before.text === ":" && before.glued && further?.kind === "number" && this.tokens[start]!.glued) return false;
        // The words before a formula may change what it begins with: "5% of $12$", "half of \(12\)".
        if (OPENS_FORMULA.test(before.text) && further?.kind === "of") return this.mayFollowOf(start - 2);
        if (OPENS_FORMULA.test(before.text) && further?.kind === "word" && CHANGES_WHAT_FOLLOWS.test(further.text)) return false;
        return !(isPassedOver(before) && (further?.kind === "operator" || further?.kind === "unreadable") && !this.isBullet(start - 2));
      }
      case "open":
        return before.bracket !== "{" && !(before.glued && this.tokens[start - 2]?.kind === "word");
      case "word":
        return this.mayFollowWord(start - 1);
      case "of":
        return this.mayFollowOf(start - 1);
      case "operator":
        return this.isBullet(start - 1);
      case "close":
        return this.tokens[start]!.kind !== "operator" && this.isListMark(start - 1);
      default:
        return false;
    }
  }

  /** "the cost of 3 * 5" is 3 * 5; "half of 3 * 5" is not. */
  private mayFollowOf(index: number): boolean {
    return this.tokens[index - 1]?.kind === "word" && this.mayFollowWord(index - 1);
  }

  private mayFollowWord(index: number): boolean {
    const token = this.tokens[index] as Token & { kind: "word" };
    if (CHANGES_WHAT_FOLLOWS.test(token.text)) return false;
    const variable = !token.unit && (token.math ? token.text.length < 4 : token.text.length < 2 && !/^[aI]$/.test(token.text));
    if (variable || this.tokens[index + 1]!.glued) return false;
    const before = this.tokens[index - 1];
    if (before?.kind !== "of" || !DETERMINER.test(token.text)) return true;
    return this.mayFollowOf(index - 1);
  }

  /** "2) 3 + 4 = 7" and "(b) …" */
  private isListMark(index: number): boolean {
    let first = index - 1;
    if (!["number", "word"].includes(this.tokens[first]?.kind ?? "")) return false;
    if (this.tokens[first - 1]?.kind === "open") first -= 1;
    const before = this.tokens[first - 1];
    return !this.tokens[index + 1]!.glued && (before === undefined || (before.kind === "mark" && before.text === "\n"));
  }

  /** A number alone may belong to the words before it: "the sum of 3 and 4 = 7". */
  private mayBeginAlone(start: number): boolean {
    const before = this.tokens[start - 1];
    if (before?.kind === "word") return BEGINS_A_CLAIM.test(before.text);
    if (this.isComma(start - 1)) return this.tokens[start - 2]?.kind === "word";
    return before === undefined || before.kind === "mark" || before.kind === "open" || before.kind === "operator";
  }

  private mayEnd(next: number, to: number): boolean {
    if (next >= to) return next === to;
    const after = this.tokens[next];
    if (DIVIDED_WITH_REMAINDER.test(this.text.slice(this.tokens[next - 1]!.end))) return false;
    switch (after?.kind) {
      case "mark": {
        const further = this.tokens[next + 1];
        if (after.text === ":" && after.glued && further?.kind === "number" && further.glued) return false;
        if (OPENS_FORMULA.test(after.text) && after.glued && further?.kind !== "mark") return false;
        // 0.\overline{6}
        if (after.text === "." && after.glued && further?.kind === "unreadable" && further.glued) return false;
        return !(after.text === "\\" && further?.kind === "operator");
      }
      case "word":
        return !after.math || after.unit;
      case "open":
        return after.bracket === "(" && !after.glued && !after.math;
      case "close":
      case "relation":
        return true;
      default:
        return false;
    }
  }
}

function isPassedOver(token: Token): boolean {
  return token.kind === "mark" && PASSED_OVER.has(token.text);
}

function beginsValue(token: Token): boolean {
  return ["number", "open", "bar", "currency", "fraction", "root", "boxed"].includes(token.kind) || (token.kind === "operator" && (token.operator === "-" || token.operator === "+"));
}

function isNumber(expression: Expression): boolean {
  return expression.kind === "number" || ((expression.kind === "negative" || expression.kind === "percent") && isNumber(expression.of));
}

/** Whether the numbers of two sides say the same as the sides with their units. */
function comparable(left: PlacedSide, right: PlacedSide): boolean {
  if (unitsDiffer(left.units, right.units)) return false;
  const [leftNumber, rightNumber] = [isNumber(left.expression), isNumber(right.expression)];
  if (leftNumber && left.units.length + right.units.length > 0 && !sameUnits(left.units, right.units)) return false;
  return !(rightNumber && timesHundred(left.expression, right.expression)) && !(leftNumber && timesHundred(right.expression, left.expression));
}

/** "(5 / 20) * 100 = 25%" says 25, not 25 / 100. */
function timesHundred(calculation: Expression, result: Expression): boolean {
  if (result.kind !== "percent") return false;
  const hasHundred = (expression: Expression): boolean =>
    expression.kind === "binary" ? hasHundred(expression.left) || hasHundred(expression.right) : expression.kind === "number" && expression.digits === "100";
  return hasHundred(calculation);
}

/** Whether the sentence around a place speaks of rounding or estimates. */
function isApproximate(text: string, start: number, end: number): boolean {
  const before = Math.max(...[...text.slice(0, start).matchAll(/[.!?](?=\s)|\n/g)].map(({ index }) => index), -1) + 1;
  const after = /[.!?](?=\s|$)|\n/.exec(text.slice(end));
  return APPROXIMATELY.test(text.slice(before, after ? end + after.index : undefined));
}
