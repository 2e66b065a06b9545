/** How many REPLs a machine can hold. */
import { availableParallelism, freemem } from "node:os";

/** Mathlib's files are mapped and shared, but a REPL at work has been measured at 4 to 6.5 GB. */
const BYTES_EACH = 6 * 2 ** 30;

/**
 * As many REPLs as there are cores, and no more than fit into the free memory at 6 GB each; one at least. A pool that is sized by cores alone ends in the
 * out-of-memory killer.
 * @example poolSize({ cores: 16, freeBytes: 64 * 2 ** 30 }) // 10
 */
export function poolSize({ cores = availableParallelism(), freeBytes = available() }: { readonly cores?: number; readonly freeBytes?: number } = {}): number {
  return Math.max(1, Math.min(cores, Math.floor(freeBytes / BYTES_EACH)));
}

/** What is free, within what a container grants. */
function available(): number {
  const granted = process.constrainedMemory();
  return granted > 0 ? Math.min(freemem(), granted) : freemem();
}
