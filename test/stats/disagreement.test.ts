import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { disagreement, disagreementOver } from "../../src/stats/disagreement";

/** The definition, pair by pair. */
function counted(styles: readonly (readonly boolean[])[]): { within: number; across: number } {
  const share = (pairs: readonly (readonly [boolean, boolean])[]) => pairs.filter(([a, b]) => a !== b).length / pairs.length;
  const within = styles.map((outputs) => share(outputs.flatMap((a, i) => outputs.slice(i + 1).map((b) => [a, b] as const))));
  const across = styles.flatMap((first, i) => styles.slice(i + 1).map((second) => share(first.flatMap((a) => second.map((b) => [a, b] as const)))));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { within: mean(within), across: mean(across) };
}

describe("disagreement within and across styles", () => {
  test("agrees with counting pair by pair", () =>
    fc.assert(fc.property(fc.array(fc.array(fc.boolean(), { minLength: 2, maxLength: 8 }), { minLength: 2, maxLength: 5 }), (styles) => {
      const { within, across } = disagreement(styles.map((outputs) => ({ correct: outputs.filter(Boolean).length, samples: outputs.length })));
      const expected = counted(styles);
      expect(within).toBeCloseTo(expected.within, 12);
      expect(across).toBeCloseTo(expected.across, 12);
    })));

  test("one output cannot disagree with itself", () => expect(() => disagreement([{ correct: 1, samples: 1 }, { correct: 0, samples: 2 }])).toThrow("at least two outputs"));
  test("one style has nothing to be compared with", () => expect(() => disagreement([{ correct: 1, samples: 2 }])).toThrow("at least two, got 1"));

  test("over problems: means, and a difference whose interval is seeded", () => {
    const problems = [{ within: 0.5, across: 0.5 }, { within: 0, across: 1 }, { within: 0.5, across: 0.75 }];
    const first = disagreementOver(problems, { seed: 1 });
    expect(first).toMatchObject({ problems: 3, across: 0.75 });
    expect(first.difference.estimate).toBeCloseTo(1.25 / 3, 12);
    expect(disagreementOver(problems, { seed: 1 })).toEqual(first);
    expect(() => disagreementOver([], { seed: 1 })).toThrow("at least one problem");
  });
});
