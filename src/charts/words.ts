/** Numbers as prose. The only place where per cent signs are written, so that a number in a text always comes from a value. */
import type { Interval, Rate } from "../core/types";

/** A whole number with thousands separated, as the papers print them. @example count(12784) // "12,784" */
export function count(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/**
 * A share as per cent.
 * @param share 0 … 1
 * @example percent(0.2317) // "23.2 %"
 */
export function percent(share: number, decimals = 1): string {
  return `${(100 * share).toFixed(decimals)} %`;
}

/** A difference of shares in percentage points, with its sign. @example points(-0.0203) // "−2.0 pp" */
export function points(difference: number, decimals = 1): string {
  const text = Math.abs(100 * difference).toFixed(decimals);
  return `${difference < 0 && Number(text) !== 0 ? "−" : "+"}${text} pp`;
}

/** An interval in per cent. @example range({ lo: 0.2094, hi: 0.2555 }) // "20.9–25.6 %" */
export function range({ lo, hi }: Interval, decimals = 1): string {
  return `${(100 * lo).toFixed(decimals)}–${(100 * hi).toFixed(decimals)} %`;
}

/**
 * A rate as a sentence part: share, counts, interval.
 * @param label what the rate is of
 * @example claim("silent correction", wilson(297, 1282)) // "silent correction: 23.2 % (297 of 1,282; 95 % CI 20.9–25.6 %)"
 */
export function claim(label: string, rate: Rate): string {
  return `${label}: ${percent(rate.rate)} (${count(rate.k)} of ${count(rate.n)}; 95 % CI ${range(rate)})`;
}
