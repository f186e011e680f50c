import { CenoteError, type Clock, type Log, type Timer, toCenoteError } from "@cenote/core";
import type { Block } from "./block";
import type { Balance } from "./ledger-reads";

/** Tells watchers of balance changes: at once for this process's commits, within a moment for other replicas'. */
export interface BalanceEvents {
  /** @returns Stops telling. Errors: overloaded, where too many balances are watched. */
  watch(organizationId: string, listener: (balance: Balance) => void): () => void;
  /** A block that joined its committed account. */
  observe(block: Block): void;
  close(): void;
}

export interface BalanceEventsOptions {
  readonly clock: Clock;
  readonly log: Log;
  /**
   * Follows the journal of an organization to its end. New blocks are told to `observe` on the way, but not those from
   * which an account is opened.
   */
  readonly follow: (organizationId: string) => Promise<Balance>;
  /** How often a balance that somebody watches is looked after where this process commits nothing itself. */
  readonly everyMs: number;
  readonly maxWatched: number;
}

interface Watched {
  readonly listeners: Set<(balance: Balance) => void>;
  timer: Timer | undefined;
  seenAtMs: number;
  told: Balance | undefined;
}

export const createBalanceEvents = ({
  clock,
  log,
  follow,
  everyMs,
  maxWatched,
}: BalanceEventsOptions): BalanceEvents => {
  const watched = new Map<string, Watched>();

  const tell = (entry: Watched, { balance, held }: Balance): void => {
    entry.told = { balance, held };
    for (const listener of entry.listeners) listener(entry.told);
  };
  const arm = (organizationId: string, entry: Watched): void => {
    if (watched.get(organizationId) === entry)
      entry.timer = clock.setTimer(() => {
        void look(organizationId, entry);
      }, everyMs);
  };
  const look = async (organizationId: string, entry: Watched): Promise<void> => {
    // A process that has just committed knows the end of the journal.
    if (clock.monotonicMs() - entry.seenAtMs >= everyMs) {
      try {
        const { balance, held } = await follow(organizationId);
        if (entry.told?.balance !== balance || entry.told.held !== held) tell(entry, { balance, held });
      } catch (error) {
        log.debug({ organizationId, code: toCenoteError(error).code }, "a watched balance could not be read");
      }
    }
    arm(organizationId, entry);
  };
  const begin = (organizationId: string): Watched => {
    if (watched.size >= maxWatched)
      throw new CenoteError("overloaded", "Too many balances are being watched at the moment.");
    const entry: Watched = { listeners: new Set(), timer: undefined, seenAtMs: clock.monotonicMs(), told: undefined };
    watched.set(organizationId, entry);
    arm(organizationId, entry);
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
      entry.seenAtMs = clock.monotonicMs();
      tell(entry, block);
    },
    close() {
      for (const { timer } of watched.values()) timer?.cancel();
      watched.clear();
    },
  };
};
