/** The functions of jstat that the kit calls; jstat ships no types. */
declare module "jstat" {
  export const normal: {
    /** Quantile of the normal distribution. */
    inv(probability: number, mean: number, standardDeviation: number): number;
  };
  export const chisquare: {
    /** P(X ≤ x) of the χ² distribution. */
    cdf(x: number, degreesOfFreedom: number): number;
  };
}
