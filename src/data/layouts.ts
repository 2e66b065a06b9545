/** The layouts of rows that the kit knows, and what a row must hold to be valid in each. */
import { DataError } from "../core/errors";
import { formalisationRow, STEP_KINDS } from "./benchmark";
import { brief } from "./fields";

type Row = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => string | undefined;

const text: Check = (value) => (typeof value === "string" ? undefined : "is not a text");
const filled: Check = (value) => (typeof value === "string" && value.trim() ? undefined : "is not a text with something in it");
const identifier: Check = (value) => (typeof value === "number" ? undefined : filled(value));
const truth: Check = (value) => (typeof value === "boolean" ? undefined : "is neither true nor false");
const whole: Check = (value) => (Number.isSafeInteger(value) ? undefined : "is not a whole number");
const texts: Check = (value) => (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string") ? undefined : "is not a list of texts with at least one in it");

interface Layout {
  /** What the rows are, for a reader. */
  readonly what: string;
  /** Fields that together tell this layout from the others. */
  readonly marks: readonly string[];
  readonly fields: Readonly<Record<string, Check>>;
  /** What no field shows alone. Called once all fields are right. */
  readonly whole?: (row: Row) => string | undefined;
}

/** Layouts, those with more marks before those with fewer that they contain. */
const LAYOUTS = {
  processbench: {
    what: "ProcessBench chains",
    marks: ["problem", "steps", "label"],
    fields: { id: filled, generator: text, problem: filled, steps: texts, final_answer_correct: truth, label: whole },
    whole: ({ steps, label }: Row) => {
      const count = (steps as readonly string[]).length;
      return (label as number) >= -1 && (label as number) < count ? undefined : `"label" is −1 or the index of one of the ${count} steps, got ${label}`;
    },
  },
  math500: {
    what: "MATH problems with solutions",
    marks: ["problem", "solution", "answer", "unique_id"],
    fields: { problem: filled, solution: filled, answer: text, subject: text, level: whole, unique_id: filled },
  },
  robustpa: {
    what: "RobustPABench theorems with proofs",
    marks: ["informal_statement", "informal_proof", "formal_statement"],
    fields: { name: filled, informal_statement: filled, informal_proof: filled, formal_statement: text },
  },
  "faithformbench-cd": {
    what: "FaithformBench C/D formalisations",
    marks: ["autoformaliser_model", "proof_result"],
    fields: {},
    whole: (row: Row) => {
      try {
        formalisationRow(row);
        return undefined;
      } catch (error) {
        if (error instanceof DataError) return error.message;
        throw error;
      }
    },
  },
  "faithformbench-ab": {
    what: "FaithformBench A/B steps",
    marks: ["step_content", "type_of_perturbation", "problem_id"],
    fields: { step_content: filled, is_perturbed: truth, problem_id: identifier, node_id: identifier, statement_type: text, proof_type: text },
    whole: ({ type_of_perturbation: kind }: Row) => ((STEP_KINDS as readonly unknown[]).includes(kind) ? undefined : `"type_of_perturbation" is one of ${STEP_KINDS.join(", ")}, got ${brief(kind)}`),
  },
  minif2f: {
    what: "miniF2F statements",
    marks: ["informal_prefix", "formal_statement", "header"],
    fields: { name: filled, split: filled, informal_prefix: text, formal_statement: filled, header: text },
  },
  "model-replies": { what: "model replies", marks: ["id", "reply"], fields: { id: identifier, reply: text } },
  "lean-statements": { what: "Lean statements", marks: ["id", "code"], fields: { id: identifier, code: filled } },
} satisfies Record<string, Layout>;

export type LayoutName = keyof typeof LAYOUTS;
const layout = (name: LayoutName): Layout => LAYOUTS[name];

/** What the rows of a layout are, in words. */
export function layoutWords(name: LayoutName): string {
  return layout(name).what;
}

/**
 * The layout whose marks a row bears, or undefined.
 * @example layoutOf({ id: "a", reply: "…" }) // "model-replies"
 */
export function layoutOf(value: unknown): LayoutName | undefined {
  if (!isRow(value)) return undefined;
  return (Object.keys(LAYOUTS) as LayoutName[]).find((name) => layout(name).marks.every((field) => Object.hasOwn(value, field)));
}

/**
 * Why a value is no row of the layout, or undefined if it is one.
 * @example rowFault("model-replies", { id: "a", reply: 7 }) // '"reply" is not a text, got 7'
 */
export function rowFault(name: LayoutName, value: unknown): string | undefined {
  if (!isRow(value)) return "not a JSON object";
  for (const [field, check] of Object.entries(layout(name).fields)) {
    if (!Object.hasOwn(value, field)) return `no field "${field}"`;
    const reason = check(value[field]);
    if (reason) return `"${field}" ${reason}, got ${brief(value[field])}`;
  }
  return layout(name).whole?.(value);
}

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
