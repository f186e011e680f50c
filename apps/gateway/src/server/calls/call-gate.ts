import { CenoteError, ChurnMap, ShuttingDown } from "@cenote/core";
import type { GatewayLimits } from "../../limits";
import { createSlots, type SlotOwner } from "./slots";

/** Counts open calls. Refuses further ones if there are too many, or if the gateway is closing. */
export interface CallGate {
  /**
   * Registers a call. Each call that enters must leave exactly once. @param abort Identifies the call, and aborts it.
   * @param caller If already known. Errors: overloaded, rate_limit_exceeded.
   */
  enter(abort: AbortController, caller?: SlotOwner): void;
  /**
   * Sets the caller of a registered call, once it is known. No organization can fill the gateway, and its client tokens
   * can't lock out its API keys. Errors: overloaded, rate_limit_exceeded.
   */
  setCaller(abort: AbortController, caller: SlotOwner): void;
  /**
   * The call is a subscription that lasts until its caller leaves. It gives up its slot among the calls, and takes one
   * among such subscriptions. Errors: overloaded, rate_limit_exceeded.
   */
  markSubscription(abort: AbortController): void;
  leave(abort: AbortController): void;
  /** Refuses all further calls. */
  close(): void;
  /** Aborts every open call: each fails with `overloaded`. */
  abortAll(): void;
  /** Resolves after `close`, once every call has left. */
  whenEmpty(): Promise<void>;
  readonly isClosed: boolean;
  /** Without the subscriptions that last until their caller leaves. */
  readonly openCalls: number;
  /** Subscriptions that last until their caller leaves. */
  readonly openWatches: number;
  /** Whether no call and no subscription is open. */
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
  /** The value is the caller, once known. */
  const calls = new ChurnMap<AbortController, SlotOwner | undefined>();
  const watches = new ChurnMap<AbortController, SlotOwner>();
  const callSlots = createSlots({
    total: openCalls,
    mostOfClientToken: openCallsPerClientToken,
    things: "concurrent calls",
    retryAfterMs,
  });
  const subscriptionSlots = createSlots({
    total: openWatches,
    mostOfClientToken: openWatchesPerClientToken,
    things: "open subscriptions",
    retryAfterMs,
  });
  const emptied = Promise.withResolvers<void>();
  let isClosed = false;

  const isEmpty = () => calls.size === 0 && watches.size === 0;
  const shuttingDown = () => new ShuttingDown({ retryAfterMs });
  const resolveIfEmpty = () => {
    if (isClosed && isEmpty()) emptied.resolve();
  };

  return {
    enter(abort, caller) {
      if (isClosed) throw shuttingDown();
      if (calls.size >= openCalls) throw new CenoteError("overloaded", undefined, { retryAfterMs });
      if (caller !== undefined) callSlots.take(caller);
      calls.set(abort, caller);
    },
    setCaller(abort, caller) {
      // The caller may have left while the key was checked.
      if (!calls.has(abort)) return;
      callSlots.take(caller);
      calls.set(abort, caller);
    },
    markSubscription(abort) {
      const caller = calls.get(abort);
      // The caller may have left.
      if (caller === undefined) return;
      subscriptionSlots.take(caller);
      watches.set(abort, caller);
      callSlots.giveBack(caller);
      calls.delete(abort);
    },
    leave(abort) {
      const [caller, watcher] = [calls.get(abort), watches.get(abort)];
      if (caller !== undefined) callSlots.giveBack(caller);
      if (watcher !== undefined) subscriptionSlots.giveBack(watcher);
      calls.delete(abort);
      watches.delete(abort);
      resolveIfEmpty();
    },
    close() {
      isClosed = true;
      resolveIfEmpty();
    },
    abortAll() {
      for (const call of [...calls.keys(), ...watches.keys()]) call.abort(shuttingDown());
    },
    whenEmpty: () => emptied.promise,
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
