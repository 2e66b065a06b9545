/** What the kit uses of opentype.js, which ships no types. */
declare module "opentype.js" {
  export interface Font {
    /** Width of a text in pixels at a font size, kerning included. */
    getAdvanceWidth(text: string, fontSize: number): number;
  }
  export function parse(bytes: ArrayBuffer): Font;
}
