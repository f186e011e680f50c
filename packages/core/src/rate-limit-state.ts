/** A key's limits per minute after a call or a refusal, for `x-ratelimit-*`. */
export interface RateLimitState {
  readonly requestsLimit: number;
  readonly requestsRemaining: number;
  /** Until all of them are available again. */
  readonly requestsResetMs: number;
  readonly tokensLimit: number;
  readonly tokensRemaining: number;
  readonly tokensResetMs: number;
}
