import { type Clock, type Log, startPeriodicTask } from "@cenote/core";
import type { AdmittedCall, CallLimits, LimitState, WindowState } from "./call-limits";
import { createCallSlots } from "./call-slots";
import { createMemoryRateWindow } from "./rate-window";
import { tooManyCalls, tooManyRequests, tooManyTokens } from "./refusals";

export interface MemoryCallLimitsOptions {
  readonly clock: Clock;
  readonly log: Log;
}

const SWEEP_MS = 60_000;

/** Counts in this process alone. */
export const createMemoryCallLimits = ({ clock, log }: MemoryCallLimitsOptions): CallLimits => {
  const requestWindow = createMemoryRateWindow(clock);
  const tokenWindow = createMemoryRateWindow(clock);
  const slots = createCallSlots(clock);
  const sweeping = startPeriodicTask({ clock, log, name: "the sweep of limits", everyMs: SWEEP_MS, run: async () => {
    for (const counted of [requestWindow, tokenWindow, slots]) counted.sweep();
  } });

  const countRequest = ({ subject, limits }: AdmittedCall): WindowState => {
    const state = requestWindow.take(subject, 1, limits.requestsPerMinute);
    if (!state.fits) throw tooManyRequests(limits, state.resetMs);
    return state;
  };

  const countTokens = ({ subject, tokens, limits }: AdmittedCall): WindowState => {
    const state = tokenWindow.take(subject, tokens, limits.tokensPerMinute);
    if (state.fits) return state;
    tokenWindow.correct(subject, -tokens);
    throw tooManyTokens(limits, tokens, state.resetMs);
  };

  /** Taking nothing reads the state. */
  const stateNow = ({ subject, limits }: AdmittedCall): LimitState => ({
    requests: requestWindow.take(subject, 0, limits.requestsPerMinute),
    tokens: tokenWindow.take(subject, 0, limits.tokensPerMinute),
  });

  return {
    admit(call) {
      const { subject, callId, tokens, ttlMs, limits, background = false } = call;
      if (background) return { requests: countRequest(call), tokens: countTokens(call) };
      if (slots.has(subject, callId)) return stateNow(call);
      if (!slots.take(subject, callId, { limit: limits.concurrentRequests, ttlMs })) throw tooManyCalls(limits);
      try {
        const requestState = countRequest(call);
        const tokenState = countTokens(call);
        slots.note(subject, callId, { tokens, tokenWindowEndsMs: clock.monotonicMs() + tokenState.resetMs });
        return { requests: requestState, tokens: tokenState };
      } catch (error) {
        slots.giveBack(subject, callId);
        throw error;
      }
    },
    finish({ subject, callId }, usedTokens) {
      const slot = slots.giveBack(subject, callId);
      if (slot === undefined || clock.monotonicMs() >= slot.tokenWindowEndsMs || slot.tokens === usedTokens) return;
      tokenWindow.correct(subject, usedTokens - slot.tokens);
    },
    close: () => sweeping.close(),
  };
};
