/** Resolves once this many of the calls have ended. Rejects with the first that fails. */
export const firstEnded = (calls: readonly Promise<unknown>[], count: number): Promise<void> =>
  new Promise((resolve, reject) => {
    let left = count;
    for (const call of calls) {
      call.then(() => {
        left -= 1;
        if (left === 0) resolve();
      }, reject);
    }
  });
