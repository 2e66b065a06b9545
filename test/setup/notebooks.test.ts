import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonical, keepNotebooks, type Notebook } from "../../src/setup/notebooks";
import { frozen } from "../support/frozen";

type Cell = Notebook["cells"][number];
type Output = NonNullable<Cell["outputs"]>[number];

const notebook = (...cells: Cell[]): Notebook => ({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 });
const code = (outputs: Output[], more: Partial<Cell> = {}): Cell => ({ cell_type: "code", metadata: {}, source: "1 + 1", outputs, ...more });
const stream = (text: string | string[], name = "stdout"): Output => ({ output_type: "stream", name, text });
const cellsOf = (text: string) => (JSON.parse(text) as Notebook).cells;

describe("canonical", () => {
  test("execution counts, times, ids and metadata go; source, text, pictures and pasted attachments stay", () => {
    const text = canonical({
      ...notebook(
        { cell_type: "markdown", id: "a1b2", metadata: { tags: ["x"] }, source: ["# Title\n", "![p](attachment:p.png)\n"], attachments: { "p.png": { "image/png": "AAAA" } } },
        code([{ output_type: "execute_result", data: { "image/svg+xml": "<svg>\n</svg>" }, execution_count: 7 }], { id: "c3", execution_count: 7, metadata: { execution: { "iopub.execute_input": "2026-01-01T00:00:00Z" } } }),
      ),
      metadata: { kernelspec: { name: "tslab", display_name: "x" }, language_info: { version: "5.0.4" } },
    });
    expect(JSON.parse(text)).toEqual({
      cells: [
        { cell_type: "markdown", id: "cell-01", metadata: {}, source: ["# Title\n", "![p](attachment:p.png)"], attachments: { "p.png": { "image/png": "AAAA" } } },
        { cell_type: "code", id: "cell-02", metadata: {}, source: ["1 + 1"], execution_count: null, outputs: [{ output_type: "display_data", data: { "image/svg+xml": ["<svg>\n", "</svg>"] }, metadata: {} }] },
      ],
      metadata: { kernelspec: { name: "tslab", display_name: "TypeScript", language: "typescript" }, language_info: { name: "typescript", file_extension: ".ts", mimetype: "text/typescript" } },
      nbformat: 4,
      nbformat_minor: 5,
    });
    expect(text).not.toContain("2026");
    expect(text.endsWith("}\n")).toBe(true);
  });

  test("neighbouring pieces of one stream are joined; another stream or a picture between them parts them", () => {
    const picture: Output = { output_type: "display_data", data: { "text/html": "<b>" } };
    const [cell] = cellsOf(canonical(frozen(notebook(code([stream("a"), stream(["b\n", "c"]), stream("d", "stderr"), picture, stream("e")])))));
    expect(cell!.outputs!.map((output) => output.text ?? output.data)).toEqual([["ab\n", "c"], ["d"], { "text/html": ["<b>"] }, ["e"]]);
  });

  const text = fc.oneof(fc.string({ unit: fc.constantFrom("a", "\n", " ", "ℝ", "\r", "\u2028", '"') }), fc.array(fc.constantFrom("x", "y\n", "\n", ""), { maxLength: 4 }));
  const output: fc.Arbitrary<Output> = fc.oneof(
    fc.record({ output_type: fc.constant("stream"), name: fc.constantFrom("stdout", "stderr"), text }),
    fc.record({ output_type: fc.constantFrom("display_data", "execute_result"), data: fc.dictionary(fc.constantFrom("text/plain", "image/svg+xml", "application/json"), fc.oneof(text, fc.object())), execution_count: fc.nat() }),
  );
  const metadata = fc.dictionary(fc.string(), fc.jsonValue());
  const cell: fc.Arbitrary<Cell> = fc.oneof(
    fc.record({ cell_type: fc.constantFrom("markdown", "raw"), id: fc.string(), source: text, metadata }),
    fc.record({ cell_type: fc.constant("code"), id: fc.string(), source: text, metadata, execution_count: fc.option(fc.nat()), outputs: fc.array(output, { maxLength: 5 }) }),
  );
  const notebooks = fc.record({ cells: fc.array(cell, { maxLength: 5 }), metadata, nbformat: fc.constant(4), nbformat_minor: fc.nat(5) });

  test("twice is once", () => {
    fc.assert(
      fc.property(notebooks, (given) => {
        const once = canonical(given);
        expect(canonical(JSON.parse(once) as Notebook)).toBe(once);
      }),
    );
  });

  test("counts, ids, metadata and the cutting of streams make no difference", () => {
    fc.assert(
      fc.property(notebooks, fc.nat(3), (given, at) => {
        const other = structuredClone(given);
        other.metadata = { authors: [] };
        for (const each of other.cells) {
          each.id = "other";
          each.metadata = { collapsed: true };
          if (each.cell_type !== "code") continue;
          each.execution_count = 99;
          each.outputs = each.outputs!.flatMap((piece) => {
            const whole = ([] as string[]).concat(piece.text ?? []).join("");
            return piece.output_type === "stream" && whole.length > at ? [{ ...piece, text: whole.slice(0, at) }, { ...piece, text: whole.slice(at) }] : [piece];
          });
        }
        expect(canonical(other)).toBe(canonical(given));
      }),
    );
  });
});

test("a notebook that was saved while it ran is not overwritten, nor is any other", () => {
  const folder = mkdtempSync(join(tmpdir(), "keep-"));
  const [one, two] = [join(folder, "one.ipynb"), join(folder, "two.ipynb")];
  writeFileSync(one, "as it was run");
  writeFileSync(two, "edited");
  const executed = [one, two].map((path) => ({ path, before: "as it was run", text: "with outputs" }));
  expect(() => keepNotebooks(executed)).toThrow("two.ipynb was saved while it ran");
  expect(readFileSync(one, "utf8")).toBe("as it was run");
  writeFileSync(two, "as it was run");
  expect(keepNotebooks(executed)).toEqual(["one.ipynb", "two.ipynb"]);
  expect(readFileSync(two, "utf8")).toBe("with outputs");
  expect(keepNotebooks(executed.map((each) => ({ ...each, before: "with outputs" })))).toEqual([]);
  rmSync(folder, { recursive: true });
});
