import { CenoteError, ChurnMap, createFairShares } from "@cenote/core";
import type { Caller } from "./caller";
import { createTokenPlaces } from "./token-places";

type Occupant = Pick<Caller, "organizationId" | "clientToken">;

/** Counts the calls under way, and refuses further ones if there are too many or the gateway is closing. */
export interface CallGate {
  /**
   * Every call that enters leaves exactly once. @param abort How the call is cut. @param caller If he is known already.
   * Errors: overloaded, rate_limit_exceeded.
   */
  enter(abort: AbortController, caller?: Occupant): void;
  /**
   * The caller of a call that entered. No organization may fill the gateway, and no client token its organization's
   * share. Errors: overloaded, rate_limit_exceeded.
   */
  belongsTo(abort: AbortController, caller: Occupant): void;
  leave(abort: AbortController): void;
  /** Lets nobody in any more. */
  close(): void;
  /** Cuts every call under way: each fails with `overloaded`. */
  cut(): void;
  /** Resolves once everybody has left. */
  empty(): Promise<void>;
  readonly isClosed: boolean;
  readonly openCalls: number;
}

export interface CallGateOptions {
  /** Most in all. An organization may have as many as it leaves free for others. */
  readonly openCalls: number;
  readonly openCallsPerClientToken: number;
  readonly retryAfterMs: number;
}

export const createCallGate = ({ openCalls, openCallsPerClientToken, retryAfterMs }: CallGateOptions): CallGate => {
  /** With the caller of each, once he is known. */
  const calls = new ChurnMap<AbortController, Occupant | undefined>();
  const shares = createFairShares({
    total: openCalls,
    message: `The organization's concurrent calls use up its share of ${openCalls} already.`,
    retryAfterMs,
  });
  const tokens = createTokenPlaces({ most: openCallsPerClientToken, things: "concurrent calls", retryAfterMs });
  const emptied = Promise.withResolvers<void>();
  let isClosed = false;

  const shuttingDown = () => new CenoteError("overloaded", "The service is shutting down.", { retryAfterMs });
  const tellEmpty = () => {
    if (isClosed && calls.size === 0) emptied.resolve();
  };

  const take = (caller: Occupant): void => {
    tokens.take(caller);
    try {
      shares.take(caller.organizationId, 1);
    } catch (error) {
      tokens.giveBack(caller);
      throw error;
    }
  };

  return {
    enter(abort, caller) {
      if (isClosed) throw shuttingDown();
      if (calls.size >= openCalls) throw new CenoteError("overloaded", undefined, { retryAfterMs });
      if (caller !== undefined) take(caller);
      calls.set(abort, caller);
    },
    belongsTo(abort, caller) {
      // The caller may have left while the key was checked.
      if (!calls.has(abort)) return;
      take(caller);
      calls.set(abort, caller);
    },
    leave(abort) {
      const caller = calls.get(abort);
      calls.delete(abort);
      if (caller !== undefined) {
        tokens.giveBack(caller);
        shares.giveBack(caller.organizationId, 1);
      }
      tellEmpty();
    },
    close() {
      isClosed = true;
      tellEmpty();
    },
    cut() {
      for (const call of calls.keys()) call.abort(shuttingDown());
    },
    empty: () => emptied.promise,
    get isClosed() {
      return isClosed;
    },
    get openCalls() {
      return calls.size;
    },
  };
};
