import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const MAC = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium"];

/** A Chromium for the tests in a browser: $CHROMIUM, else one on the PATH, else where macOS keeps it; undefined if there is none. */
export function chromium(): string | undefined {
  const named = process.env["CHROMIUM"];
  if (named) return named;
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...MAC].find((path) => existsSync(path));
}

/** How to get what `chromium` did not find. */
export const CHROMIUM_REMEDY = "no Chromium: install it (Debian: sudo apt install chromium; macOS: brew install --cask chromium) or name one in CHROMIUM";

/** For a browser without a screen, and without a thought for anything but this page. */
export const CHROMIUM_ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
