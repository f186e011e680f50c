import type { CenoteError } from "@cenote/core";
import { type HeaderList, pushRateLimits } from "./answer-headers";

/** The documented error body, as JSON text. */
export const errorJson = (error: CenoteError, requestId: string): string =>
  JSON.stringify({
    error: {
      message: error.message,
      type: error.code,
      code: error.code,
      request_id: requestId,
      param: error.param ?? null,
    },
  });

/**
 * Headers for the number of provider attempts, whether and when to retry, and the rate limits. Without them, OpenAI's
 * clients decide by the status alone.
 */
export const errorHeaders = (error: CenoteError, fallbackRetryAfterMs: number): Record<string, string> => {
  const headers: Record<string, string> = {};
  if (!error.retryable) headers["x-should-retry"] = "false";
  // OpenAI's clients usually don't retry this status.
  else if (!error.row.retryable) headers["x-should-retry"] = "true";
  const isWaiting = error.code === "rate_limit_exceeded" || error.code === "overloaded";
  const retryAfterMs = error.retryAfterMs ?? (isWaiting ? fallbackRetryAfterMs : undefined);
  if (retryAfterMs !== undefined && error.retryable) {
    headers["retry-after"] = `${Math.max(1, Math.ceil(retryAfterMs / 1000))}`;
    headers["retry-after-ms"] = `${Math.max(1, Math.ceil(retryAfterMs))}`;
  }
  if (error.rateLimits !== undefined) {
    const list: HeaderList = [];
    pushRateLimits(list, error.rateLimits);
    for (let at = 0; at < list.length; at += 2) headers[list[at] ?? ""] = list[at + 1] ?? "";
  }
  if (error.attempts !== undefined) headers["x-gateway-attempts"] = `${error.attempts}`;
  return headers;
};
