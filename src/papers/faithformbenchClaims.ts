/** FaithformBench's claims, each recomputed from its printed tables. */
import { sampleRankCorrelation } from "simple-statistics";
import { count, percent } from "../charts/words";
import { DATASETS, DECLARATIVE_STEPS, FINE_TUNED, FORMALISERS, GENERAL, publishedClaims, PUBLISHED, STEPS, type Dataset, type Formaliser, type PublishedClaim } from "../data/published";
import { auditAll, equation, statement, type AuditedClaim, type Finding } from "./claims";
import { contingencyChecks, nameOf, outcomesOf, ratesOf, uflbAgreement, type FaithformBench } from "./faithformbench";

const HARDER = DATASETS.filter((dataset) => dataset !== "GSM8K");

/** "Small" has no number in the paper; here it is read as at most five in a hundred pairs. */
const SMALL = 0.05;

/**
 * Audits the claims of FaithformBench's text.
 * @returns one finding a claim, in their order, with the number found beside it
 * @throws DataError if the tables do not add up
 */
export function auditFaithformBench(paper: FaithformBench, folder = PUBLISHED): AuditedClaim[] {
  const steps = DATASETS.reduce((sum, dataset) => sum + STEPS[dataset], 0);
  const checks: Record<string, (claim: PublishedClaim) => Finding> = {
    A1: (claim) => equation(claim, steps, `${DATASETS.map((dataset) => count(STEPS[dataset])).join(" + ")} = ${count(steps)}`),
    A2: (claim) => equation(claim, Math.min(...Object.values(STEPS)), `least of ${DATASETS.map((dataset) => count(STEPS[dataset])).join(", ")}`),
    A3: (claim) => equation(claim, steps + DECLARATIVE_STEPS, `${count(steps)} + ${count(DECLARATIVE_STEPS)} = ${count(steps + DECLARATIVE_STEPS)}`),
    A4: (claim) => equation(claim, 2 * steps + DECLARATIVE_STEPS, `${count(steps + DECLARATIVE_STEPS)} + ${count(steps)} = ${count(2 * steps + DECLARATIVE_STEPS)}`),
    A5: (claim) => equation(claim, 4 * 2 * steps, `4 × 2 × ${count(steps)} = ${count(8 * steps)}`),
    A6: (claim) => equation(claim, 4 * 3 * steps, `4 × 3 × ${count(steps)} = ${count(12 * steps)}`),
    A7: () => everyUflb(paper),
    A8: (claim) => halfWidths(paper, Number(claim.published)),
    A9: () => extreme(paper, "fnr", "lowest", DATASETS),
    A10: () => highestFpr(paper),
    A11: () => onlyGoedelBelow(paper, 0.1),
    A12: () => order(paper),
    A13: () => generalBelowFineTuned(paper),
    A14: () => beatGoedel(paper),
    A15: () => mostSycophantic(paper),
    A16: () => smallClasses(paper),
    A17: (claim) => humanAgreement(claim),
    A18: () => capabilityAndSycophancy(paper),
    A19: () => withinBounds(paper),
  };
  return auditAll(publishedClaims("faithformbench", folder), checks);
}

function everyUflb(paper: FaithformBench): Finding {
  const all = uflbAgreement(paper);
  const off = all.filter(({ agree }) => !agree).map(({ formaliser, dataset, published, recomputed }) => `${nameOf(formaliser)} on ${dataset}: printed ${published.toFixed(2)}, recomputed ${recomputed.rate.toFixed(4)}`);
  return statement(off.length === 0, `${all.length - off.length} of ${all.length} values agree${off.length > 0 ? `; ${off.join("; ")}` : ""}`);
}

function halfWidths(paper: FaithformBench, limit: number): Finding {
  const widths = FORMALISERS.flatMap((formaliser) =>
    DATASETS.flatMap((dataset) => {
      const { fnr, fpr, affr, uflb } = ratesOf(paper, formaliser, dataset);
      return Object.entries({ FNR: fnr, FPR: fpr, AFFR: affr, UFLB: uflb }).map(([rate, { lo, hi }]) => ({ rate, half: (hi - lo) / 2, where: `${nameOf(formaliser)} on ${dataset}` }));
    }),
  );
  const widest = widths.reduce((most, each) => (each.half > most.half ? each : most));
  return statement(widest.half <= limit, `widest of ${widths.length}: ± ${widest.half.toFixed(4)}, ${widest.rate} of ${widest.where}`, "half of hi − lo; for AFFR and UFLB the widest interval that any pairing allows, so the paper's own are no wider");
}

