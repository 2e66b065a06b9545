import { beforeAll, describe, expect, test } from "vitest";
import { editReport } from "../../src/robustness/edits";
import { MEASURES, rateOf, selected } from "../../src/robustness/measures";
import { EDIT_NAMES, STYLE_NAMES, type OutputRecord } from "../../src/robustness/records";
import { simulateStudy, SIMULATED_SYSTEMS, type SimulatedSystem } from "../../src/robustness/simulate";
import { flipInterval, gridOf, holds, samplingReport } from "../../src/robustness/styles";
import { trueDisagreement, trueEdits, trueKappa, trueRate, trueSelectedTc } from "../../src/robustness/truth";
import { pairedDifference } from "../../src/stats/differences";
import { cohenKappa } from "../../src/stats/kappa";

/**
 * 1,000 studies of a system with known rates, two systems in turn. A family's intervals are used up to twenty times a study, and the share that
 * holds the truth is to be 94 to 96 %. With a single interval a study chance alone moves that share by 0.7 points (one standard error).
 */
const STUDIES = 1_000;
const settings = { sharedByProblem: 0.6, sharedByInput: 0.3, judge: { sensitivity: 0.95, specificity: 0.93 }, second: { sensitivity: 0.9, specificity: 0.92 } };
const tally = new Map<string, { held: number; of: number }>();
const tell = (family: string, held: boolean) => {
  const entry = tally.get(family) ?? { held: 0, of: 0 };
  tally.set(family, { held: entry.held + Number(held), of: entry.of + 1 });
};

function secondAgainstFirst(outputs: readonly OutputRecord[]): number[][] {
  const count = (a: boolean, b: boolean) => outputs.filter((output) => output.stmtSC === a && output.others!["second"]!.stmtSC === b).length;
  return [[count(true, true), count(true, false)], [count(false, true), count(false, false)]];
}

function lookAt(outputs: readonly OutputRecord[], system: SimulatedSystem, seed: number): void {
  const inStyles = outputs.filter(({ label }) => label === undefined);
  const first = inStyles.filter(({ sample }) => sample === 1);
  const chosen = selected(inStyles, 2);
  for (const style of STYLE_NAMES) {
    const here = first.filter(({ condition }) => condition === style);
    for (const measure of MEASURES) tell("Wilson, correctness", holds(rateOf(here, measure).rate!, trueRate(system, style, measure, settings)));
    tell("Wilson, selection", holds(rateOf(chosen.filter(({ condition }) => condition === style), "TC").rate!, trueSelectedTc(system, style, 2, settings)));
    tell("kappa", holds(cohenKappa(secondAgainstFirst(here)), trueKappa(system.parts.stmtSC[style], settings.judge, settings.second)));
  }
  for (const edit of EDIT_NAMES) {
    const { fr, identifiable } = editReport(outputs.filter(({ condition }) => condition === edit));
    tell("Wilson, edits", holds(fr!, trueEdits(system, edit).fr));
    tell("Wilson, edits", holds(identifiable!, trueEdits(system, edit).identifiable));
  }
  const grid = gridOf(first);
  for (let i = 1; i < STYLE_NAMES.length; i++) {
    const count = (a: boolean, b: boolean) => grid.correct.filter((row) => row[i] === a && row[0] === b).length;
    const change = pairedDifference({ both: count(true, true), onlyFirst: count(true, false), onlySecond: count(false, true), neither: count(false, false) });
    tell("paired difference", holds(change, trueRate(system, STYLE_NAMES[i]!, "FullyCorrect", settings) - trueRate(system, "Orig", "FullyCorrect", settings)));
  }
  const { within, across } = trueDisagreement(system, settings);
  tell("bootstrap over problems", holds(flipInterval(grid, { seed, resamples: 400 }), across));
  tell("bootstrap over problems", holds(samplingReport(inStyles, { seed, resamples: 400 })!.difference, across - within));
}

describe("the intervals of 1,000 simulated studies hold the simulator's rates", () => {
  beforeAll(() => {
    for (let seed = 0; seed < STUDIES; seed++) {
      const system = SIMULATED_SYSTEMS[seed % 2 === 0 ? 4 : 6]!;
      lookAt(simulateStudy({ seed, problems: { miniF2F: 120 }, systems: [system], samples: 2, secondShare: 1, checked: 60, ...settings }).outputs, system, seed);
    }
  }, 120_000);

  /** The least number of intervals that each family must have been used for. */
  test.each([
    ["Wilson, correctness", 20_000],
    ["Wilson, selection", 5_000],
    ["Wilson, edits", 10_000],
    ["kappa", 5_000],
    ["paired difference", 4_000],
    ["bootstrap over problems", 2_000],
  ])("%s: 94 to 96 in a hundred, of at least %d", (family, least) => {
    const { held, of } = tally.get(family)!;
    expect(of).toBeGreaterThanOrEqual(least);
    expect(held / of).toBeGreaterThanOrEqual(0.94);
    expect(held / of).toBeLessThanOrEqual(0.96);
  });
});
