/** Runs at most `atOnce` pieces of work at the same time, in the order they came. */
export const createTurns = (atOnce: number) => {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (underWay === atOnce)
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    else underWay += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) underWay -= 1;
      else next();
    }
  };
};
