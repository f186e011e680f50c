/** Counts open calls of services, including clean-up after cancelled ones, so that a stop can wait for them. */
export interface InFlight {
  begin(): void;
  end(): void;
  count(): number;
  /** Resolves when no call is open. */
  idle(): Promise<void>;
}

export const createInFlight = (): InFlight => {
  let count = 0;
  let waiting: Array<() => void> = [];
  return {
    begin() {
      count++;
    },
    end() {
      count--;
      if (count > 0 || waiting.length === 0) return;
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
    count: () => count,
    idle: () =>
      count === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.push(resolve);
          }),
  };
};
