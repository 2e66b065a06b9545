/** Reading an expression from tokens, as far as it goes. */
import type { Expression, Operator } from "./syntax";
import type { Token } from "./tokens";
import { ABBREVIATED_UNIT, CHANGES_WHAT_PRECEDES, DETERMINER, ENDS_UNIT, MORE_THAN } from "./vocabulary";

/** An expression, the first token behind it, and the units in it. */
export interface Parsed {
  readonly expression: Expression;
  readonly next: number;
  readonly units: readonly string[];
}

/** Deeper than any calculation of a text. */
const DEPTH = 60;

/** Longer than any calculation of a text. */
const VALUES = 500;

/**
 * The longest expression that begins at a token; undefined if none does, or if what begins there goes on as something that is not closed
 * arithmetic, such as "3 + x". Sums, products and powers bind as usual; two values side by side are a product only where one is in brackets.
 * @param end the token before which it has to be over
 * @param depth how many brackets are open around it; more than 60 are no calculation of a text
 */
export function parseExpression(tokens: readonly Token[], start: number, end: number, text: string, depth = 0): Parsed | undefined {
  try {
    const parser = new Parser(tokens, start, end, text, depth);
    const expression = parser.sum();
    return { expression, next: parser.at, units: parser.units };
  } catch (error) {
    if (error instanceof NotArithmetic) return undefined;
    throw error;
  }
}

class NotArithmetic extends Error {}

class Parser {
  readonly units: string[] = [];
  private values = 0;
  constructor(
    private readonly tokens: readonly Token[],
    public at: number,
    private readonly end: number,
    private readonly text: string,
    private depth: number,
  ) {}

  sum(): Expression {
    if ((this.depth += 1) > DEPTH) throw new NotArithmetic();
    if (this.isOperator("+")) this.at += 1;
    let left = this.product();
    for (let operator = this.operator("+", "-"); operator; operator = this.operator("+", "-")) {
      const right = this.product();
      if (percentOfWhat(left, right)) throw new NotArithmetic();
      left = { kind: "binary", operator, left, right };
    }
    this.depth -= 1;
    return left;
  }

  private product(): Expression {
    let left = this.signed();
    let divided = false;
    for (;;) {
      const operator = this.operator("*", "/");
      if (operator) {
        divided ||= operator === "/";
        left = { kind: "binary", operator, left, right: this.signed() };
      } else if (this.peek()?.kind === "of") {
        this.share(left);
        left = { kind: "binary", operator: "*", left, right: this.signed() };
      } else if (this.multipliesNext()) {
        // 6 / 2(3) is read in two ways.
        if (divided) throw new NotArithmetic();
        left = { kind: "binary", operator: "*", left, right: this.power() };
      } else return left;
    }
  }

  /** "20% of 50", "1/3 of the 12": what stands before "of" is a share. */
  private share(left: Expression): void {
    if (!(left.kind === "percent" || (left.kind === "binary" && left.operator === "/") || (left.kind === "number" && left.digits.includes(".")))) throw new NotArithmetic();
    this.at += 1;
    for (let token = this.peek(); token?.kind === "word" && DETERMINER.test(token.text); token = this.peek()) this.at += 1;
  }

  /** A bracket or a root that touches what is before it, or stands beside it in a formula, multiplies. */
  private multipliesNext(): boolean {
    const token = this.peek();
    const before = this.tokens[this.at - 1];
    if (!token || !before) return false;
    if (token.kind === "fraction") throw new NotArithmetic(); // 2\frac{1}{2} may be a mixed number
    if (token.kind === "number" && before.kind === "close" && token.glued) return true;
    if (token.kind !== "root" && !(token.kind === "open" && token.bracket !== "{")) return false;
    if (token.glued || token.math) return true;
    // "= 20 (4 * 5)" in prose: a product, or a remark?
    if (parseExpression(this.tokens, this.at, this.end, this.text, this.depth)) throw new NotArithmetic();
    return false;
  }

