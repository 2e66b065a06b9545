/** Progress of a run on standard error: one line that is overwritten in a terminal, a line now and then elsewhere. */
import type { Progress } from "../stages/stage";

const QUIET_MS = 5_000;

/** @returns a listener for `onProgress` */
export function progressLine(stream: NodeJS.WriteStream = process.stderr): (progress: Progress) => void {
  let stage = "";
  let told = 0;
  return (progress) => {
    const done = progress.done === progress.total;
    const fresh = progress.stage !== stage;
    if (fresh) stage = progress.stage;
    if (!fresh && !done && performance.now() - told < (stream.isTTY ? 100 : QUIET_MS)) return;
    told = performance.now();
    const line = described(progress);
    if (stream.isTTY) stream.write(`\r\u001b[K${line}${done ? "\n" : ""}`);
    else if (done || !fresh) stream.write(`${line}\n`);
  };
}

/** @example described({ stage: "decide", done: 50, total: 200, resumed: 10, rate: 20, secondsLeft: 7.5 }) // "decide: 50 of 200 (10 from the journal), 20.0 a second, 8 s left" */
export function described({ stage, done, total, resumed, rate, secondsLeft }: Progress): string {
  const journal = resumed > 0 ? ` (${resumed} from the journal)` : "";
  const pace = rate === undefined || secondsLeft === undefined || done === total ? "" : `, ${rate.toFixed(1)} a second, ${Math.ceil(secondsLeft)} s left`;
  return `${stage}: ${done} of ${total}${journal}${pace}`;
}
