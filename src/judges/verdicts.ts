/** From a judge's reply about an edit to a label, with the deterministic checks in between. B, section 4.1 and appendix E. */
import type { EditVerdict, Deletion, ValueEdit } from "./edits";
import { evidenceFound, showsUnproved } from "./evidence";
import { readObject } from "./replies";
import { signsInQuotation } from "./rule";
import { flipped, sameValue, signOf } from "./values";

const JUDGMENTS = ["faithful", "reverted", "other"] as const;
type Judgment = (typeof JUDGMENTS)[number];

/**
 * The label of a number or symbol edit from a judge's reply. Faithful and reverted need a quotation that stands in the code without its comments;
 * without it the label is unclear. A reply that cannot be read is unjudged.
 * @param code the region that the judge saw
 * @example valueVerdict(edit, "theorem t : x + 2 = 9", '{"judgment": "reverted", "value_in_fl": "2", "context_in_fl": "x + 2 = 9"}') // { label: "reverted", evidenceFound: true, consistent: true, … }
 */
export function valueVerdict(edit: ValueEdit, code: string, reply: string): EditVerdict {
  const read = readObject(reply, "judgment");
  if (!read.ok) return { label: "unjudged", because: read.reason, reply };
  const judgment = String(read.value["judgment"]).trim().toLowerCase();
  if (!isJudgment(judgment)) return { label: "unjudged", because: `judgment_is_none_of_${JUDGMENTS.join("_")}: ${judgment.slice(0, 40)}`, reply };
  const context = textOf(read.value["context_in_fl"]);
  const consistent = valueFits(judgment, edit, textOf(read.value["value_in_fl"]), context);
  const checked = { ...(consistent !== undefined && { consistent }), reply };
  if (judgment === "other") return { label: "unclear", because: "other", ...checked };
  const found = evidenceFound(code, context);
  return found ? { label: judgment, evidenceFound: true, ...checked } : { label: "unclear", because: "evidence_not_found", before: judgment, evidenceFound: false, ...checked };
}

/**
 * Whether the value that a judge read fits its verdict: faithful with the new value, reverted with the old one, other with neither; forms that mean the
 * same are the same value, and a relation may stand with its sides exchanged.
 * @param value as the judge wrote it; may be a bare value or a small piece of Lean around it
 * @param context the judge's quotation, which shows the sides of a relation
 * @returns undefined where the judge named no value and says that neither stands there
 */
export function valueFits(judgment: Judgment, edit: ValueEdit, value: string, context: string): boolean | undefined {
  if (value.trim() === "" || /^(?:none|null|n\/a|absent|-{2,})$/i.test(value.trim())) return judgment === "other" ? undefined : false;
  const is = edit.kind === "number" ? (wanted: string) => numberIs(value, wanted) : (wanted: string) => symbolIs(edit, value, context, wanted);
  const [isNew, isOld] = [is(edit.newValue), is(edit.oldValue)];
  if (judgment === "other") return !isNew && !isOld;
  return judgment === "faithful" ? isNew : isOld;
}

function numberIs(value: string, wanted: string): boolean {
  // "x = 65" names 65 as well.
  return [value, ...value.split(/[=<>≤≥≠]|:=/)].some((part) => part.trim() !== "" && sameValue(part, wanted));
}

function symbolIs(edit: ValueEdit, value: string, context: string, wanted: string): boolean {
  const sign = signOf(wanted);
  const bare = signOf(value);
  if (sign === undefined) return value.trim() === wanted.trim();
  if (bare === undefined) return signsInQuotation(edit, value).includes(sign);
  // A bare relation says nothing of its sides; the quotation may.
  const shown = signsInQuotation(edit, context);
  if (flipped(bare) === undefined || shown.length === 0) return bare === sign;
  return shown.includes(sign);
}

const HANDLINGS = ["unproved", "assumed", "derived", "absent"] as const;

/**
 * The label of a deleted step from a judge's reply: unproved and assumed are faithful, derived is reverted, absent is unclear. The quotation must stand in the
 * code without its comments, and an "unproved" must quote a placeholder or a `:= by` with nothing after it, else it is taken as derived.
 * @param code the whole output
 */
export function deletionVerdict(_: Deletion, code: string, reply: string): EditVerdict {
  const read = readObject(reply, "handling");
  if (!read.ok) return { label: "unjudged", because: read.reason, reply };
  const handling = String(read.value["handling"]).trim().toLowerCase();
  if (!(HANDLINGS as readonly string[]).includes(handling)) return { label: "unjudged", because: `handling_is_none_of_${HANDLINGS.join("_")}: ${handling.slice(0, 40)}`, reply };
  if (handling === "absent") return { label: "unclear", because: "other", reply };
  const evidence = textOf(read.value["evidence"]);
  if (!evidenceFound(code, evidence)) return { label: "unclear", because: "evidence_not_found", before: handling, evidenceFound: false, reply };
  if (handling === "unproved" && !showsUnproved(code, evidence)) return { label: "reverted", because: "no_placeholder_quoted", before: handling, evidenceFound: true, reply };
  return { label: handling === "derived" ? "reverted" : "faithful", evidenceFound: true, reply };
}

function isJudgment(text: string): text is Judgment {
  return (JUDGMENTS as readonly string[]).includes(text);
}

/** A field of a judge's answer as text; numbers are taken too. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value.replace(/\\\\/g, "\\") : typeof value === "number" ? String(value) : "";
}

/** What a judge of an edit quoted from the code; undefined where it quoted nothing or cannot be read. */
export function quotationOf(reply: string): string | undefined {
  for (const [verdict, quotation] of [["judgment", "context_in_fl"], ["handling", "evidence"]] as const) {
    const read = readObject(reply, verdict);
    if (read.ok) return textOf(read.value[quotation]) || undefined;
  }
  return undefined;
}
