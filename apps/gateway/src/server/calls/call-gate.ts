import { CenoteError, ChurnMap, ShuttingDown } from "@cenote/core";
import type { GatewayLimits } from "../../limits";
import { createPlaces, type Occupant } from "./places";

/** Counts the calls under way, and refuses further ones if there are too many or the gateway is closing. */
export interface CallGate {
  /**
   * Every call that enters leaves exactly once. @param abort How the call is cut. @param caller If known already.
   * Errors: overloaded, rate_limit_exceeded.
   */
  enter(abort: AbortController, caller?: Occupant): void;
  /**
   * The caller of a call that entered. No organization may fill the gateway, and its client tokens can't keep out its
   * API keys. Errors: overloaded, rate_limit_exceeded.
   */
  belongsTo(abort: AbortController, caller: Occupant): void;
  /**
   * The call is a subscription that goes on until its caller leaves: it gives its place among the calls to others, and
   * takes one among its like. Errors: overloaded, rate_limit_exceeded.
   */
  goesOn(abort: AbortController): void;
  leave(abort: AbortController): void;
  /** Lets nobody in any more. */
  close(): void;
  /** Cuts every call under way: each fails with `overloaded`. */
  cut(): void;
  /** Resolves once everybody has left. */
  empty(): Promise<void>;
  readonly isClosed: boolean;
  /** Without those that go on. */
  readonly openCalls: number;
  /** Those that go on. */
  readonly openWatches: number;
  /** Whether nobody is in it. */
  readonly isEmpty: boolean;
}

export type CallGateOptions = Pick<
  GatewayLimits,
  "openCalls" | "openCallsPerClientToken" | "openWatches" | "openWatchesPerClientToken" | "retryAfterMs"
>;

export const createCallGate = ({
  openCalls,
  openCallsPerClientToken,
  openWatches,
  openWatchesPerClientToken,
  retryAfterMs,
}: CallGateOptions): CallGate => {
  /** With the caller of each, once known. */
  const calls = new ChurnMap<AbortController, Occupant | undefined>();
  const watches = new ChurnMap<AbortController, Occupant>();
  const callPlaces = createPlaces({
    total: openCalls,
    mostOfClientToken: openCallsPerClientToken,
    things: "concurrent calls",
    retryAfterMs,
  });
  const watchPlaces = createPlaces({
    total: openWatches,
    mostOfClientToken: openWatchesPerClientToken,
    things: "open subscriptions",
    retryAfterMs,
  });
  const emptied = Promise.withResolvers<void>();
  let isClosed = false;

  const isEmpty = () => calls.size === 0 && watches.size === 0;
  const shuttingDown = () => new ShuttingDown({ retryAfterMs });
  const tellEmpty = () => {
    if (isClosed && isEmpty()) emptied.resolve();
  };

  return {
    enter(abort, caller) {
      if (isClosed) throw shuttingDown();
      if (calls.size >= openCalls) throw new CenoteError("overloaded", undefined, { retryAfterMs });
      if (caller !== undefined) callPlaces.take(caller);
      calls.set(abort, caller);
    },
    belongsTo(abort, caller) {
      // The caller may have left while the key was checked.
      if (!calls.has(abort)) return;
      callPlaces.take(caller);
      calls.set(abort, caller);
    },
    goesOn(abort) {
      const caller = calls.get(abort);
      // The caller may have left.
      if (caller === undefined) return;
      watchPlaces.take(caller);
      watches.set(abort, caller);
      callPlaces.giveBack(caller);
      calls.delete(abort);
    },
    leave(abort) {
      const [caller, watcher] = [calls.get(abort), watches.get(abort)];
      if (caller !== undefined) callPlaces.giveBack(caller);
      if (watcher !== undefined) watchPlaces.giveBack(watcher);
      calls.delete(abort);
      watches.delete(abort);
      tellEmpty();
    },
    close() {
      isClosed = true;
      tellEmpty();
    },
    cut() {
      for (const call of [...calls.keys(), ...watches.keys()]) call.abort(shuttingDown());
    },
    empty: () => emptied.promise,
    get isClosed() {
      return isClosed;
    },
    get openCalls() {
      return calls.size;
    },
    get openWatches() {
      return watches.size;
    },
    get isEmpty() {
      return isEmpty();
    },
  };
};
