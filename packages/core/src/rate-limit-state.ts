/** The rate limits of a key after a call or a refusal, per minute, for `x-ratelimit-*`. */
export interface RateLimitState {
  readonly requestsLimit: number;
  readonly requestsRemaining: number;
  /** Time until all requests are available again. */
  readonly requestsResetMs: number;
  readonly tokensLimit: number;
  readonly tokensRemaining: number;
  readonly tokensResetMs: number;
}
