/** How much is tried, and from which seed: FAITHLAB_TORTURE_RUNS scales every count (1 is the full run), FAITHLAB_TORTURE_SEED sets the seed. */

export const SCALE = Number(process.env["FAITHLAB_TORTURE_RUNS"] ?? 1);
export const SEED = Number(process.env["FAITHLAB_TORTURE_SEED"] ?? 1);
if (!(SCALE > 0)) throw new Error(`FAITHLAB_TORTURE_RUNS is a positive number, 1 for the full run, got ${process.env["FAITHLAB_TORTURE_RUNS"]}`);
if (!Number.isInteger(SEED)) throw new Error(`FAITHLAB_TORTURE_SEED is a whole number, got ${process.env["FAITHLAB_TORTURE_SEED"]}`);

/** A count of the full run, scaled; at least 1. */
export const runs = (full: number): number => Math.max(1, Math.round(full * SCALE));
