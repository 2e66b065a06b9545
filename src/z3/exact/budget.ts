/** A bound on work, in steps and in time, so that nothing runs for ever. */
import { Undecided } from "./value";

/** The clock is looked at once in so many steps. */
const BETWEEN_LOOKS = 4096;

/** So many steps, before a point in time. Whoever works takes from it; once it is used up, nothing more can be done with it. */
export class Budget {
  private nextLook: number;
  private isUsedUp = false;

  /** @param deadline a point in time, in milliseconds of `performance.now()` */
  constructor(
    private left: number,
    private readonly deadline = Infinity,
  ) {
    this.nextLook = left - BETWEEN_LOOKS;
  }

  /** Steps that are left; negative where more were asked for than there were. */
  get remaining(): number {
    return this.left;
  }

  /** @throws Undecided once the steps or the time are used up */
  spend(steps = 1): void {
    this.left -= steps;
    if (this.left >= this.nextLook && this.left >= 0 && !this.isUsedUp) return;
    this.nextLook = this.left - BETWEEN_LOOKS;
    this.isUsedUp ||= this.left < 0 || performance.now() > this.deadline;
    if (this.isUsedUp) throw new Undecided("evaluation takes too long");
  }
}