  private signed(): Expression {
    if ((this.depth += 1) > DEPTH) throw new NotArithmetic();
    const negative = this.operator("-") !== undefined;
    const value = negative ? this.signed() : this.power();
    this.depth -= 1;
    return negative ? { kind: "negative", of: value } : value;
  }

  private power(): Expression {
    if ((this.depth += 1) > DEPTH) throw new NotArithmetic();
    const power = this.raised(this.atom());
    this.depth -= 1;
    return power;
  }

  private raised(base: Expression): Expression {
    if (this.isOperator("^")) {
      const [caret, exponent] = [this.peek()!, this.tokens[this.at + 1]];
      if (this.degreeFollows()) return base;
      this.at += 1;
      // LaTeX prints 2^10 as 2¹0.
      if (caret.math && exponent?.kind === "number" && exponent.digits.length > 1) throw new NotArithmetic();
      const power = { kind: "binary", operator: "^", left: base, right: this.isOperator("-") ? this.signed() : this.power() } as const;
      this.unitsFollow(this.tokens[this.at - 1]!);
      return power;
    }
    return base;
  }

  /** 90^\circ and 90^{\circ} are degrees, which are a unit. */
  private degreeFollows(): boolean {
    const kinds = [1, 2, 3].map((ahead) => this.tokens[this.at + ahead]?.kind);
    if (kinds[0] === "degree") this.at += 2;
    else if (kinds[0] === "open" && kinds[1] === "degree" && kinds[2] === "close") this.at += 4;
    else return false;
    this.units.push("°");
    return true;
  }

  private atom(): Expression {
    if ((this.values += 1) > VALUES) throw new NotArithmetic();
    const token = this.take();
    switch (token.kind) {
      case "currency": {
        this.units.push(this.text.slice(token.start, token.end).replace("\\", ""));
        if (this.peek()?.kind !== "number" && !this.isOperator("-")) throw new NotArithmetic();
        return this.isOperator("-") ? this.signed() : this.atom();
      }
      case "number":
        return this.followed({ kind: "number", digits: token.digits }, token);
      case "open":
        return this.followed(this.bracketed(token.bracket), this.tokens[this.at - 1]!);
      case "boxed":
        return this.followed(this.group(), this.tokens[this.at - 1]!);
      case "bar": {
        const of = this.sum();
        if (this.take().kind !== "bar") throw new NotArithmetic();
        return { kind: "absolute", of };
      }
      case "root": {
        const next = this.peek();
        if (next?.kind === "number") return { kind: "root", of: { kind: "number", digits: (this.take() as { digits: string }).digits } };
        if (next?.kind !== "open" || next.bracket === "[") throw new NotArithmetic();
        this.at += 1;
        return this.followed({ kind: "root", of: this.bracketed(next.bracket) }, this.tokens[this.at - 1]!);
      }
      case "fraction":
        return this.followed(this.fraction(), this.tokens[this.at - 1]!);
      default:
        throw new NotArithmetic();
    }
  }

  /** \frac{a}{b}, and \frac12. */
  private fraction(): Expression {
    const next = this.peek();
    if (next?.kind === "number" && /^\d\d$/.test(next.digits)) {
      this.at += 1;
      const [left, right] = [...next.digits].map((digits) => ({ kind: "number", digits }) as const);
      return { kind: "binary", operator: "/", left: left!, right: right! };
    }
    const left = this.group();
    return { kind: "binary", operator: "/", left, right: this.group() };
  }

  private group(): Expression {
    const token = this.take();
    if (token.kind !== "open" || token.bracket !== "{") throw new NotArithmetic();
    return this.bracketed("{");
  }

  private bracketed(bracket: string): Expression {
    const first = this.at;
    const inner = this.sum();
    // [x] alone is the whole part of x; as a bracket it is written around others.
    if (bracket === "[" && !this.tokens.slice(first, this.at).some(({ kind }) => kind === "open")) throw new NotArithmetic();
    const token = this.take();
    if (token.kind !== "close" || token.bracket !== bracket) throw new NotArithmetic();
    return inner;
  }

