/** The little of pdfkit that the kit uses. */
declare module "pdfkit" {
  interface DocumentOptions {
    size: [number, number];
    margin: number;
    compress: boolean;
    info: Record<string, string | Date>;
  }
  class PDFDocument {
    constructor(options: DocumentOptions);
    registerFont(name: string, source: Uint8Array): this;
    on(event: "data", listener: (chunk: Buffer) => void): this;
    on(event: "end", listener: () => void): this;
    end(): void;
  }
  export default PDFDocument;
}
