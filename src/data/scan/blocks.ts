/** Whole lines of a source, a block at a time, in memory that is used again for the next block. */
import type { Source } from "./source";
import type { ScanMemory } from "./stringEnd";

/** Bytes asked for at once: many lines, yet within a processor's cache. */
const BLOCK = 1 << 19;
const LINE = 0x0a;

/**
 * Puts whole lines into the memory and says where they are, [from, to); each ends with "\n", which is added to a last line without. Valid until the next
 * block is asked for. A line may be longer than a block; the memory grows to hold it.
 */
export async function* blocksOfLines(source: Source, memory: ScanMemory): AsyncGenerator<{ from: number; to: number }> {
  const from = memory.start;
  let held = 0; // bytes of a line that is not whole yet
  for (;;) {
    const start = from + held;
    memory.grow(start + BLOCK);
    const count = await source.read(memory.bytes.subarray(start, start + BLOCK));
    if (count === 0) break;
    const last = memory.bytes.subarray(start, start + count).lastIndexOf(LINE);
    held += count;
    if (last < 0) continue;
    yield { from, to: start + last + 1 };
    memory.bytes.copyWithin(from, start + last + 1, from + held);
    held = count - last - 1;
  }
  if (held === 0) return;
  memory.bytes[from + held] = LINE;
  yield { from, to: from + held + 1 };
}
