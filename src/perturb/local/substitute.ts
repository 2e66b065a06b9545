/** Method B's number and symbol edits: one span of one text replaced, the rest untouched, with the released metadata. B, section 3.2. */
import type { Problem } from "../../data/problems";
import { toCodePoints } from "./codePoints";
import { isEditableNumber, isEditableSymbol, isRelation, type RelationRule } from "./filters";
import type { Place } from "./markByRule";
import { contextOf, regionText, type Mark, type Substitution } from "./marks";
import { perturbNumber } from "./numberEdit";
import { repairOffset } from "./offsets";
import { pickIndex, type EditPlace, type Region } from "./seeds";
import { respelled } from "./spelling";
import { familyOf, swapSymbol } from "./symbols";

/** What became of the marks of one region. */
export interface MarkCounts {
  readonly marked: number;
  /** Stood nowhere that could be told. */
  readonly unplaced: number;
  /** Stood where no edit is made, or were no number and no symbol of the table. */
  readonly unfit: number;
  readonly candidates: number;
}

/** An edited row, or the reason why there is none. */
export type EditOutcome<Counts = MarkCounts> = { readonly counts: Counts } & ({ readonly ok: true; readonly row: Problem } | { readonly ok: false; readonly reason: string });

export interface SubstitutionOptions {
  readonly kind: Substitution;
  readonly region: Region;
  /** In the order in which they were marked, which decides the pick. */
  readonly marks: readonly Mark[];
  /** Who marked: kept in the row as `edit_marker`. */
  readonly marker: string;
  /** How relations are counted; strict unless told. */
  readonly preset?: RelationRule;
}

/**
 * Edits one number or symbol of a problem's statement or proof: the marks are placed, those that cannot be edited are left out, one of the others
 * is picked, and it is replaced; for symbols, relations go before operators. Pick and new value are seeded by the problem's name.
 * @returns the row with the edited text, both original texts and the released metadata; or why there is no edit
 * @example
 * substitute(problem, { kind: "number", region: "proof", marks: markByRule(problem, "number"), marker: "rule" })
 */
export function substitute(problem: Problem, { marks, ...options }: SubstitutionOptions): EditOutcome {
  const text = regionText(problem, options.region);
  const own = marks.filter(({ source }) => source === options.region);
  const placed = own.flatMap((mark): Quoted[] => {
    const found = repairOffset(text, mark);
    return found ? [{ value: mark.value, context: mark.context, start: found.start, end: found.end }] : [];
  });
  return substituteAt(problem, { ...options, marked: own.length, placed });
}

interface Quoted extends Place {
  readonly context: string;
}

/** What is edited where it is known where the marks stand. */
export interface PlacedOptions extends Omit<SubstitutionOptions, "marks"> {
  readonly marked: number;
  /** Without its context a place is quoted with the words around it. */
  readonly placed: readonly (Place & { readonly context?: string })[];
}

/** As `substitute`, for places of the region that need no repair. */
export function substituteAt(problem: Problem, { kind, region, marked, placed, marker, preset = "strict" }: PlacedOptions): EditOutcome {
  const place: EditPlace = { name: problem.name, source: region };
  const text = regionText(problem, region);
  const fit = placed.filter((each) => (kind === "number" ? isEditableNumber(text, each, each.value) : isEditableSymbol(text, each, each.value, preset)));
  const counts = { marked, unplaced: marked - placed.length, unfit: placed.length - fit.length, candidates: fit.length };
  const relations = kind === "symbol" ? fit.filter(({ value }) => isRelation(value, preset)) : [];
  const pool = relations.length > 0 ? relations : fit;
  const index = pickIndex(pool.length, place);
  if (index === undefined) return { ok: false, reason: marked === 0 ? "no place is marked" : "no marked place can be edited", counts };

  const chosen = pool[index]!;
  const value = kind === "number" ? perturbNumber(chosen.value, place) : swapSymbol(chosen.value);
  if (value === undefined || value === chosen.value) return { ok: false, reason: `"${chosen.value}" has no other value`, counts };
  const old = text.slice(chosen.start, chosen.end);
  const edited = text.slice(0, chosen.start) + (kind === "number" ? respelled(old, chosen.value, value) : value) + text.slice(chosen.end);
  const context = chosen.context ?? contextOf(text, chosen);
  return { ok: true, row: { ...withRegion(problem, region, edited), ...metadata(kind, region, text, { ...chosen, context }, value), edit_marker: marker }, counts };
}

/** A problem with one of its texts replaced, and both texts as they were. */
export function withRegion(problem: Problem, region: Region, text: string): Problem {
  const { informal_statement, informal_proof } = problem;
  const edited = region === "statement" ? { informal_statement: text } : { informal_proof: text };
  return { ...problem, ...edited, original_informal_statement: informal_statement, original_informal_proof: informal_proof };
}

/** The released fields. Offsets are those of the old value in the original text, in code points. */
function metadata(kind: Substitution, region: Region, text: string, { value: old, context, start, end }: Quoted, value: string): Record<string, unknown> {
  const [type, from, to] = [`${region}_edit`, toCodePoints(text, start), toCodePoints(text, end)];
  if (kind === "number") {
    return {
      number_edit_type: type,
      number_edit_source: region,
      number_edit_old_value: old,
      number_edit_new_value: value,
      number_edit_context: context,
      number_edit_char_offset_start: from,
      number_edit_char_offset_end: to,
    };
  }
  return {
    symbol_edit_type: type,
    symbol_edit_source: region,
    symbol_edit_family: familyOf(old),
    symbol_edit_old_symbol: old,
    symbol_edit_new_symbol: value,
    symbol_edit_context: context,
    symbol_edit_char_offset_start: from,
    symbol_edit_char_offset_end: to,
  };
}
