declare module "svg-to-pdfkit" {
  import type PDFDocument from "pdfkit";
  interface Options {
    width: number;
    height: number;
    assumePt?: boolean;
    preserveAspectRatio?: string;
    fontCallback?: (family: string, bold: boolean, italic: boolean) => string;
  }
  /** Draws SVG text on the document's page. */
  export default function SVGtoPDF(doc: PDFDocument, svg: string, x: number, y: number, options: Options): void;
}
