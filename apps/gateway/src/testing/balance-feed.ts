import type { WatchBalanceResponse } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";

/** A watched balance that the test controls. */
export interface BalanceFeed extends AsyncIterable<WatchBalanceResponse> {
  push(balanceNanoMxn: bigint): void;
  /** Ends the watch, as if it were lost. */
  end(): void;
  /** Resolves when the reader has left. */
  readonly abandoned: Promise<void>;
}

export const createBalanceFeed = (signal?: AbortSignal): BalanceFeed => {
  const abandoned = Promise.withResolvers<void>();
  const steps: (bigint | "end")[] = [];
  let wake = () => {};
  const add = (step: bigint | "end"): void => {
    steps.push(step);
    wake();
  };
  signal?.addEventListener("abort", () => {
    abandoned.resolve();
    wake();
  });
  return {
    push: add,
    end: () => {
      add("end");
    },
    abandoned: abandoned.promise,
    async *[Symbol.asyncIterator]() {
      for (;;) {
        if (signal?.aborted === true) throw new CenoteError("cancelled");
        const step = steps.shift();
        if (step === "end") return;
        if (step === undefined)
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        else yield { balanceNanoMxn: step, heldNanoMxn: 0n, availableNanoMxn: step };
      }
    },
  };
};
