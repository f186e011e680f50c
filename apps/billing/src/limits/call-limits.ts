import type { Awaitable } from "@cenote/core";
import type { LimitNumbers } from "./limits-in-force";

export interface LimitedCall {
  /** Whom it counts against: an API key, or an organization a service acts for. */
  readonly subject: string;
  readonly callId: string;
}

export interface AdmittedCall extends LimitedCall {
  /** Whose journal tells of its end. */
  readonly organizationId: string;
  /** What counts for the subject now. */
  readonly limits: LimitNumbers;
  readonly tokens: number;
  /** After this time the call no longer counts as concurrent, even if it was not ended. */
  readonly ttlMs: number;
  /** Answered long before it is settled. */
  readonly background?: boolean;
}

/** State of the windows after a call, for `x-ratelimit-*`. */
export interface LimitState {
  readonly requests: WindowState;
  readonly tokens: WindowState;
}

/** A call that was let in, and the state of the windows after it. */
export interface CountedCall extends LimitState {
  /**
   * Undoes everything this admission counted, its request too, for a call that is refused before anything is made. A
   * window that has ended meanwhile stays as it is. If the call had its slot already, nothing is undone.
   */
  withdraw(): Awaitable<void>;
}

export interface WindowState {
  readonly limit: number;
  readonly remaining: number;
  /** Until the window ends and everything is available again. */
  readonly resetMs: number;
}

/** Requests per minute, tokens per minute and concurrent calls. */
export interface CallLimits {
  /**
   * Counts a call and takes a slot for it; a call that has its slot already is not counted again, and one in the
   * background takes none. Errors: rate_limit_exceeded with the time to wait; then only the request stays counted.
   */
  admit(call: AdmittedCall): Awaitable<CountedCall>;
  /** The call is still under way: unless its slot has been freed, it is kept for this long from now. */
  renew(call: LimitedCall, ttlMs: number): void;
  /** The call is over: frees its slot and corrects its tokens to what it used. Only the first call counts. */
  finish(call: LimitedCall, usedTokens: number): Awaitable<void>;
  close(): Promise<void>;
}
