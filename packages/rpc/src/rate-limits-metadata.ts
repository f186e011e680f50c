import type { RateLimitState } from "@cenote/core";

/** The names in the metadata of an `ErrorInfo`, whose values are texts. */
const NAMES = {
  requestsLimit: "requests_limit",
  requestsRemaining: "requests_remaining",
  requestsResetMs: "requests_reset_ms",
  tokensLimit: "tokens_limit",
  tokensRemaining: "tokens_remaining",
  tokensResetMs: "tokens_reset_ms",
} as const satisfies Record<keyof RateLimitState, string>;

const FIELDS = Object.entries(NAMES) as readonly (readonly [keyof RateLimitState, string])[];

export const writeRateLimits = (state: RateLimitState): Record<string, string> =>
  Object.fromEntries(FIELDS.map(([field, name]) => [name, String(state[field])]));

/** @returns Undefined unless all values are present. */
export const readRateLimits = (metadata: Readonly<Record<string, string>>): RateLimitState | undefined =>
  FIELDS.every(([, name]) => metadata[name] !== undefined)
    ? (Object.fromEntries(FIELDS.map(([field, name]) => [field, Number(metadata[name])])) as unknown as RateLimitState)
    : undefined;
