/** A figure as PDF, sized for one or two columns of a paper. */
import { renderSvg } from "../charts/render";
import { fontFiles } from "../charts/fonts";
import type { Spec } from "../charts/spec";
import { InputError } from "../core/errors";

/** Widths of a paper's columns in points: 8.5 cm and 17.5 cm. */
const WIDTHS = { 1: (8.5 / 2.54) * 72, 2: (17.5 / 2.54) * 72 } as const;

/**
 * Draws a figure as a PDF page of the width of one or two columns, with the kit's fonts embedded. Same specification, same bytes.
 * @throws InputError for a faulty specification or another number of columns
 * @example writeFileSync("figure.pdf", await renderPdf(spec, { columns: 2 }))
 */
export async function renderPdf(spec: Spec, { columns = 2 }: { readonly columns?: 1 | 2 } = {}): Promise<Uint8Array> {
  const width = WIDTHS[columns];
  if (width === undefined) throw new InputError(`a figure is one or two columns wide, got ${columns}`);
  const svg = await renderSvg(spec);
  const [, viewWidth, viewHeight] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg)!;
  const height = (width * Number(viewHeight)) / Number(viewWidth);
  const [{ default: Document }, { default: draw }] = await Promise.all([import("pdfkit"), import("svg-to-pdfkit")]);
  const page = new Document({ size: [width, height], margin: 0, compress: true, info: { CreationDate: new Date(0), Producer: "faithlab", Creator: "faithlab" } });
  const [regular, italic, bold] = fontFiles();
  for (const [name, file] of Object.entries({ regular, italic, bold })) page.registerFont(name, file!);
  const chunks: Buffer[] = [];
  page.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => page.on("end", resolve));
  draw(page, svg, 0, 0, { width, height, assumePt: false, preserveAspectRatio: "xMinYMin meet", fontCallback: (_family, isBold, isItalic) => (isBold ? "bold" : isItalic ? "italic" : "regular") });
  page.end();
  await ended;
  return Buffer.concat(chunks);
}
