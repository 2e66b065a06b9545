/** Any rows as a table for elsewhere: CSV, Markdown, LaTeX. */
import { stringify } from "csv-stringify/sync";
import { InputError } from "../core/errors";

export interface ExportOptions {
  /** Which columns, in which order, under which headings; all under their own names if not said. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Decimals of numbers that are not whole; as they are if not said. */
  readonly decimals?: number;
}

interface Cells {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Columns whose every filled cell is a number. */
  readonly numeric: readonly boolean[];
}

function cellsOf(rows: readonly object[], { columns, decimals }: ExportOptions): Cells {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const chosen = columns ? Object.keys(columns) : names;
  const unknown = chosen.filter((name) => !names.includes(name));
  if (chosen.length === 0 || unknown.length > 0) throw new InputError(`a table requires columns that exist: ${unknown.join(", ") || "none"} of ${names.join(", ") || "nothing"}`);
  const text = (value: unknown) => {
    if (value === undefined || value === null) return "";
    if (typeof value === "number") return decimals !== undefined && !Number.isInteger(value) ? value.toFixed(decimals) : String(value);
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  };
  const records = rows as readonly Record<string, unknown>[];
  const isNumber = (value: unknown) => typeof value === "number" || value === undefined || value === null;
  return {
    headings: chosen.map((name) => columns?.[name] ?? name),
    rows: records.map((record) => chosen.map((name) => text(record[name]))),
    numeric: chosen.map((name) => records.some((record) => typeof record[name] === "number") && records.every((record) => isNumber(record[name]))),
  };
}

/**
 * Rows as CSV with a header line. Text that a table program would take for a formula is made harmless.
 * @throws InputError for no columns, or one that there is not
 * @example tableCsv([{ n: 1, name: "a,b" }]) // "n,name\n1,\"a,b\"\n"
 */
export function tableCsv(rows: readonly object[], options: ExportOptions = {}): string {
  const { headings, rows: cells, numeric } = cellsOf(rows, options);
  // A negative number is no formula: only text is escaped.
  return stringify([[...headings], ...cells.map((row) => row.map((cell, j) => (numeric[j] || !/^[=+\-@\t\r]/.test(cell) ? cell : `'${cell}`)))]);
}

/**
 * Rows as a Markdown table, numbers aligned right.
 * @throws InputError as `tableCsv`
 * @example tableMarkdown([{ n: 1 }]) // "| n |\n| ---: |\n| 1 |\n"
 */
export function tableMarkdown(rows: readonly object[], options: ExportOptions = {}): string {
  const { headings, rows: cells, numeric } = cellsOf(rows, options);
  const line = (row: readonly string[]) => `| ${row.map((cell) => cell.replace(/([\\|`*_<>[\]])/g, "\\$1").replace(/\r?\n/g, " ")).join(" | ")} |\n`;
  return line(headings) + `| ${numeric.map((isNumber) => (isNumber ? "---:" : "---")).join(" | ")} |\n` + cells.map(line).join("");
}

export interface LatexOptions extends ExportOptions {
  /** Text, not LaTeX: it is escaped. */
  readonly caption?: string;
  /** For \ref, such as "tab:rates". */
  readonly label?: string;
}

/**
 * Rows as a LaTeX table with the rules of booktabs; the document needs `\usepackage{booktabs}` and reads UTF-8. Columns of numbers are aligned at the decimal
 * point, which takes equal decimals: say `decimals` where they differ.
 * @throws InputError as `tableCsv`, and for a label that LaTeX cannot take
 */
export function tableLatex(rows: readonly object[], { caption, label, ...options }: LatexOptions = {}): string {
  if (label !== undefined && !/^[A-Za-z0-9:._-]+$/.test(label)) throw new InputError(`a label is letters, digits and : . _ -, got "${label}"`);
  const { headings, rows: cells, numeric } = cellsOf(rows, options);
  const line = (row: readonly string[], align: boolean) => `    ${row.map((cell, j) => (align && numeric[j] ? `\\multicolumn{1}{r}{${latexText(cell)}}` : latexText(cell))).join(" & ")} \\\\\n`;
  const name = label === undefined ? "" : `  \\label{${label}}\n`;
  const head = caption === undefined ? "" : `  \\caption{${latexText(caption)}}\n`;
  return `\\begin{table}\n  \\centering\n${head}${name}  \\begin{tabular}{${numeric.map((isNumber) => (isNumber ? "r" : "l")).join("")}}\n    \\toprule\n${line(headings, true)}    \\midrule\n${cells.map((row) => line(row, false)).join("")}    \\bottomrule\n  \\end{tabular}\n\\end{table}\n`;
}

const LATEX: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}", "{": "\\{", "}": "\\}", $: "\\$", "&": "\\&", "#": "\\#", "%": "\\%", _: "\\_", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "<": "$<$", ">": "$>$", "|": "$|$",
  "−": "$-$", "–": "--", "—": "---", "×": "$\\times$", "÷": "$\\div$", "·": "$\\cdot$", "±": "$\\pm$", "≤": "$\\leq$", "≥": "$\\geq$", "≠": "$\\neq$", "→": "$\\rightarrow$", "↔": "$\\leftrightarrow$", "∀": "$\\forall$", "∃": "$\\exists$", "¬": "$\\neg$", "∧": "$\\wedge$", "∨": "$\\vee$",
  "∈": "$\\in$", "ℕ": "$\\mathbf{N}$", "ℤ": "$\\mathbf{Z}$", "ℚ": "$\\mathbf{Q}$", "ℝ": "$\\mathbf{R}$", "κ": "$\\kappa$", "π": "$\\pi$", "√": "$\\surd$", "½": "$\\frac{1}{2}$", "“": "``", "”": "''", "’": "'",
};

/** Text as LaTeX sets it. @example latexText("FPR_1 = 5 %") // "FPR\\_1 = 5 \\%" */
export function latexText(text: string): string {
  return text.replace(/\r?\n/g, " ").replace(/[\\{}$&#%_~^<>|−–—×÷·±≤≥≠→↔∀∃¬∧∨∈ℕℤℚℝκπ√½“”’]/g, (character) => LATEX[character]!);
}
