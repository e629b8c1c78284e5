/** Works on a few items at once; gives the results in the items' order. */
export async function inTurn<Item, Result>(
  items: readonly Item[],
  places: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++;
      results[at] = await work(items[at]!);
    }
  };
  await Promise.all(Array.from({ length: Math.min(places, items.length) }, worker));
  return results;
}
