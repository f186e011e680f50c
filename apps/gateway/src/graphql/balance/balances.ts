import type { BillingService, GetBalanceResponse } from "@cenote/contracts";
import { type Clock, type Log, type Timer, toCenoteError } from "@cenote/core";

/** Balances of organizations that somebody looks at: asked for once for all who look, and only while they do. */
export interface Balances {
  /** @param onChange Called with the balance as it is, then with each that differs from the last. @returns Stops it. */
  watch(organizationId: string, onChange: (balance: GetBalanceResponse) => void): () => void;
}

export interface BalancesOptions {
  readonly billing: Pick<BillingService, "getBalance">;
  readonly clock: Clock;
  readonly log: Log;
  /** Between the end of one look and the next. */
  readonly everyMs: number;
}

interface Watched {
  readonly watchers: Set<(balance: GetBalanceResponse) => void>;
  last: GetBalanceResponse | undefined;
  timer: Timer | undefined;
}

const isSame = (left: GetBalanceResponse | undefined, right: GetBalanceResponse): boolean =>
  left?.balanceNanoMxn === right.balanceNanoMxn && left.heldNanoMxn === right.heldNanoMxn;

export const createBalances = ({ billing, clock, log, everyMs }: BalancesOptions): Balances => {
  const watched = new Map<string, Watched>();

  const look = async (organizationId: string, entry: Watched): Promise<void> => {
    try {
      const balance = await billing.getBalance({ organizationId });
      if (!isSame(entry.last, balance)) {
        entry.last = balance;
        for (const watcher of entry.watchers) watcher(balance);
      }
    } catch (error) {
      log.debug({ organizationId, code: toCenoteError(error).code }, "a balance that is watched could not be read");
    }
    if (entry.watchers.size > 0) entry.timer = clock.setTimer(() => { void look(organizationId, entry); }, everyMs);
  };

  return {
    watch(organizationId, onChange) {
      let entry = watched.get(organizationId);
      if (entry === undefined) {
        entry = { watchers: new Set(), last: undefined, timer: undefined };
        watched.set(organizationId, entry);
        void look(organizationId, entry);
      } else if (entry.last !== undefined) {
        onChange(entry.last);
      }
      const { watchers } = entry;
      const own = entry;
      watchers.add(onChange);
      return () => {
        watchers.delete(onChange);
        if (watchers.size > 0) return;
        own.timer?.cancel();
        if (watched.get(organizationId) === own) watched.delete(organizationId);
      };
    },
  };
};
