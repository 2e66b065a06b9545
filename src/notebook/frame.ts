import type { DataFrame } from "danfojs-node";

/**
 * Rows as a danfojs frame, for filtering, grouping and sorting in cells. danfojs is loaded on the first call, about a second, and its
 * tensor library is told not to advertise itself in the notebook.
 * @param rows objects of the same keys
 * @example (await frame(publishedOutcomes())).shape // [80, 8]
 */
export async function frame(rows: readonly object[]): Promise<DataFrame> {
  const danfo = await import("danfojs-node");
  danfo.tensorflow.enableProdMode();
  return new danfo.DataFrame([...rows]);
}
