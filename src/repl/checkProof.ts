/** Whether a text proves exactly the statement that was asked for. */
import { InputError } from "../core/errors";
import { auditProof, type Violation } from "../lean/audit";
import { commands } from "../lean/commands";
import { placed } from "../lean/position";
import { scan } from "../lean/scan";
import { splitTheorem, type Theorem } from "../lean/theorem";
import { axiomsOf } from "./axioms";
import { checkedNonce, freshNonce, readable, referenceProblem, versionsOf, type CheckVerdict, type StatementCheck } from "./checkStatement";
import type { CheckOptions, LeanEngine, LeanResult } from "./engine";
import type { ExternalCheck } from "./external";
import { hasLoneSurrogate, usesSorry } from "./protocol";
import { bodyStep, fileStep, questions, referenceOf, STANDARD_AXIOMS, type CandidateStep } from "./recipe";

/**
 * How far the assurance goes, each level with all before it:
 * - `none`: not even that it compiles.
 * - `compiles`: Lean reads the candidate without an error.
 * - `no_sorry`: and says of no declaration that it has a gap.
 * - `statement_and_axioms`: and Lean confirms, in commands of their own, that it is a proof of the very statement, from Lean's three axioms.
 * - `replayed`: and an external program has checked compiled files anew.
 */
export const LEVELS = ["none", "compiles", "no_sorry", "statement_and_axioms", "replayed"] as const;
export type AssuranceLevel = (typeof LEVELS)[number];

export interface ProofCheck extends Omit<StatementCheck, "goal"> {
  readonly level: AssuranceLevel;
  /** What the text alone shows; in lenient mode there may be some on an accepted proof. */
  readonly violations: readonly Violation[];
  /** On which the proof rests, where Lean was asked. */
  readonly axioms?: readonly string[];
}

export interface ProofOptions extends CheckOptions {
  /** Lean text of the theorem asked for, trusted: its context is elaborated before anything of the candidate. */
  readonly statement: string;
  /** What is to be judged: a whole Lean text, or with `form: "body"` only what comes after `:= by`. */
  readonly candidate: string;
  /** "strict" (default) refuses everything on the list of `auditProof`; "lenient" refuses only what Lean could never notice, and tells the rest. */
  readonly mode?: "strict" | "lenient";
  /** "file" (default), or "body": the signature is ours then, and a model cannot change it. */
  readonly form?: "file" | "body";
  /** With `form: "body"`: lemmas that the body uses, each a command of its own before it. */
  readonly helpers?: readonly string[];
  /** Axioms that a proof may rest on; Lean's own three unless told. */
  readonly allowedAxioms?: readonly string[];
  /** A second opinion, asked only about proofs that have passed everything else. See `externalCheck`. */
  readonly external?: ExternalCheck;
  readonly nonce?: string;
}

/**
 * Checks a proof by the recipe that resists careless and reward-hacking models (lean-layer specification, section 5): the text is screened; the trusted
 * statement is elaborated first, under a fresh name; then the candidate; then, in commands of their own, whether the candidate's theorem has the type of the
 * reference, whether that check was not generalised, and on which axioms it rests. Accepted is only what passes all of it.
 *
 * These questions are asked in an environment that the candidate has touched. Text that runs programs while it is elaborated could forge the answers;
 * strict mode refuses such text, and for high stakes there is `external`.
 * @throws InputError if `statement` is no theorem, or for a faulty option; what the candidate holds is never a reason to throw
 * @example await checkProof(engine, { statement: "theorem t : 1 + 1 = 2 := by sorry", candidate: "theorem t : 1 + 1 = 2 := by norm_num" })
 * // { accepted: true, level: "statement_and_axioms", verdict: "accepted", reasons: [], axioms: [], … }
 */
export async function checkProof(engine: LeanEngine, options: ProofOptions): Promise<ProofCheck> {
  const { statement, candidate, mode = "strict", form = "file", helpers = [], nonce = freshNonce(), external } = options;
  checkedNonce(nonce);
  if (mode !== "strict" && mode !== "lenient") throw new InputError(`mode is "strict" or "lenient", got ${JSON.stringify(mode)}`);
  if (form !== "file" && form !== "body") throw new InputError(`form is "file" or "body", got ${JSON.stringify(form)}`);
  if (typeof candidate !== "string") throw new InputError(`candidate is a text, got ${typeof candidate}`);
  const asked = splitTheorem(statement);
  if (!asked.ok) throw new InputError(`checkProof needs a statement that is a theorem: ${asked.reason}`);
  const reference = referenceOf(asked.theorem, nonce, engine.header);
  const step = form === "body" ? bodyStep(candidate, asked.theorem, reference, nonce) : fileStep(normalised(candidate), asked.theorem, reference, nonce);

  const screened = screen(asked.theorem, statement, { candidate: normalised(candidate), step, form, helpers, mode });
  const common = { engine: engine.engine, violations: screened.violations } as const;
  if (screened.reasons.length > 0) return { ...common, accepted: false, level: "none", verdict: "rejected", status: "not_asked", reasons: screened.reasons, versions: {} };

  const { name, code } = step!;
  const before = [reference.preamble, reference.statement, ...helpers];
  const results = await engine.runSteps([...before, code, ...questions(name, nonce)], { ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }), ...(options.signal && { signal: options.signal }) });
  const judged = judge(results, before.length, nonce, options.allowedAxioms ?? STANDARD_AXIOMS);
  const versions = await versionsOf(engine, results);
  const { status } = results.at(-1)!;
  if (judged.reasons.length > 0 || !external) return { ...common, ...judged, accepted: judged.verdict === "accepted", status, versions };
  const second = await external.check({ statement: asked.theorem, preamble: reference.preamble, candidate: [...helpers, code].join("\n\n"), name });
  if (second.ok) return { ...common, ...judged, accepted: true, level: "replayed", status, versions };
  return { ...common, ...judged, accepted: false, verdict: second.ok === undefined ? "undecided" : "rejected", status, reasons: [`${external.name}: ${second.detail}`], versions };
}

