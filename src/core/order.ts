/** Working on several items at once and handing the results on in the order of the items. */

/**
 * Results in the order of `items`, whatever order they are finished in. At the most `ahead` items are under way or waiting to be taken, so a slow reader
 * stops the source.
 */
export async function* inOrder<Item, Result>(items: Iterable<Item> | AsyncIterable<Item>, work: (item: Item) => Promise<Result>, ahead: number): AsyncGenerator<Result, void> {
  const under: Promise<Result>[] = [];
  for await (const item of items) {
    const result = work(item);
    result.catch(() => {}); // seen when its turn comes
    under.push(result);
    if (under.length >= ahead) yield await under.shift()!;
  }
  for (const result of under) yield await result;
}
