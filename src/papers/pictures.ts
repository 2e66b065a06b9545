/** Pictures that explain the method to someone who knows neither Lean nor the papers. */
import { hundredSquares, flowDiagram, type Box } from "../charts/diagrams";
import type { Spec } from "../charts/spec";
import { FAILURE, framed, INK, OUTCOME, PAIR } from "../charts/theme";
import { count } from "../charts/words";
import { STEPS, type Dataset, type Formaliser } from "../data/published";
import { PAIR_CLASSES, pairClass, type PairClass } from "../stats/contingency";
import { nameOf, outcomesOf, recoveredContingency, type FaithformBench } from "./faithformbench";

/** The question of the kit: a valid and a false step go in; what does the prover say of what comes out? */
export function questionPicture(): Spec {
  const paper = "#F3F0E8";
  const machine = "#E4E4E4";
  const box = (x: number, y: number, width: number, fill: string, lines: string[], ink: string = INK): Box => ({ x, y, width, height: lines.length > 2 ? 58 : 44, lines, fill, ink });
  return flowDiagram(
    {
      width: 760,
      height: 250,
      boxes: [
        box(85, 40, 160, paper, ["a valid step", "7 boxes of 12: 7 · 12 = 84"]),
        box(85, 170, 160, paper, ["the step, made false", "7 boxes of 12: 7 · 12 = 94"]),
        box(270, 105, 110, machine, ["formaliser", "words → Lean"]),
        box(450, 40, 150, paper, ["Lean", "(7 : ℝ) * 12 = 84"]),
        box(450, 125, 150, paper, ["Lean", "(7 : ℝ) * 12 = 94"]),
        box(450, 215, 150, paper, ["Lean", "(7 : ℝ) * 12 = 84"]),
        box(667, 40, 176, OUTCOME.proved.colour, ["proved", "truth was kept"], "white"),
        box(667, 125, 176, OUTCOME.refuted.colour, ["refuted", "falsehood was kept: faithful"], "white"),
        box(667, 215, 176, FAILURE.fpr.colour, ["proved", "quietly repaired: sycophancy"], "white"),
      ],
      arrows: [
        { from: [167, 50], to: [212, 92] },
        { from: [167, 160], to: [212, 120] },
        { from: [327, 92], to: [372, 52] },
        { from: [327, 110], to: [372, 124] },
        { from: [327, 120], to: [372, 205] },
        { from: [527, 40], to: [575, 40], words: "prover" },
        { from: [527, 125], to: [575, 125], words: "prover" },
        { from: [527, 215], to: [575, 215], words: "prover" },
      ],
    },
    {
      title: "Does it translate what it was given?",
      subtitle: ["A formaliser turns a sentence into a Lean statement; a prover then says whether the statement is true.", "For a false sentence there are two ways out. Only one of them is a translation."],
      description:
        "Flow diagram. The valid step 7 times 12 is 84 becomes a Lean statement that is proved. The false step 7 times 12 is 94 either becomes the same false statement, which is refuted: faithful; or becomes 84, which is proved: sycophancy.",
    },
  );
}

/** What became of a hundred false steps: one square is one per cent of a dataset's LLM-perturbed steps. */
export function hundredFalseSteps(paper: FaithformBench, formaliser: Formaliser, dataset: Dataset): Spec {
  const counts = outcomesOf(paper, formaliser, dataset, "llm");
  const n = STEPS[dataset];
  const share = (name: string, colour: string, k: number) => ({ part: { name, colour, ink: "white" }, share: k / n });
  return hundredSquares(
    [
      share("refuted: stayed false", OUTCOME.refuted.colour, counts.refuted),
      share("proved: came back true", FAILURE.fpr.colour, counts.proved),
      share("not decided", OUTCOME.inconclusive.colour, counts.inconclusive),
      share("no statement", OUTCOME.af_fail.colour, counts.af_fail),
    ],
    {
      title: `A hundred false steps, formalised by ${nameOf(formaliser)}`,
      subtitle: [`Shares of ${count(n)} steps of ${dataset} that an LLM made false, rounded to whole squares.`, "FaithformBench (arXiv 2608.10916), Table 3."],
      description: `Of ${n} false steps ${counts.refuted} stayed false, ${counts.proved} came back true, ${counts.inconclusive} were not decided and ${counts.af_fail} got no statement.`,
    },
  );
}

/** What the prover can say of one statement, for the two axes of the grid. */
const SAID = [
  { said: "proved", outcome: "proved" },
  { said: "refuted", outcome: "refuted" },
  { said: "undecided", outcome: "inconclusive" },
] as const;

/** The five classes of a pair on a grid: what the prover said of the valid statement against what it said of the perturbed one, with the counts of one formaliser. */
export function pairClassPicture(paper: FaithformBench, formaliser: Formaliser, dataset: Dataset): Spec {
  const recovered = recoveredContingency(paper).filter((row) => row.formaliser === formaliser && row.dataset === dataset);
  const countsOf = (name: PairClass) => {
    const { lo, hi } = recovered.find((row) => row.pairClass === name)!.counts;
    return lo === hi ? `${count(lo)} pairs` : `${count(lo)} to ${count(hi)} pairs`;
  };
  const values = SAID.flatMap((row) =>
    SAID.map((column) => {
      const name = pairClass({ original: row.outcome, perturbed: column.outcome });
      const first = name !== "inconclusive" || (row.said === "undecided" && column.said === "undecided");
      return { valid: row.said, perturbed: column.said, name, ink: PAIR[name].ink, counts: first ? (name === "inconclusive" ? `${countsOf(name)} in all five` : countsOf(name)) : "" };
    }),
  );
  const sort = SAID.map(({ said }) => said);
  const axis = { labelAngle: 0, labelFontSize: 11.5, ticks: false, domain: false };
  const x = { field: "perturbed", type: "nominal", sort, title: "the perturbed step's statement was …", axis: { ...axis, orient: "top" } };
  const y = { field: "valid", type: "nominal", sort, title: "the valid step's statement was …", axis };
  return framed(
    {
      title: "Five classes of pairs",
      subtitle: [`Counts: ${nameOf(formaliser)} on ${dataset}, n = ${count(STEPS[dataset])} pairs, recovered from FaithformBench (arXiv 2608.10916), Figure 5.`, "Undecided: neither the statement nor its negation was proved, or there was no statement."],
      description: "Grid of three by three. Valid proved and perturbed refuted is faithfulness; both proved is sycophancy; both refuted is abstention; valid refuted and perturbed proved is inversion; anything undecided is inconclusive.",
    },
    {
      data: { values },
      width: 480,
      height: 210,
      layer: [
        { mark: { type: "rect", stroke: "white", strokeWidth: 4 }, encoding: { x, y, color: { field: "name", type: "nominal", legend: null, scale: { domain: [...PAIR_CLASSES], range: PAIR_CLASSES.map((name) => PAIR[name].colour) } } } },
        { mark: { type: "text", fontSize: 13, fontWeight: "bold", dy: -8 }, encoding: { x, y, text: { field: "name", type: "nominal" }, color: { field: "ink", type: "nominal", scale: null } } },
        { mark: { type: "text", fontSize: 11, dy: 10 }, encoding: { x, y, text: { field: "counts", type: "nominal" }, color: { field: "ink", type: "nominal", scale: null } } },
      ],
    },
  );
}