/** Who is lowest or highest in a rate among the fine-tuned formalisers, dataset by dataset, beside the next one (or Goedel, if it does not lead), and whether it is always Goedel alone. */
function extreme(paper: FaithformBench, rate: "fnr" | "fpr", which: "lowest" | "highest", datasets: readonly Dataset[]): Finding {
  const sign = which === "lowest" ? 1 : -1;
  const lines = datasets.map((dataset) => {
    const ranked = FINE_TUNED.map((formaliser) => ({ formaliser, ...ratesOf(paper, formaliser, dataset)[rate] })).sort((a, b) => sign * (a.rate - b.rate));
    const [first, second] = [ranked[0]!, ranked[1]!];
    const [leader, other] = first.formaliser === "Goedel" ? [first, second] : [first, ranked.find(({ formaliser }) => formaliser === "Goedel")!];
    return { holds: first.formaliser === "Goedel" && first.k !== second.k, text: `${dataset} ${nameOf(leader.formaliser)} ${percent(leader.rate)}, ${nameOf(other.formaliser)} ${percent(other.rate)}` };
  });
  return statement(lines.every(({ holds }) => holds), lines.map(({ text }) => text).join("; "));
}

function highestFpr(paper: FaithformBench): Finding {
  const gsm8k = extreme(paper, "fpr", "highest", ["GSM8K"]);
  const harder = extreme(paper, "fpr", "highest", HARDER);
  return statement(
    gsm8k.verdict === "supported" && harder.verdict === "supported",
    `the three harder subsets: ${harder.verdict} (${harder.found}); GSM8K: ${gsm8k.verdict} (${gsm8k.found})`,
    "highest on all four subsets",
  );
}

function onlyGoedelBelow(paper: FaithformBench, limit: number): Finding {
  const values = HARDER.flatMap((dataset) => FINE_TUNED.map((formaliser) => ({ formaliser, rate: ratesOf(paper, formaliser, dataset).affr.rate })));
  const goedel = Math.max(...values.filter(({ formaliser }) => formaliser === "Goedel").map(({ rate }) => rate));
  const others = Math.min(...values.filter(({ formaliser }) => formaliser !== "Goedel").map(({ rate }) => rate));
  return statement(goedel < limit && others >= limit, `Goedel at most ${percent(goedel)}, every other at least ${percent(others)}`);
}

function order(paper: FaithformBench): Finding {
  const line = (name: string, value: (formaliser: Formaliser) => number) => {
    const values = FINE_TUNED.map(value);
    return { holds: values.every((each, i) => i === 0 || values[i - 1]! < each), text: `${name} ${values.map((each) => each.toFixed(3)).join(" < ")}` };
  };
  const uflb = (formaliser: Formaliser, dataset: Dataset) => ratesOf(paper, formaliser, dataset).uflb.rate;
  const lines = [
    ...DATASETS.map((dataset) => line(dataset, (formaliser) => uflb(formaliser, dataset))),
    line("mean of the four", (formaliser) => DATASETS.reduce((sum, dataset) => sum + uflb(formaliser, dataset), 0) / DATASETS.length),
  ];
  const failing = lines.filter(({ holds }) => !holds);
  return statement(failing.length === 0, (failing.length > 0 ? failing : lines).map(({ text }) => text).join("; "), "Goedel < StepFun < Kimina < Herald on each subset and on the mean");
}

function generalBelowFineTuned(paper: FaithformBench): Finding {
  const fpr = (formaliser: Formaliser, dataset: Dataset) => ratesOf(paper, formaliser, dataset).fpr.rate;
  const exceptions = DATASETS.flatMap((dataset) =>
    GENERAL.flatMap((general) => FINE_TUNED.filter((tuned) => fpr(general, dataset) >= fpr(tuned, dataset)).map((tuned) => `${nameOf(general)} ≥ ${nameOf(tuned)} on ${dataset}`)),
  );
  const gaps = DATASETS.map((dataset) => `${dataset} at most ${percent(Math.max(...GENERAL.map((each) => fpr(each, dataset))))} against at least ${percent(Math.min(...FINE_TUNED.map((each) => fpr(each, dataset))))}`);
  return statement(exceptions.length === 0, exceptions.length > 0 ? exceptions.join("; ") : gaps.join("; "));
}

