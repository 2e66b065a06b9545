/** Counts of a run, handed to the reporter that prints them all when the run ends. */
import { appendFileSync } from "node:fs";
import { onTestFinished } from "vitest";

export interface Count {
  (what: string, by?: number): void;
  of(what: string): number;
}

/** A counter under a title, for one test; what it counted is there also if the test fails. */
export function tally(title: string): Count {
  const counts = new Map<string, number>();
  onTestFinished(() => {
    const file = process.env["FAITHLAB_TORTURE_COUNTS"];
    const line = `${title}: ${[...counts].map(([what, n]) => `${n.toLocaleString("en")} ${what}`).join(", ") || "nothing"}\n`;
    if (file) appendFileSync(file, line);
  });
  return Object.assign((what: string, by = 1): void => void counts.set(what, (counts.get(what) ?? 0) + by), { of: (what: string): number => counts.get(what) ?? 0 });
}
