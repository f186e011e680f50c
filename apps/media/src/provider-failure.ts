import { CenoteError, toCenoteError } from "@cenote/core";
import { ProviderError } from "@cenote/providers";

const NOT_WORTH_RETRYING = new Set<ProviderError["kind"]>(["rejected", "content_policy", "context_length"]);

/** The caller's view of a provider's failure. The provider's message goes through unchanged. */
export const toCallError = (failure: unknown): CenoteError => {
  if (!(failure instanceof ProviderError)) return toCenoteError(failure);
  if (failure.kind === "aborted") return new CenoteError("cancelled", undefined, { cause: failure });
  return new CenoteError("provider_unavailable", failure.message, {
    cause: failure,
    ...(NOT_WORTH_RETRYING.has(failure.kind) ? { retryable: false } : {}),
    ...(failure.retryAfterMs === undefined ? {} : { retryAfterMs: failure.retryAfterMs }),
  });
};
