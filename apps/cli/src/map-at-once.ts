/** The results in order, with at most `limit` pieces of work under way. */
export const mapAtOnce = async <Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  const waiting = items.entries();
  const takeOneByOne = async (): Promise<void> => {
    // The iterator is shared, so that each item is taken once.
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, takeOneByOne));
  return results;
};
