/** JSON written by a model that did not escape LaTeX's backslashes. */
import { answerOf, fences } from "../lean/reply";

/**
 * The JSON of a reply: what stands in its last fence that holds any, else from its first bracket to its last. Inside strings every backslash is
 * doubled unless it escapes a quotation mark, so that `\frac` stays `\frac` and `\\frac` keeps both of its signs. B, section 3.2.
 * @param reply as the model gave it, with or without thinking, fences and words around the JSON
 * @returns undefined if there is no JSON in it
 * @example latexJson('Here: {"value": "\frac12"}') // { value: "\\frac12" }
 */
export function latexJson(reply: string): unknown {
  const answer = answerOf(reply);
  if (!answer.ok) return undefined;
  const fenced = fences(answer.text).map(({ code }) => code).reverse();
  for (const text of [...fenced, answer.text]) {
    const json = /[[{][^]*[\]}]/.exec(text)?.[0];
    if (json === undefined) continue;
    for (const each of [doubled(json), json]) {
      try {
        return JSON.parse(each);
      } catch {
        // The next reading may do.
      }
    }
  }
  return undefined;
}

function doubled(json: string): string {
  return json.replace(/"(?:[^"\\]|\\[^])*"/g, (string) => string.replace(/\\"|\\\\|\\/g, (sign) => (sign === '\\"' ? sign : sign.replaceAll("\\", "\\\\"))));
}
