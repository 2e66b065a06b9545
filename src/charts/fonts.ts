/**
 * The one typeface of all figures: Arimo, whose widths equal Arial's and Liberation Sans'. An SVG laid out with it looks the same on a
 * machine that has any of the three, and the PNG is drawn with the files that the npm package brings, so a bare machine needs no fonts.
 */
import { readFileSync } from "node:fs";
import { parse, type Font } from "opentype.js";

/** CSS family list written into the figures. */
export const FONT_FAMILY = "Arimo, Arial, 'Liberation Sans', Helvetica, sans-serif";

const FILES = { regular: "400Regular/Arimo_400Regular.ttf", italic: "400Regular_Italic/Arimo_400Regular_Italic.ttf", bold: "700Bold/Arimo_700Bold.ttf" } as const;
type Face = keyof typeof FILES;

const bytes = new Map<Face, Buffer>();
const parsed = new Map<Face, Font>();

function bytesOf(face: Face): Buffer {
  let file = bytes.get(face);
  if (!file) bytes.set(face, (file = readFileSync(require.resolve(`@expo-google-fonts/arimo/${FILES[face]}`))));
  return file;
}

/** The font files, for a renderer that takes bytes. */
export function fontFiles(): Uint8Array[] {
  return (Object.keys(FILES) as Face[]).map(bytesOf);
}

/**
 * Width of one line of text.
 * @param size in pixels
 * @param weight CSS font weight; "bold" or 600 and above is bold
 * @returns pixels
 * @example textWidth("UFLB", 11) // about 27
 */
export function textWidth(text: string, size: number, weight?: string | number): number {
  const face = weight === "bold" || Number(weight) >= 600 ? "bold" : "regular";
  let font = parsed.get(face);
  if (!font) {
    const file = bytesOf(face);
    parsed.set(face, (font = parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer)));
  }
  return font.getAdvanceWidth(text, size);
}
