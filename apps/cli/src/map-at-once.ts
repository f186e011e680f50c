/** The results in order, with at most `limit` items processed at once. */
export const mapAtOnce = async <Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  const waiting = items.entries();
  const takeOneByOne = async (): Promise<void> => {
    // The workers share the iterator, so each item is processed once.
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, takeOneByOne));
  return results;
};
