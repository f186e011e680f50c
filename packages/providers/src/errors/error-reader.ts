import type { Clock } from "@cenote/core";
import { ProviderError, type ProviderFamily, type Target } from "../spec";
import type { HttpHeaders } from "../wire/http";
import { redirectOf } from "../wire/redirect";
import { readRetryAfterMs } from "../wire/retry-after";

/** Reads an error answer: what its family finds in the body, else what status and headers say. Our keys may be in it. */
export type ErrorReader = (target: Target, status: number, headers: HttpHeaders, body: string) => ProviderError;

export const createErrorReader =
  (family: ProviderFamily, clock: Clock): ErrorReader =>
  ({ baseUrl }, status, headers, body) => {
    const retryAfterMs = readRetryAfterMs(headers, clock.nowMs());
    const redirect = redirectOf(status, headers, baseUrl);
    return new ProviderError({
      status,
      ...(redirect === undefined ? {} : { redirect }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      ...family.toError(status, headers, body),
    });
  };
