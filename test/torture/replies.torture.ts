/** Mutated replies through everything that reads them: no crash, no hang, and the laws of `replies/laws.ts`. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs, SEED } from "./settings";
import { tally } from "./tally";
import { auditing, extraction, FORBIDDEN, json, negating, parsing } from "./replies/laws";
import { mutated } from "./replies/mutate";

const RUNS = runs(100_000);
/** Processor time for one reply through all readers, in milliseconds. */
const HANG = 1000;

test(`${RUNS} mutated replies`, () => {
  const count = tally("replies");
  fc.assert(
    fc.property(mutated, fc.constantFrom(...FORBIDDEN), fc.nat(), (reply, word, place) => {
      const { user } = process.cpuUsage();
      const theorems = extraction(reply);
      const whole = parsing(reply);
      json(reply);
      for (const theorem of whole ? [...theorems, whole] : theorems) {
        negating(theorem);
        if (auditing(theorem, word, place)) count("proofs spoilt");
      }
      const milliseconds = (process.cpuUsage().user - user) / 1000;
      expect(milliseconds, "milliseconds of processor time").toBeLessThan(HANG);
      count("replies");
      count("theorems extracted", theorems.length);
      if (whole) count("theorems parsed");
    }),
    { numRuns: RUNS, seed: SEED },
  );
  expect(count.of("theorems extracted")).toBeGreaterThan(RUNS / 3);
});
