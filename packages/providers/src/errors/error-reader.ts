import type { Clock } from "@cenote/core";
import { ProviderError, type ProviderErrorFacts } from "../provider-error";
import type { ProviderFamily } from "../spec";
import type { Target } from "../target";
import type { HttpHeaders } from "../wire/http";
import { redirectOf } from "../wire/redirect";
import { readRetryAfterMs } from "../wire/retry-after";

/** Reads an error answer, from the body by its family, and from status and headers. The result may contain our keys. */
export type ErrorReader = (target: Target, status: number, headers: HttpHeaders, body: string) => ProviderError;

export const createErrorReader =
  (family: ProviderFamily, clock: Clock): ErrorReader =>
  (target, status, headers, body) => {
    const retryAfterMs = readRetryAfterMs(headers, clock.nowMs());
    const redirect = redirectOf(status, headers, target.baseUrl);
    const facts: ProviderErrorFacts = {
      status,
      ...(redirect === undefined ? {} : { redirect }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      ...family.toError(status, body),
    };
    const hint =
      redirect === undefined
        ? family.hintOf?.(facts, target)
        : `the provider ${target.provider} redirects, which is not followed: its base_url may be wrong`;
    return new ProviderError(hint === undefined ? facts : { ...facts, hint });
  };
