import { ChurnMap, type Clock, createTicker, type Log } from "@cenote/core";

/** The hold of a call under way. */
export interface RenewedHold {
  readonly requestId: string;
  renew(): Promise<void>;
}

/**
 * Keeps holds open while their calls are under way: a provider may take minutes, a slow reader any time at all.
 * All share one timer, and most calls end before their hold has to be renewed.
 */
export interface HoldRenewals {
  /** @param heldSinceMs Monotonic; the hold began then, or later. */
  add(hold: RenewedHold, heldSinceMs: number): void;
  delete(hold: RenewedHold): void;
}

const LOOK_MS = 5_000;
/**
 * How long a hold that is renewed lives after it was made or renewed. If its process dies nothing releases it, and
 * until it expires its organization can't spend what it holds.
 */
export const RENEWED_HOLD_TTL_MS = 90_000;
/** A hold with less time left than this is renewed; if billing does not answer, again at each look. */
export const RENEWED_BEFORE_MS = 45_000;

export const createHoldRenewals = ({ clock, log }: { readonly clock: Clock; readonly log: Log }): HoldRenewals => {
  const holds = new ChurnMap<RenewedHold, { dueMs: number }>();
  /** One for all holds: if one can't be renewed, billing is usually away, and a thousand others can't be either. */
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
    everyMs: LOOK_MS,
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
