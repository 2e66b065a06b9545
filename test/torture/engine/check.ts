/** One statement before the engine, and what its verdict says against what trying the values says. */
import { parseTheorem } from "../../../src/lean/theorem";
import type { Z3Prover, Z3Verdict } from "../../../src/z3/prover";
import { fraction, type Fraction } from "./numbers";
import { IllTyped, tried, type Point } from "./meaning";
import type { Shape } from "./shapes";
import { statementText, type Statement } from "./syntax";

export interface Outcome {
  readonly outcome: Z3Verdict["outcome"];
  readonly reason?: string;
  /** Its counterexample gave every variable and was tried. */
  readonly counterexample: boolean;
  /** The verdict was compared with every value there is. */
  readonly complete: boolean;
  readonly milliseconds: number;
}

/** A law that the engine broke. */
export class Wrong extends Error {
  override readonly name = "Wrong";
}

const shown = (point: Point): string => [...point].map(([name, { n, d }]) => `${name} = ${n}${d === 1n ? "" : `/${d}`}`).join(", ");

/** @returns undefined if the statement is not one that Lean's rules, as written down in `meaning`, give a sense to. @throws Wrong */
export async function check(statement: Statement, prover: Z3Prover, limitMs: number): Promise<Outcome | undefined> {
  let known;
  try {
    known = tried(statement);
  } catch (error) {
    if (error instanceof IllTyped) return undefined;
    throw error;
  }
  const { verdict, milliseconds, wrong } = await decided(statementText(statement), prover, limitMs);
  const { outcome, counterexample, vacuous } = verdict;
  let complete = false;
  if (outcome !== "inconclusive") {
    complete = known.complete;
    let refuting: Point | undefined;
    for (const point of known.points) {
      const refutes = known.refutes(point);
      if (refutes === undefined) complete = false;
      if (refutes) {
        refuting = point;
        break;
      }
    }
    if (outcome === "proved" && refuting) throw wrong(`is false at ${shown(refuting) || "no variables"}`);
    if (outcome === "refuted" && complete && !refuting) throw wrong(`holds at all ${known.points.length} points`);
  }
  if (vacuous !== undefined && !known.hidden) {
    const truths = known.points.map(known.premises);
    if (vacuous && truths.includes(true)) throw wrong(`its premises hold at ${shown(known.points[truths.indexOf(true)]!)}`);
    if (!vacuous && known.complete && truths.every((truth) => truth === false)) throw wrong("its premises hold nowhere");
  }
  const point = counterexample === undefined ? undefined : pointOf(counterexample, statement);
  if (point) {
    const refutes = known.refutes(point);
    if (refutes === false) throw wrong("the counterexample is none");
  }
  return { outcome, ...(verdict.reason === undefined ? {} : { reason: verdict.reason }), counterexample: point !== undefined, complete, milliseconds };
}

/** As `check`, for a text whose truth is known otherwise. @throws Wrong */
export async function checkShape({ text, truth }: Shape, prover: Z3Prover, limitMs: number): Promise<Outcome> {
  const { verdict, milliseconds, wrong } = await decided(text, prover, limitMs);
  if (verdict.outcome === "proved" && truth === false) throw wrong("is false");
  if (verdict.outcome === "refuted" && truth === true) throw wrong("is true");
  return { outcome: verdict.outcome, ...(verdict.reason === undefined ? {} : { reason: verdict.reason }), counterexample: false, complete: truth !== undefined && verdict.outcome !== "inconclusive", milliseconds };
}

async function decided(text: string, prover: Z3Prover, limitMs: number): Promise<{ verdict: Z3Verdict; milliseconds: number; wrong: (why: string) => Wrong }> {
  const parsed = parseTheorem(text);
  if (!parsed.ok) throw new Wrong(`${text}\nis not read: ${parsed.reason}`);
  const timed = async (): Promise<readonly [Z3Verdict, number]> => {
    const start = performance.now();
    const verdict = await prover.decide(parsed.theorem).catch((error: unknown) => {
      throw new Wrong(`${text}\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    });
    return [verdict, performance.now() - start];
  };
  let [verdict, milliseconds] = await timed();
  // Once more, since a busy machine can hold up anything for a second.
  if (milliseconds > limitMs) [verdict, milliseconds] = await timed();
  const wrong = (why: string): Wrong => new Wrong(`${text}\n${JSON.stringify(verdict)}\n${why}`);
  if (milliseconds > limitMs) throw wrong(`took ${Math.round(milliseconds)} ms`);
  return { verdict, milliseconds, wrong };
}

/** The values that a counterexample names, if they are those of all variables. */
function pointOf(counterexample: string, { variables }: Statement): Map<string, Fraction> | undefined {
  const point = new Map<string, Fraction>();
  for (const [, name, n, d] of counterexample.matchAll(/(?:^|, )(\w+) = (-?\d+)(?: \/ (\d+))?(?=, |$)/g)) point.set(name!, fraction(BigInt(n!), BigInt(d ?? 1)));
  return variables.length > 0 && variables.every(({ name }) => point.has(name)) ? point : undefined;
}
