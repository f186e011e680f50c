import type { Awaitable } from "@cenote/core";
import type { LimitNumbers } from "./limits-in-force";

export interface LimitedCall {
  /** What the call counts against: an API key, or the organization that a service acts for. */
  readonly subject: string;
  readonly callId: string;
}

export interface AdmittedCall extends LimitedCall {
  /** Its journal reveals the call's end at another replica. */
  readonly organizationId: string;
  /** The subject's limits now. */
  readonly limits: LimitNumbers;
  readonly tokens: number;
  /** Time to live of the call's slot, in case its end is never reported. */
  readonly ttlMs: number;
  /** The call is settled long after its answer, and takes no slot. */
  readonly background?: boolean;
}

/** State of the windows after a call, for `x-ratelimit-*`. */
export interface LimitState {
  readonly requests: WindowState;
  readonly tokens: WindowState;
}

/** An admitted call, with the state of the windows after it. */
export interface CountedCall extends LimitState {
  /**
   * Undoes everything that this admission counted, including the request: for a call that is then refused. A window that
   * has ended meanwhile is unchanged. If the call had its slot before, nothing is undone.
   */
  withdraw(): Awaitable<void>;
}

export interface WindowState {
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds until the window ends and everything is available again. */
  readonly resetMs: number;
}

/** Requests per minute, tokens per minute and concurrent calls. */
export interface CallLimits {
  /**
   * Counts a call and takes a slot. A call that has its slot already is not counted again; one in the background takes no
   * slot. Errors: rate_limit_exceeded with the time to wait; only the request then stays counted.
   */
  admit(call: AdmittedCall): Awaitable<CountedCall>;
  /** Renews an open call's slot, unless it was freed, to this time to live from now. */
  renew(call: LimitedCall, ttlMs: number): void;
  /** Ends a call: frees its slot and corrects its tokens to the used ones. Idempotent. */
  finish(call: LimitedCall, usedTokens: number): Awaitable<void>;
  close(): Promise<void>;
}