function beatGoedel(paper: FaithformBench): Finding {
  const uflb = (formaliser: Formaliser, dataset: Dataset) => ratesOf(paper, formaliser, dataset).uflb.rate;
  const lines = DATASETS.map((dataset) => {
    const [claude, gemini, goedel] = [uflb("Claude-Opus-4.7", dataset), uflb("Gemini-3.1-Pro", dataset), uflb("Goedel", dataset)];
    return { holds: claude < goedel && gemini < goedel, text: `${dataset} ${claude.toFixed(3)} and ${gemini.toFixed(3)} against ${goedel.toFixed(3)}` };
  });
  return statement(lines.every(({ holds }) => holds), lines.map(({ text }) => text).join("; "));
}

function mostSycophantic(paper: FaithformBench): Finding {
  const lines = HARDER.map((dataset) => {
    const ranked = paper.contingency.filter((row) => row.dataset === dataset).sort((a, b) => b.sycophancy - a.sycophancy);
    const [first, second] = [ranked[0]!, ranked[1]!];
    return { holds: first.formaliser === "Goedel" && first.sycophancy > second.sycophancy, text: `${dataset} ${nameOf(first.formaliser)} ${percent(first.sycophancy / 100)}, next ${nameOf(second.formaliser)} ${percent(second.sycophancy / 100)}` };
  });
  return statement(lines.every(({ holds }) => holds), lines.map(({ text }) => text).join("; "));
}

function smallClasses(paper: FaithformBench): Finding {
  const most = (name: "abstention" | "inversion") => paper.contingency.reduce((top, row) => (row[name] > top[name] ? row : top));
  const [abstention, inversion] = [most("abstention"), most("inversion")];
  return statement(
    Math.max(abstention.abstention, inversion.inversion) <= 100 * SMALL,
    `greatest abstention ${percent(abstention.abstention / 100)} (${nameOf(abstention.formaliser)} on ${abstention.dataset}), greatest inversion ${percent(inversion.inversion / 100)} (${nameOf(inversion.formaliser)} on ${inversion.dataset})`,
    `the paper gives no threshold; "small" is read as at most ${percent(SMALL, 0)} of the pairs`,
  );
}

function humanAgreement(claim: PublishedClaim): Finding {
  const agreement = (219 - 9) / 219;
  return statement(claim.published === percent(agreement), `(219 − 9) / 219 = ${percent(agreement)}`);
}

function capabilityAndSycophancy(paper: FaithformBench): Finding {
  const lines = DATASETS.map((dataset) => {
    const capable = FINE_TUNED.map((formaliser) => outcomesOf(paper, formaliser, dataset, "none").proved);
    const sycophantic = FINE_TUNED.map((formaliser) => outcomesOf(paper, formaliser, dataset, "llm").proved);
    return { dataset, rho: sampleRankCorrelation(capable, sycophantic) };
  });
  const sign = (rho: number) => (rho < 0 ? "−" : "+") + Math.abs(rho).toFixed(2);
  return statement(
    lines.every(({ rho }) => rho > 0),
    lines.map(({ dataset, rho }) => `${dataset} ρ = ${sign(rho)}`).join("; "),
    "Spearman's rank correlation of the share proved on valid steps with FPR is positive on every subset; with four formalisers even ρ = 1 has a one-sided p of 1/24",
  );
}

function withinBounds(paper: FaithformBench): Finding {
  const checks = contingencyChecks(paper);
  const outside = checks.filter(({ within }) => !within);
  return statement(
    outside.length === 0,
    outside.length > 0
      ? outside.map(({ formaliser, dataset, pairClass, published, bounds }) => `${pairClass} of ${nameOf(formaliser)} on ${dataset}: ${published} % outside ${bounds.lo.toFixed(2)}–${bounds.hi.toFixed(2)} %`).join("; ")
      : `${checks.length} of ${checks.length} shares (16 bars of 5) lie within their Fréchet bounds`,
  );
}
