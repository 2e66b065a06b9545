/** When the machinery fails again and again, asking on is a waste: a header that takes ten minutes to fail would be tried for every waiting statement. */

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/** Counts failures in a row. After so many it is open for a second, then for twice as long each time, and closed again by one success. */
export class Breaker {
  private failures = 0;
  private until = 0;
  private why = "";

  constructor(private readonly most: number, private readonly now: () => number = () => performance.now()) {}

  succeeded(): void {
    this.failures = 0;
    this.until = 0;
  }

  failed(why: string): void {
    this.failures += 1;
    this.why = why;
    if (this.failures >= this.most) this.until = this.now() + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.failures - this.most));
  }

  /** Why nothing should be tried just now; undefined while it may be. */
  get open(): string | undefined {
    return this.until > this.now() ? this.failures === 1 ? this.why : `${this.failures} attempts in a row failed, the last one: ${this.why}` : undefined;
  }
}
