import { ChurnMap, type Clock, createTicker, type Log } from "@cenote/core";

/** The hold of an answer that is being delivered. */
export interface RenewedHold {
  readonly requestId: string;
  /** Renewed, it lives for so long from then. */
  readonly ttlMs: number;
  renew(): Promise<void>;
}

/**
 * Keeps holds open while their answers are delivered: a provider has its time limits, but a slow reader may take as long
 * as he likes. All share one timer, and an answer that is read as it comes ends before its hold has to be renewed.
 */
export interface HoldRenewals {
  /** @param heldSinceMs Monotonic; the hold began then, or later. */
  add(hold: RenewedHold, heldSinceMs: number): void;
  delete(hold: RenewedHold): void;
}

const LOOK_MS = 5_000;
/** A hold with less left than this is renewed, tried again at each look until billing answers. */
export const RENEWED_BEFORE_MS = 45_000;

export const createHoldRenewals = ({ clock, log }: { readonly clock: Clock; readonly log: Log }): HoldRenewals => {
  const holds = new ChurnMap<RenewedHold, { dueMs: number }>();
  const dueAfter = (heldSinceMs: number, { ttlMs }: RenewedHold): number => heldSinceMs + ttlMs - RENEWED_BEFORE_MS;

  const renew = async (hold: RenewedHold, state: { dueMs: number }, nowMs: number): Promise<void> => {
    state.dueMs = Infinity;
    try {
      await hold.renew();
      state.dueMs = dueAfter(nowMs, hold);
    } catch (error) {
      state.dueMs = nowMs;
      log.warn({ requestId: hold.requestId, error }, "the hold of an answer under way was not renewed; tried again");
    }
  };

  const hasCome = createTicker({
    clock,
    everyMs: LOOK_MS,
    things: holds,
    look([hold, state], nowMs) {
      if (nowMs >= state.dueMs) void renew(hold, state, nowMs);
    },
  });

  return {
    add(hold, heldSinceMs) {
      holds.set(hold, { dueMs: dueAfter(heldSinceMs, hold) });
      hasCome();
    },
    delete(hold) {
      holds.delete(hold);
    },
  };
};
