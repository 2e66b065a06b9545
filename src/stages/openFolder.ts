/** A run's folder while a run is in it. */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { unwritable } from "../core/files";
import { Journal, type JournalProblem } from "./journal";
import { lockFolder } from "./lock";

/** A folder that no other process may use meanwhile, and its journals. */
export interface OpenFolder {
  /** Opens NAME.journal.jsonl. @throws ToolError if it cannot be written */
  journal(name: string): Journal;
  /** Damage that was found in the journals so far and mended. */
  problems(): JournalProblem[];
  /** Closes the journals and lets others in. */
  close(): void;
}

/** The folder, made where need be, for this process alone, and without what a killed process was about to write. */
function locked(folder: string): () => void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw unwritable(folder, error);
  }
  const release = lockFolder(folder);
  for (const name of readdirSync(folder)) if (/\.\d+\.tmp$|\.jsonl\.fresh$/.test(name)) rmSync(join(folder, name), { force: true });
  return release;
}

/** Opens a folder, made where need be. @throws ToolError if another process uses it or it cannot be written */
export function openFolder(folder: string): OpenFolder {
  const release = locked(folder);
  const journals: Journal[] = [];
  return {
    journal(name) {
      const opened = new Journal(join(folder, `${name}.journal.jsonl`));
      journals.push(opened);
      return opened;
    },
    problems: () => journals.flatMap(({ problems }) => problems),
    close() {
      for (const opened of journals) opened.close();
      release();
    },
  };
}
