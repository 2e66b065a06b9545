/** JSON as models write it when they forget its rules. ProofFlow reads JSON5 where JSON fails (spec of the systems, section 4); these are the parts of it that answers have. */

/**
 * The text as strict JSON: comments and trailing commas out, single quotes and bare names into double quotes, line breaks and tabs inside a string escaped. What
 * it does not know it leaves as it is, for JSON.parse to refuse.
 * @example strictJson("[{id: 'l1',},]") // '[{"id": "l1"}]'
 */
export function strictJson(text: string): string {
  const out: string[] = [];
  // The last sign that is no white space; a comma there goes if a bracket follows.
  let last = -1;
  const put = (piece: string) => {
    last = out.push(piece) - 1;
  };
  for (let i = 0; i < text.length; ) {
    const sign = text[i]!;
    if (sign === '"' || sign === "'") {
      const [string, end] = stringAt(text, i);
      put(string);
      i = end;
    } else if (text.startsWith("//", i)) {
      const end = text.indexOf("\n", i);
      i = end < 0 ? text.length : end;
    } else if (text.startsWith("/*", i)) {
      const end = text.indexOf("*/", i);
      i = end < 0 ? text.length : end + 2;
    } else if (/[A-Za-z_$]/.test(sign)) {
      let end = i + 1;
      while (end < text.length && /[\w$]/.test(text[end]!)) end += 1;
      const word = text.slice(i, end);
      put(["true", "false", "null"].includes(word) ? word : JSON.stringify(word));
      i = end;
    } else {
      if ((sign === "]" || sign === "}") && last >= 0 && out[last] === ",") out[last] = "";
      if (/\s/.test(sign)) out.push(sign);
      else put(sign);
      i += 1;
    }
  }
  return out.join("");
}

/** The string that begins at `start`, in double quotes, and where it ends. */
function stringAt(text: string, start: number): [string, number] {
  const quote = text[start]!;
  const out = ['"'];
  for (let i = start + 1; i < text.length; i++) {
    const sign = text[i]!;
    if (sign === quote) return [`${out.join("")}"`, i + 1];
    if (sign === "\\") {
      const next = text[++i] ?? "";
      out.push(next === "'" ? "'" : `\\${next}`);
    } else out.push(ESCAPED[sign] ?? sign);
  }
  return [out.join(""), text.length];
}

const ESCAPED: Readonly<Record<string, string>> = { '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t" };
