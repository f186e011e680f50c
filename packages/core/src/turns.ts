/** Runs the work when its turn comes. @param owner Owner of the work, if turns are divided among owners. */
export type InTurn = <Result>(work: () => Promise<Result>, owner?: string) => Promise<Result>;

/** Runs at most `atOnce` pieces of work concurrently, and at most `perOwner` for one owner, first in, first out. */
export const createTurns = (atOnce: number, perOwner = atOnce): InTurn => {
  const waiting: { readonly owner: string; readonly begin: () => void }[] = [];
  const underWay = new Map<string, number>();
  let total = 0;

  const ofOwner = (owner: string): number => underWay.get(owner) ?? 0;
  const hasTurn = (owner: string): boolean => total < atOnce && ofOwner(owner) < perOwner;
  const count = (owner: string, change: 1 | -1): void => {
    total += change;
    const left = ofOwner(owner) + change;
    if (left === 0) underWay.delete(owner);
    else underWay.set(owner, left);
  };
  const leave = (owner: string): void => {
    count(owner, -1);
    const index = waiting.findIndex((one) => hasTurn(one.owner));
    const [next] = index === -1 ? [] : waiting.splice(index, 1);
    if (next === undefined) return;
    count(next.owner, 1);
    next.begin();
  };

  return async (work, owner = "") => {
    if (hasTurn(owner)) count(owner, 1);
    else
      await new Promise<void>((begin) => {
        waiting.push({ owner, begin });
      });
    try {
      return await work();
    } finally {
      leave(owner);
    }
  };
};
