/** Fields of a row from outside, asked for one by one; what is missing or of another kind is a reason, never a guess. */
import { DataError } from "../core/errors";

/** The fields of a JSON object. @throws DataError if the value is none */
export class Fields {
  private readonly fields: Readonly<Record<string, unknown>>;

  constructor(value: unknown) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw new DataError("not a JSON object");
    this.fields = value as Record<string, unknown>;
  }

  /** Whatever stands there; undefined where nothing does. */
  raw(name: string): unknown {
    return Object.hasOwn(this.fields, name) ? this.fields[name] : undefined;
  }

  /** A text with something in it; a number is taken as its digits. */
  text(name: string): string {
    const field = this.raw(name);
    if (typeof field === "string" && field !== "") return field;
    if (typeof field === "number" || typeof field === "bigint") return String(field); // of 64 bits in a Parquet file
    throw this.wrong(name, "a text");
  }

  /** A text, or undefined where there is none. */
  optionalText(name: string): string | undefined {
    const field = this.raw(name);
    if (field === undefined || field === null || field === "") return undefined;
    return this.text(name);
  }

  boolean(name: string): boolean {
    const field = this.raw(name);
    if (typeof field === "boolean") return field;
    throw this.wrong(name, "true or false");
  }

  /** A whole number within a range. */
  integer(name: string, least: number, greatest: number): number {
    const field = this.raw(name);
    if (typeof field === "number" && Number.isInteger(field) && field >= least && field <= greatest) return field;
    throw this.wrong(name, `a whole number from ${least} to ${greatest}`);
  }

  /** A list of texts; entries may be empty, the list may be too. */
  texts(name: string): string[] {
    const field = this.raw(name);
    if (Array.isArray(field) && field.every((each) => typeof each === "string")) return field as string[];
    throw this.wrong(name, "a list of texts");
  }

  private wrong(name: string, what: string): DataError {
    const field = this.raw(name);
    return new DataError(field === undefined ? `no field "${name}"` : `"${name}" is ${what}, got ${brief(field)}`);
  }
}

/** The dataset in a problem's id. @example datasetOf("gsm8k-12") // "gsm8k" */
export function datasetOf(problemId: string): string {
  // A run of digits is tried from its beginning only, so that a long one takes no quadratic time.
  return problemId.replace(/(?:[-_]|(?<!\d))\d+$/, "") || problemId;
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? String(each) : each)) ?? String(value);
  } catch {
    return "a value nested too deeply to be shown"; // JSON.parse reads deeper than JSON.stringify can write
  }
}

/** A value as it is shown in a message: JSON, at most 60 characters. */
export function brief(value: unknown): string {
  const text = jsonOf(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
