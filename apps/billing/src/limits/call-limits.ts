import { CenoteError, type Clock, type Log, startPeriodicTask } from "@cenote/core";
import { createCallSlots } from "./call-slots";
import { createMemoryRateWindow, type RateWindow, type WindowState } from "./rate-window";

/** For each subject. */
export interface LimitNumbers {
  readonly requestsPerMinute: number;
  readonly tokensPerMinute: number;
  readonly concurrentRequests: number;
}

export interface LimitedCall {
  /** Whom it counts against: an API key, or an organization a service acts for. */
  readonly subject: string;
  readonly callId: string;
}

/** State of the windows after a call, for `x-ratelimit-*`. */
export interface LimitState {
  readonly requests: WindowState;
  readonly tokens: WindowState;
}

/** Requests a minute, tokens a minute and calls at once. */
export interface CallLimits {
  /**
   * Counts a call and takes a slot for it; a call that has its slot already is not counted again. One in the background takes none.
   * Errors: rate_limit_exceeded with the time to wait; then nothing of it stays counted but the request.
   */
  admit(call: LimitedCall & { readonly tokens: number; readonly ttlMs: number; readonly background?: boolean }): Promise<LimitState>;
  /** The call is over: its slot is free, and its tokens are corrected to what it used. Only the first time. */
  finish(call: LimitedCall, usedTokens: number): Promise<void>;
  close(): Promise<void>;
}

export interface CallLimitsOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Asked at every call, so that a changed configuration holds at once. */
  readonly limits: () => LimitNumbers;
}

/** When a slot becomes free is anybody's guess. */
const SLOT_RETRY_MS = 1_000;
const SWEEP_MS = 60_000;

export const createCallLimits = ({ clock, log, limits }: CallLimitsOptions): CallLimits => {
  let inForce = limits();
  const requestWindow = createMemoryRateWindow(inForce.requestsPerMinute);
  const tokenWindow = createMemoryRateWindow(inForce.tokensPerMinute);
  const slots = createCallSlots(clock);
  const sweeping = startPeriodicTask({ clock, log, name: "the sweep of call slots", everyMs: SWEEP_MS, run: async () => { slots.sweep(); } });

  const currentLimits = (): LimitNumbers => {
    const next = limits();
    if (next !== inForce) {
      requestWindow.setLimit(next.requestsPerMinute);
      tokenWindow.setLimit(next.tokensPerMinute);
      inForce = next;
    }
    return next;
  };

  const countRequest = async (subject: string): Promise<WindowState> => {
    const state = await requestWindow.take(subject, 1);
    if (!state.fits) throw refusal(`requests a minute (${state.limit})`, state.resetMs);
    return state;
  };

  const countTokens = async (subject: string, tokens: number): Promise<WindowState> => {
    const state = await tokenWindow.take(subject, tokens);
    if (state.fits) return state;
    await tokenWindow.correct(subject, -tokens);
    if (tokens > state.limit) {
      throw new CenoteError("rate_limit_exceeded", `This call alone may take ${tokens} tokens; the limit is ${state.limit} a minute.`, { retryable: false });
    }
    throw refusal(`tokens a minute (${state.limit})`, state.resetMs);
  };

  return {
    async admit({ subject, callId, tokens, ttlMs, background = false }) {
      const { concurrentRequests } = currentLimits();
      if (background) return { requests: await countRequest(subject), tokens: await countTokens(subject, tokens) };
      if (slots.has(subject, callId)) return stateNow(requestWindow, tokenWindow, subject);
      if (!slots.take(subject, callId, { limit: concurrentRequests, ttlMs })) {
        throw refusal(`calls at once (${concurrentRequests})`, SLOT_RETRY_MS);
      }
      try {
        const requestState = await countRequest(subject);
        const tokenState = await countTokens(subject, tokens);
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

/** Taking nothing reads the state. */
const stateNow = async (requestWindow: RateWindow, tokenWindow: RateWindow, subject: string): Promise<LimitState> => ({
  requests: await requestWindow.take(subject, 0),
  tokens: await tokenWindow.take(subject, 0),
});

const refusal = (what: string, retryAfterMs: number): CenoteError =>
  new CenoteError("rate_limit_exceeded", `The key's limit of ${what} is reached.`, { retryAfterMs: Math.ceil(retryAfterMs) });
