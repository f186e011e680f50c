import { ChurnMap, type Clock, createTicker, type Log } from "@cenote/core";

/** The hold of an open call. */
export interface RenewedHold {
  readonly requestId: string;
  renew(): Promise<void>;
}

/**
 * Renews the holds of open calls: a provider may take minutes, and a slow reader any time. All holds share one timer, and
 * most calls end before the first renewal.
 */
export interface HoldRenewals {
  /** @param heldSinceMs Monotonic; the hold began then or later. */
  add(hold: RenewedHold, heldSinceMs: number): void;
  delete(hold: RenewedHold): void;
}

const CHECK_EVERY_MS = 5_000;
/**
 * Time to live of a renewed hold. If its process dies, nothing releases the hold, and its organization can't spend the
 * amount until it expires.
 */
export const RENEWED_HOLD_TTL_MS = 90_000;
/** A hold with less time left than this is renewed. If that fails, again at every check. */
export const RENEWED_BEFORE_MS = 45_000;

export const createHoldRenewals = ({ clock, log }: { readonly clock: Clock; readonly log: Log }): HoldRenewals => {
  const holds = new ChurnMap<RenewedHold, { dueMs: number }>();
  /** Shared by all holds, for one log line: if one renewal fails, billing is usually down and the others fail too. */
  let isFailing = false;
  const dueAfter = (heldSinceMs: number): number => heldSinceMs + RENEWED_HOLD_TTL_MS - RENEWED_BEFORE_MS;

  const renew = async (hold: RenewedHold, state: { dueMs: number }, nowMs: number): Promise<void> => {
    state.dueMs = Infinity;
    try {
      await hold.renew();
      state.dueMs = dueAfter(nowMs);
      isFailing = false;
    } catch (error) {
      state.dueMs = nowMs;
      if (!isFailing)
        log.warn({ requestId: hold.requestId, error }, "holds of calls under way are not renewed; tried again");
      isFailing = true;
    }
  };

  const startTicking = createTicker({
    clock,
    everyMs: CHECK_EVERY_MS,
    things: holds,
    look([hold, state], nowMs) {
      if (nowMs >= state.dueMs) void renew(hold, state, nowMs);
    },
  });

  return {
    add(hold, heldSinceMs) {
      holds.set(hold, { dueMs: dueAfter(heldSinceMs) });
      startTicking();
    },
    delete(hold) {
      holds.delete(hold);
    },
  };
};
