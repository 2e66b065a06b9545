/** Names for texts and requests: the same content gives the same hash on every machine. */
import { createHash } from "node:crypto";

/** SHA-256 of a text in UTF-8, as 64 hexadecimal digits. @example sha256("") // "e3b0c442…7852b855" */
export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/**
 * JSON with the keys of every object in code-unit order, so that equal values give equal text. Fields that are undefined are left out.
 * @example canonicalJson({ b: 1, a: [true, undefined] }) // '{"a":[true,null],"b":1}'
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(",")}}`;
}
