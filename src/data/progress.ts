/** Progress of a download in words. */

/** How far one file is. */
export interface Transfer {
  readonly file: string;
  /** Bytes on the disk so far, those of an earlier call too. */
  readonly bytes: number;
  /** Undefined where the server does not say. */
  readonly total?: number;
  /** Bytes that came in this call, and the milliseconds they took. */
  readonly came: number;
  readonly ms: number;
}

/**
 * A size for a reader, in decimal units.
 * @example sizeInWords(1_938_778) // "1.9 MB"
 */
export function sizeInWords(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB"];
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${step === 0 ? bytes : (bytes / 1000 ** step).toFixed(1)} ${units[step]}`;
}

/**
 * One line of progress: bytes, share, rate and time left.
 * @example transferInWords({ file: "math.json", bytes: 500_000, total: 1_000_000, came: 500_000, ms: 2000 })
 * // "math.json  500.0 kB of 1.0 MB (50 %)  250.0 kB/s  2 s left"
 */
export function transferInWords({ file, bytes, total, came, ms }: Transfer): string {
  const rate = ms > 0 ? (came / ms) * 1000 : 0;
  const parts = [file, total === undefined ? sizeInWords(bytes) : `${sizeInWords(bytes)} of ${sizeInWords(total)} (${total === 0 ? 100 : Math.floor((100 * bytes) / total)} %)`];
  if (rate > 0) parts.push(`${sizeInWords(Math.round(rate))}/s`);
  if (rate > 0 && total !== undefined && bytes < total) parts.push(`${timeInWords((total - bytes) / rate)} left`);
  return parts.join("  ");
}

function timeInWords(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}

/** What a progress line is written to; process.stderr is one. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Shows transfers: on a terminal one line that is written over, at most five times a second; elsewhere a line every ten seconds. */
export function transferDisplay(screen: Screen, now: () => number): { show(transfer: Transfer): void; clear(): void } {
  let last = now();
  let open = false;
  return {
    show(transfer) {
      if (now() - last < (screen.isTTY ? 200 : 10_000)) return;
      last = now();
      const line = transferInWords(transfer);
      screen.write(screen.isTTY ? `\r\u001b[2K${line.slice(0, (screen.columns ?? 80) - 1)}` : `${line}\n`);
      open = screen.isTTY === true;
    },
    clear() {
      if (open) screen.write("\r\u001b[2K");
      open = false;
    },
  };
}
