import type { BillingService, WatchBalanceResponse } from "@cenote/contracts";
import { CenoteError, type Clock, type Log, type Timer, toCenoteError } from "@cenote/core";

/** Balances of organizations. All watchers of an organization share one call of `watchBalance`. */
export interface Balances {
  /** @param onChange Called with the current balance, then after each change. @returns Stops watching. */
  watch(organizationId: string, onChange: (balance: WatchBalanceResponse) => void): () => void;
}

export interface BalancesOptions {
  readonly billing: Pick<BillingService, "watchBalance">;
  readonly clock: Clock;
  readonly log: Log;
  /** Delay before a lost watch is started again. */
  readonly againMs: number;
}

interface Watched {
  readonly watchers: Set<(balance: WatchBalanceResponse) => void>;
  readonly leaving: AbortController;
  last: WatchBalanceResponse | undefined;
  timer: Timer | undefined;
}

const isSame = (left: WatchBalanceResponse | undefined, right: WatchBalanceResponse): boolean =>
  left?.balanceNanoMxn === right.balanceNanoMxn && left.heldNanoMxn === right.heldNanoMxn;

export const createBalances = ({ billing, clock, log, againMs }: BalancesOptions): Balances => {
  const watched = new Map<string, Watched>();

  const follow = async (organizationId: string, entry: Watched): Promise<void> => {
    const { signal } = entry.leaving;
    try {
      for await (const balance of billing.watchBalance({ organizationId }, signal)) {
        // After a restarted watch, the first balance is often the same as the last one.
        if (isSame(entry.last, balance)) continue;
        entry.last = balance;
        for (const watcher of entry.watchers) watcher(balance);
      }
    } catch (error) {
      if (!signal.aborted)
        log.debug({ organizationId, code: toCenoteError(error).code }, "a balance could not be watched");
    }
    if (!signal.aborted)
      entry.timer = clock.setTimer(() => {
        void follow(organizationId, entry);
      }, againMs);
  };

  return {
    watch(organizationId, onChange) {
      let entry = watched.get(organizationId);
      if (entry === undefined) {
        entry = { watchers: new Set(), leaving: new AbortController(), last: undefined, timer: undefined };
        watched.set(organizationId, entry);
        void follow(organizationId, entry);
      } else if (entry.last !== undefined) {
        onChange(entry.last);
      }
      const own = entry;
      own.watchers.add(onChange);
      return () => {
        if (!own.watchers.delete(onChange) || own.watchers.size > 0) return;
        watched.delete(organizationId);
        own.timer?.cancel();
        own.leaving.abort(new CenoteError("cancelled"));
      };
    },
  };
};
