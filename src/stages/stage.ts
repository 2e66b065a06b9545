/** One stage over many rows: in parallel, in order, resumable. */
import { InputError } from "../core/errors";
import { Pending } from "../llm/answerer";
import { keyOf, type Journal } from "./journal";

/** How far a stage is. */
export interface Progress {
  readonly stage: string;
  readonly done: number;
  readonly total: number;
  /** Of `done`, how many were in the journal already. */
  readonly resumed: number;
  /** Rows made a second since the stage began, and seconds left at that pace; undefined until something was made. */
  readonly rate?: number;
  readonly secondsLeft?: number;
}

export interface StageOptions<Input, Value> {
  readonly name: string;
  /** Everything besides the input that decides the value. */
  readonly configuration: unknown;
  readonly rows: readonly { readonly id: string; readonly input: Input }[];
  /** Makes the value of one row. An error ends the stage; what a system answers, a refusal too, is a value. */
  readonly make: (input: Input, id: string) => Promise<Value> | Value;
  readonly journal: Journal;
  /** Rows at once, from 1. */
  readonly concurrency: number;
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
}

/**
 * Makes the value of each row, or takes it from the journal, and returns them in the order of the rows.
 *
 * Values are written in that order as well, whatever order they are finished in, so that two runs of the same rows leave the same bytes. Rows
 * with the same input share one value. A row whose answer is pending stays unmade while the others are made; then the stage ends.
 * @throws Pending if rows wait for answers that come by another way; what `make` throws, after the rows that were under way have ended; or the
 * signal's reason
 */
export async function runStage<Input, Value>({ name, configuration, rows, make, journal, concurrency, onProgress, signal }: StageOptions<Input, Value>): Promise<Value[]> {
  if (!Number.isSafeInteger(concurrency) || concurrency < 1) throw new InputError(`concurrency is a whole number from 1, got ${concurrency}`);
  const keys = rows.map(({ input }) => keyOf(name, configuration, input));
  const first = new Map<string, number>();
  keys.forEach((key, i) => {
    if (!journal.has(key) && !first.has(key)) first.set(key, i);
  });
  const waiting = [...first.values()];
  const made = new Map<number, Value>();
  const resumed = rows.length - keys.filter((key) => first.has(key)).length;
  const started = performance.now();
  let written = 0;
  let failure: { error: unknown } | undefined;
  let pending = 0;

  const tell = () => {
    const seconds = (performance.now() - started) / 1000;
    const rate = written > 0 && seconds > 0 ? written / seconds : undefined;
    onProgress?.({ stage: name, done: rows.length - (first.size - written), total: rows.length, resumed, ...(rate && { rate, secondsLeft: (first.size - written) / rate }) });
  };
  const flush = () => {
    for (; written < waiting.length && made.has(waiting[written]!); written++) {
      const i = waiting[written]!;
      journal.append(keys[i]!, rows[i]!.id, made.get(i)!);
      made.delete(i);
    }
  };
  tell();
  let next = 0;
  const worker = async () => {
    while (next < waiting.length && !failure) {
      const i = waiting[next++]!;
      try {
        signal?.throwIfAborted();
        made.set(i, await make(rows[i]!.input, rows[i]!.id));
        flush();
        tell();
      } catch (error) {
        if (error instanceof Pending) pending += error.requests;
        else failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, waiting.length) }, worker));
  if (failure) throw failure.error;
  if (pending > 0) throw new Pending(pending);
  journal.arrange(keys);
  return keys.map((key) => journal.get(key) as Value);
}
