/** Rates that a fallible judge counted, corrected by what humans said of a sample of its verdicts. Beyond both papers. */
import { InputError } from "../core/errors";
import { requireCount, zOf } from "./normal";
import type { Estimate } from "./squareAndAdd";

/** k of n. */
export interface Counted {
  readonly k: number;
  readonly n: number;
}

/** A corrected rate, and the rate as the judge counted it. */
export interface CorrectedRate extends Estimate {
  readonly asJudged: number;
}

/**
 * The true rate behind a judge's count when its verdicts were sampled for a human check: so many of the accepted, so many of the rejected, as in
 * B, section 4.4 (50 and 50). Of the accepted share p a part a is truly positive, of the rejected a part b: p·a + (1 − p)·b. That is Rogan & Gladen's
 * correction with the sensitivity and specificity which such a sample implies; double sampling, Tenenbein 1970, J. Am. Stat. Assoc. 65:1350.
 *
 * The interval adds the variances of the three counted shares, each first drawn towards ½ as by Agresti & Coull (the judged share by z²/2 of z²,
 * the checked ones by 1 of 2), so that a check without a single error keeps some doubt. Bounds stay within [0, 1].
 * @param judged positives among all outputs, by the judge
 * @param accepted of the checked outputs that the judge accepted, how many are truly positive
 * @param rejected of the checked outputs that the judge rejected, how many are truly positive after all
 * @throws InputError if a count is none or exceeds its total, or a total is 0
 * @example correctByVerdict({ judged: { k: 150, n: 744 }, accepted: { k: 47, n: 50 }, rejected: { k: 3, n: 50 } }).estimate // 0.2374 where the judge counted 0.2016
 */
export function correctByVerdict({ judged, accepted, rejected, level = 0.95 }: { judged: Counted; accepted: Counted; rejected: Counted; level?: number }): CorrectedRate {
  check("correctByVerdict", { judged, accepted, rejected });
  const z = zOf(level);
  const p = drawn(judged, (z * z) / 2);
  const a = drawn(accepted, 1);
  const b = drawn(rejected, 1);
  const centre = p.share * a.share + (1 - p.share) * b.share;
  const spread = z * Math.sqrt((a.share - b.share) ** 2 * p.variance + p.share ** 2 * a.variance + (1 - p.share) ** 2 * b.variance);
  const asJudged = judged.k / judged.n;
  const estimate = asJudged * (accepted.k / accepted.n) + (1 - asJudged) * (rejected.k / rejected.n);
  return { asJudged, estimate, lo: clipped(Math.min(estimate, centre - spread)), hi: clipped(Math.max(estimate, centre + spread)) };
}

/**
 * The true rate behind a judge's count when its sensitivity and specificity were estimated elsewhere: Rogan & Gladen 1978, Am. J. Epidemiol. 107:71,
 * (p + specificity − 1) / (sensitivity + specificity − 1), kept within [0, 1].
 *
 * The interval follows Lang & Reiczigel 2014, Prev. Vet. Med. 113:13: the three shares drawn towards ½, their variances propagated, and the centre
 * moved by a term for the skewness that the denominator brings.
 * @param judged positives among all outputs, by the judge
 * @param sensitivity of true positives, how many the judge accepted
 * @param specificity of true negatives, how many the judge rejected
 * @throws InputError as `correctByVerdict`, and if sensitivity + specificity ≤ 1: such a judge knows no more than a coin, and no count of its can be corrected
 * @example correctedRate({ judged: { k: 300, n: 1000 }, sensitivity: { k: 90, n: 100 }, specificity: { k: 95, n: 100 } }).estimate // 0.2941
 */
export function correctedRate({ judged, sensitivity, specificity, level = 0.95 }: { judged: Counted; sensitivity: Counted; specificity: Counted; level?: number }): CorrectedRate {
  check("correctedRate", { judged, sensitivity, specificity });
  const z = zOf(level);
  const asJudged = judged.k / judged.n;
  const informed = sensitivity.k / sensitivity.n + specificity.k / specificity.n - 1;
  if (informed <= 0) throw new InputError(`sensitivity ${(sensitivity.k / sensitivity.n).toFixed(3)} and specificity ${(specificity.k / specificity.n).toFixed(3)} add up to 1 or less; such a judge's counts cannot be corrected`);
  const estimate = clipped((asJudged + specificity.k / specificity.n - 1) / informed);
  const p = drawn(judged, (z * z) / 2);
  const se = drawn(sensitivity, 1);
  const sp = drawn(specificity, 1);
  const denominator = se.share + sp.share - 1;
  if (denominator <= 0) return { asJudged, estimate, lo: 0, hi: 1 }; // the check is too small to tell the judge from a coin
  const centre = clipped((p.share + sp.share - 1) / denominator);
  const shift = 2 * z * z * (centre * se.variance - (1 - centre) * sp.variance);
  const spread = (z / denominator) * Math.sqrt(p.variance + centre ** 2 * se.variance + (1 - centre) ** 2 * sp.variance);
  return { asJudged, estimate, lo: clipped(Math.min(estimate, centre + shift - spread)), hi: clipped(Math.max(estimate, centre + shift + spread)) };
}

/** A share with so many successes and as many failures added, and its variance. */
function drawn({ k, n }: Counted, added: number): { share: number; variance: number } {
  const share = (k + added) / (n + 2 * added);
  return { share, variance: (share * (1 - share)) / (n + 2 * added) };
}

function clipped(share: number): number {
  return Math.min(1, Math.max(0, share));
}

function check(who: string, counts: Readonly<Record<string, Counted>>): void {
  for (const [name, { k, n }] of Object.entries(counts)) {
    requireCount(who, `${name}.k`, k);
    requireCount(who, `${name}.n`, n);
    if (n === 0 || k > n) throw new InputError(`${who} requires ${name} to be k of n with 0 ≤ k ≤ n and n ≥ 1, got ${k} of ${n}`);
  }
}