  /** A per cent sign, a degree sign and units, behind a value whose last token is given. */
  private followed(value: Expression, last: Token): Expression {
    let result = value;
    if (this.peek()?.kind === "percent") {
      this.at += 1;
      result = { kind: "percent", of: value };
    } else if (this.peek()?.kind === "degree") {
      this.at += 1;
      this.units.push("°");
    }
    this.unitsFollow(last);
    return result;
  }

  private unitsFollow(last: Token): void {
    const first = this.at;
    for (;;) {
      const token = this.peek();
      if (token?.kind === "word" && this.isUnit(token, last, this.at === first)) this.at += 1;
      else if (token?.kind === "operator" && token.shown === "/" && this.unitAhead(1, last)) this.at += 2;
      else if (token?.kind === "of" && this.at > first && this.unitAhead(1, last)) this.at += 2;
      else if (this.at > first && this.isOperator("^") && ABBREVIATED_UNIT.test(this.textOf(this.at - 1)) && this.tokens[this.at + 1]?.kind === "number") this.at += 2;
      else if (this.remark()) continue;
      else break;
    }
    if (this.at > first) this.units.push(this.text.slice(this.tokens[first]!.start, this.tokens[this.at - 1]!.end).replace(/\\[a-zA-Z]+\{?|[{}]/g, " ").trim());
  }

  private unitAhead(ahead: number, last: Token): boolean {
    const token = this.tokens[this.at + ahead];
    return this.at + ahead < this.end && token?.kind === "word" && this.isUnit(token, last, false);
  }

  /** A word behind a number: a unit, the end of the value, or, as a variable or "dozen", no arithmetic. */
  private isUnit(token: Token & { kind: "word" }, last: Token, first: boolean): boolean {
    if (first && (CHANGES_WHAT_PRECEDES.test(token.text) || MORE_THAN.test(this.text.slice(token.start)))) throw new NotArithmetic();
    if (ENDS_UNIT.test(token.text)) return false;
    if (token.unit) return true;
    // A capital letter begins something else: "Total = 12 / 3 Cost per person = 4".
    if (/^\p{Lu}\p{Ll}/u.test(token.text)) return false;
    const touches = token.glued && token.start === last.end;
    if (!token.math && ABBREVIATED_UNIT.test(token.text)) return true;
    if (touches || token.text.length < (token.math ? 4 : 3)) throw new NotArithmetic();
    return true;
  }

  /** "100 (Carmen)": words in brackets between a value and what follows. */
  private remark(): boolean {
    const open = this.peek();
    if (open?.kind !== "open" || open.bracket !== "(" || open.glued || open.math) return false;
    let close = this.at + 1;
    for (let inside = this.tokens[close]; inside?.kind === "word" || inside?.kind === "of" || (inside?.kind === "mark" && inside.text === ","); inside = this.tokens[close]) close += 1;
    const token = this.tokens[close];
    if (close === this.at + 1 || close >= this.end || token?.kind !== "close") return false;
    this.at = close + 1;
    return true;
  }

  private peek(): Token | undefined {
    return this.at < this.end ? this.tokens[this.at] : undefined;
  }

  private take(): Token {
    const token = this.peek();
    if (!token) throw new NotArithmetic();
    this.at += 1;
    return token;
  }

  private isOperator(operator: Operator): boolean {
    const token = this.peek();
    return token?.kind === "operator" && token.operator === operator;
  }

  private operator(...operators: Operator[]): Operator | undefined {
    const found = operators.find((each) => this.isOperator(each));
    if (found) this.at += 1;
    return found;
  }

  private textOf(index: number): string {
    return this.text.slice(this.tokens[index]!.start, this.tokens[index]!.end);
  }
}

/** "40 + 50%" may mean 60, or 40.5; "1 - 20%" and "100% - 20%" are plain. */
function percentOfWhat(left: Expression, right: Expression): boolean {
  if (right.kind !== "percent") return false;
  return !hasPercent(left) && !(left.kind === "number" && left.digits === "1");
}

function hasPercent(expression: Expression): boolean {
  if (expression.kind === "percent") return true;
  return expression.kind === "binary" && (hasPercent(expression.left) || hasPercent(expression.right));
}
