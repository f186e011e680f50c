import { type Clock, type Log, startPeriodicTask } from "@cenote/core";
import type { AdmittedCall, CallLimits, CountedCall, LimitedCall, WindowState } from "./call-limits";
import { createCallSlots } from "./call-slots";
import { createMemoryRateWindow } from "./rate-window";
import { tooManyCalls, tooManyRequests, tooManyTokens } from "./refusals";

export interface MemoryCallLimitsOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Calls `finish` for the calls that ended at other replicas; then resolves. */
  readonly catchUp?: (organizationId: string) => Promise<void>;
}

const SWEEP_MS = 60_000;

export interface MemoryCallLimits extends CallLimits {
  finish(call: LimitedCall, usedTokens: number): void;
}

/** Counts in this process's memory only. */
export const createMemoryCallLimits = ({ clock, log, catchUp }: MemoryCallLimitsOptions): MemoryCallLimits => {
  const requestWindow = createMemoryRateWindow(clock);
  const tokenWindow = createMemoryRateWindow(clock);
  const slots = createCallSlots(clock);
  const sweeping = startPeriodicTask({
    clock,
    log,
    name: "the sweep of limits",
    everyMs: SWEEP_MS,
    run: async () => {
      for (const counted of [requestWindow, tokenWindow, slots]) counted.sweep();
    },
  });

  /** Reads the state, by adding nothing. */
  const stateNow = ({ subject, limits }: AdmittedCall): CountedCall => ({
    requests: requestWindow.take(subject, 0, limits.requestsPerMinute),
    tokens: tokenWindow.take(subject, 0, limits.tokensPerMinute),
    withdraw() {},
  });

  const countRequest = (call: AdmittedCall): WindowState => {
    const { subject, limits } = call;
    const state = requestWindow.take(subject, 1, limits.requestsPerMinute);
    if (!state.fits) throw tooManyRequests(limits, stateNow(call));
    return state;
  };

  const countTokens = (call: AdmittedCall): WindowState => {
    const { subject, tokens, limits } = call;
    const state = tokenWindow.take(subject, tokens, limits.tokensPerMinute);
    // A call without tokens always fits, even if earlier calls used more than was estimated.
    if (state.fits || tokens === 0) return state;
    tokenWindow.correct(subject, -tokens);
    throw tooManyTokens(limits, tokens, stateNow(call));
  };

  const count = (call: AdmittedCall): CountedCall => {
    // Read first: the correction must not fall into the next window.
    const countedAtMs = clock.monotonicMs();
    const requests = countRequest(call);
    const tokens = countTokens(call);
    return {
      requests,
      tokens,
      withdraw() {
        const passedMs = clock.monotonicMs() - countedAtMs;
        if (passedMs < requests.resetMs) requestWindow.correct(call.subject, -1);
        if (call.background !== true) finish(call, 0);
        else if (passedMs < tokens.resetMs) tokenWindow.correct(call.subject, -call.tokens);
      },
    };
  };

  const finish = ({ subject, callId }: LimitedCall, usedTokens: number): void => {
    const slot = slots.giveBack(subject, callId);
    if (slot === undefined || clock.monotonicMs() >= slot.tokenWindowEndsMs || slot.tokens === usedTokens) return;
    tokenWindow.correct(subject, usedTokens - slot.tokens);
  };

  const hasRoom = ({ subject, limits }: AdmittedCall): boolean => slots.hasRoom(subject, limits.concurrentRequests);

  const countWithSlot = (call: AdmittedCall): CountedCall => {
    const { subject, callId, tokens, ttlMs } = call;
    const countedAtMs = clock.monotonicMs();
    const counted = count(call);
    slots.take(subject, callId, { tokens, tokenWindowEndsMs: countedAtMs + counted.tokens.resetMs, ttlMs });
    return counted;
  };

  /** Calls that occupy slots may have ended at another replica. */
  const admitAfterCatchUp = async (call: AdmittedCall): Promise<CountedCall> => {
    // Without the journal, the local state applies.
    await catchUp?.(call.organizationId).catch(() => {});
    if (!hasRoom(call)) throw tooManyCalls(call.limits, stateNow(call));
    return countWithSlot(call);
  };

  return {
    admit(call) {
      const { subject, callId, background = false } = call;
      if (background) return count(call);
      if (slots.has(subject, callId)) return stateNow(call);
      return hasRoom(call) ? countWithSlot(call) : admitAfterCatchUp(call);
    },
    renew({ subject, callId }, ttlMs) {
      slots.renew(subject, callId, ttlMs);
    },
    finish,
    close: () => sweeping.close(),
  };
};
