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
  const requestWindow = createMemoryRateWindow();
  const tokenWindow = createMemoryRateWindow();
  const slots = createCallSlots(clock);
  const sweeping = startPeriodicTask({ clock, log, name: "the sweep of call slots", everyMs: SWEEP_MS, run: async () => { slots.sweep(); } });

  const countRequest = async ({ subject, limits }: AdmittedCall): Promise<WindowState> => {
    const state = await requestWindow.take(subject, 1, limits.requestsPerMinute);
    if (!state.fits) throw tooManyRequests(limits, state.resetMs);
    return state;
  };

  const countTokens = async ({ subject, tokens, limits }: AdmittedCall): Promise<WindowState> => {
    const state = await tokenWindow.take(subject, tokens, limits.tokensPerMinute);
    if (state.fits) return state;
    await tokenWindow.correct(subject, -tokens);
    throw tooManyTokens(limits, tokens, state.resetMs);
  };

  /** Taking nothing reads the state. */
  const stateNow = async ({ subject, limits }: AdmittedCall): Promise<LimitState> => ({
    requests: await requestWindow.take(subject, 0, limits.requestsPerMinute),
    tokens: await tokenWindow.take(subject, 0, limits.tokensPerMinute),
  });

  return {
    async admit(call) {
      const { subject, callId, tokens, ttlMs, limits, background = false } = call;
      if (background) return { requests: await countRequest(call), tokens: await countTokens(call) };
      if (slots.has(subject, callId)) return stateNow(call);
      if (!slots.take(subject, callId, { limit: limits.concurrentRequests, ttlMs })) throw tooManyCalls(limits);
      try {
        const requestState = await countRequest(call);
        const tokenState = await countTokens(call);
        slots.note(subject, callId, { tokens, tokenWindowEndsMs: clock.monotonicMs() + tokenState.resetMs });
        return { requests: requestState, tokens: tokenState };
      } catch (error) {
        slots.giveBack(subject, callId);
        throw error;
      }
    },
    async finish({ subject, callId }, usedTokens) {
      const slot = slots.giveBack(subject, callId);
      if (slot === undefined || clock.monotonicMs() >= slot.tokenWindowEndsMs || slot.tokens === usedTokens) return;
      await tokenWindow.correct(subject, usedTokens - slot.tokens);
    },
    close: () => sweeping.close(),
  };
};
