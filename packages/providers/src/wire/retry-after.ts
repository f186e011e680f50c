import { firstHeader, type HttpHeaders } from "./http";

/** Longest retry time. A longer one is cut to this. */
export const MAX_RETRY_AFTER_MS = 60 * 60 * 1000;

const NUMBER = /^\d{1,12}(?:\.\d{1,6})?$/;

const bounded = (delayMs: number): number => Math.min(Math.max(0, Math.ceil(delayMs)), MAX_RETRY_AFTER_MS);

/**
 * Reads the provider's retry time: `retry-after-ms`, or `Retry-After` in seconds or as a date.
 * @returns Milliseconds from now; undefined if there is none that can be read.
 */
export const readRetryAfterMs = (headers: HttpHeaders, nowMs: number): number | undefined => {
  const milliseconds = firstHeader(headers, "retry-after-ms")?.trim();
  if (milliseconds !== undefined && NUMBER.test(milliseconds)) return bounded(Number(milliseconds));
  const value = firstHeader(headers, "retry-after")?.trim();
  if (value === undefined) return undefined;
  if (NUMBER.test(value)) return bounded(Number(value) * 1000);
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) || !/[a-z]/i.test(value) ? undefined : bounded(atMs - nowMs);
};
