import { CenoteError, type Clock, type Log, type Timer, toCenoteError } from "@cenote/core";
import type { Block } from "./block";
import type { Balance } from "./ledger-reads";

/** Notifies watchers of balance changes: at once for this process's commits, within `everyMs` for other replicas'. */
export interface BalanceEvents {
  /** @returns A function that stops watching. Errors: overloaded if too many balances are watched. */
  watch(organizationId: string, listener: (balance: Balance) => void): () => void;
  /** To be called for each block added to a committed head. */
  observe(block: Block): void;
  close(): void;
}

export interface BalanceEventsOptions {
  readonly clock: Clock;
  readonly log: Log;
  /**
   * Reads the journal of an organization to its end. `observe` is called for new blocks on the way, but not for those read
   * to open the account.
   */
  readonly follow: (organizationId: string) => Promise<Balance>;
  /** How often a watched balance is read if this process commits nothing. */
  readonly everyMs: number;
  readonly maxWatched: number;
}

interface Watched {
  readonly listeners: Set<(balance: Balance) => void>;
  timer: Timer | undefined;
  observedAtMs: number;
  latest: Balance | undefined;
}

export const createBalanceEvents = ({
  clock,
  log,
  follow,
  everyMs,
  maxWatched,
}: BalanceEventsOptions): BalanceEvents => {
  const watched = new Map<string, Watched>();

  const notify = (entry: Watched, { balance, held }: Balance): void => {
    entry.latest = { balance, held };
    for (const listener of entry.listeners) listener(entry.latest);
  };
  const schedule = (organizationId: string, entry: Watched): void => {
    if (watched.get(organizationId) === entry)
      entry.timer = clock.setTimer(() => {
        void poll(organizationId, entry);
      }, everyMs);
  };
  const poll = async (organizationId: string, entry: Watched): Promise<void> => {
    // After a recent commit of this process, the balance is known.
    if (clock.monotonicMs() - entry.observedAtMs >= everyMs) {
      try {
        const { balance, held } = await follow(organizationId);
        if (entry.latest?.balance !== balance || entry.latest.held !== held) notify(entry, { balance, held });
      } catch (error) {
        log.debug({ organizationId, code: toCenoteError(error).code }, "a watched balance could not be read");
      }
    }
    schedule(organizationId, entry);
  };
  const begin = (organizationId: string): Watched => {
    if (watched.size >= maxWatched)
      throw new CenoteError("overloaded", "Too many balances are being watched at the moment.");
    const entry: Watched = {
      listeners: new Set(),
      timer: undefined,
      observedAtMs: clock.monotonicMs(),
      latest: undefined,
    };
    watched.set(organizationId, entry);
    schedule(organizationId, entry);
    return entry;
  };

  return {
    watch(organizationId, listener) {
      const entry = watched.get(organizationId) ?? begin(organizationId);
      entry.listeners.add(listener);
      return () => {
        entry.listeners.delete(listener);
        if (entry.listeners.size > 0) return;
        entry.timer?.cancel();
        if (watched.get(organizationId) === entry) watched.delete(organizationId);
      };
    },
    observe(block) {
      const entry = watched.get(block.organizationId);
      if (entry === undefined) return;
      entry.observedAtMs = clock.monotonicMs();
      notify(entry, block);
    },
    close() {
      for (const { timer } of watched.values()) timer?.cancel();
      watched.clear();
    },
  };
};