/** Line ends as Lean reads them, and no byte order mark. */
function normalised(text: string): string {
  return text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
}

interface Screening {
  readonly candidate: string;
  readonly step: CandidateStep | undefined;
  readonly form: "file" | "body";
  readonly helpers: readonly string[];
  readonly mode: "strict" | "lenient";
}

/** Everything that can be said without Lean. */
function screen(asked: Theorem, statement: string, { candidate, step, form, helpers, mode }: Screening): { reasons: string[]; violations: readonly Violation[] } {
  if (hasLoneSurrogate(candidate) || helpers.some(hasLoneSurrogate)) return { reasons: ["the text holds half of a surrogate pair, which no Lean source can hold"], violations: [] };
  // A body is audited as what becomes of it, in front of it what the statement brings along.
  const text = form === "file" ? candidate : [...asked.context.filter(({ chained }) => !chained).map((command) => command.text), ...helpers, step!.code].join("\n");
  const { ok, violations } = auditProof(text, statement, { mode });
  const told = violations.map(({ kind, line, column, text: found }) => `${kind} at ${placed({ line, column })}: ${found}`);
  const extra = form === "body" ? bodyProblems(step!, helpers) : [];
  if (!ok || (mode === "strict" && extra.length > 0)) return { reasons: [...told, ...extra], violations };
  return step === undefined ? { reasons: ["no_theorem: the text has no theorem that could be asked for by name"], violations } : { reasons: [], violations };
}

/** A proof may be finished and go on with commands of its own; a helper may be more than a lemma. */
function bodyProblems({ code }: CandidateStep, helpers: readonly string[]): string[] {
  const own = commands(scan(code)).filter(({ chained }) => !chained);
  const beyond = own.length > 1 ? [`context: the proof goes on with a command, \`${own[1]!.kind}\``] : [];
  const other = helpers.flatMap((helper) => commands(scan(helper))).filter(({ kind, chained: leads }) => !leads && !["theorem", "lemma"].includes(kind));
  return [...beyond, ...other.map(({ kind }) => `context: a helper is a \`${kind}\`, not a lemma`)];
}

interface Judgement {
  readonly verdict: CheckVerdict;
  readonly level: AssuranceLevel;
  readonly reasons: readonly string[];
  readonly axioms?: readonly string[];
}

/** What the results say. `at` is the place of the candidate among them; before it come the statement and helpers, behind it our questions. */
function judge(results: readonly LeanResult[], at: number, nonce: string, allowed: readonly string[]): Judgement {
  const no = (level: AssuranceLevel, reason: string, axioms?: readonly string[]): Judgement => ({ verdict: "rejected", level, reasons: [readable(reason, nonce)], ...(axioms && { axioms }) });
  const wrongStatement = referenceProblem(results, nonce);
  if (wrongStatement) return { verdict: wrongStatement.verdict, level: "none", reasons: [wrongStatement.reason] };
  const texts = results.slice(2, at + 1);
  const hasGap = texts.some(({ reply }) => reply !== undefined && usesSorry(reply));
  const level: AssuranceLevel = results.length <= at + 1 && results.at(-1)!.status !== "ok" ? "none" : hasGap ? "compiles" : "no_sorry";
  const last = results.at(-1)!;
  if (last.status === "timeout" || last.status === "crashed" || last.status === "infra") return { verdict: "undecided", level, reasons: [readable(`${last.status}: ${last.detail}`, nonce)] };
  if (level === "none") return no("none", `Lean rejects it: ${last.detail}`);
  if (hasGap) return no("compiles", "a gap is left: Lean says that a declaration uses sorry");

  const [statement, type, axioms] = results.slice(at + 1);
  if (statement!.status !== "ok") return no(level, `statement: the candidate's theorem is not a proof of the given statement: ${statement!.detail}`);
  const warning = statement!.reply!.messages?.find(({ severity }) => severity === "warning");
  if (warning) return no(level, `statement: Lean warns where the candidate's theorem is taken for the given statement: ${warning.data}`);
  if (type!.status !== "ok") return no(level, `statement: what was proved is more general or other than the statement, by something left open: ${type!.detail}`);
  const found = axioms!.reply && axiomsOf(axioms!.reply, `_kit_chk_${nonce}`);
  if (axioms!.status !== "ok" || !found) return no(level, `axioms: Lean did not answer which axioms the proof rests on${axioms!.detail === undefined ? "" : `: ${axioms!.detail}`}`);
  const others = found.filter((axiom) => !allowed.includes(axiom));
  if (others.length > 0) return no(level, `axioms: the proof rests on ${others.join(", ")}`, found);
  return { verdict: "accepted", level: "statement_and_axioms", reasons: [], axioms: found };
}
