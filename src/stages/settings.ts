/** A run folder belongs to one run. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DataError } from "../core/errors";
import { inProject, readText, shown, writeIfChanged } from "../core/files";

/**
 * Keeps the settings of a run as run.json: written once, and the same ever after.
 * @throws DataError that names the settings which differ, if the folder holds another run, or the file if it is damaged
 */
export function keepSettings(folder: string, settings: object): void {
  const path = join(folder, "run.json");
  const text = `${JSON.stringify(settings, null, 2)}\n`;
  if (!existsSync(path)) return void writeIfChanged(path, text);
  const before = readText(path);
  if (before === text) return;
  const [old, now] = [settingsIn(path, before), JSON.parse(text) as Settings];
  const differing = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((key) => JSON.stringify(old[key]) !== JSON.stringify(now[key]));
  if (differing.length === 0) return void writeIfChanged(path, text); // laid out otherwise, but the same
  throw new DataError(`${shown(folder)} holds a run with another ${differing.map((key) => `${key} (${JSON.stringify(old[key])}, now ${JSON.stringify(now[key])})`).join(", ")}; take another folder, or the same settings`);
}

type Settings = Readonly<Record<string, unknown>>;

function settingsIn(path: string, text: string): Settings {
  try {
    const settings: unknown = JSON.parse(text);
    if (typeof settings === "object" && settings !== null && !Array.isArray(settings)) return settings as Settings;
    throw new Error("it holds no settings");
  } catch (error) {
    throw new DataError(`${shown(path)}: damaged, so that nobody can tell what run this is (${(error as Error).message}); if you are sure of the settings, delete it and run again: the journals are kept`);
  }
}

/** The kit's version, for the settings of a run. */
export function kitVersion(): string {
  return (JSON.parse(readText(inProject("package.json"))) as { version: string }).version;
}
