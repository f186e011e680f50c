import { CenoteError, invalidRequest, toCenoteError } from "@cenote/core";
import { ProviderError } from "@cenote/providers";

export interface CallErrorOptions {
  readonly contentSent?: boolean;
  /** See RoutedCall. */
  readonly promptField?: string | undefined;
}

const refused = (failure: ProviderError): CenoteError => new CenoteError("provider_unavailable", failure.message, { retryable: false, cause: failure });

/** Not to be tried again: what is missing is a key in the configuration, not time. @param providers Names of those it could go to. */
export const noProviderError = (providers: readonly string[] = []): CenoteError => {
  const lacking = providers.length === 0 ? "" : ` This gateway has no key for ${[...new Set(providers)].join(", ")}.`;
  return new CenoteError("provider_unavailable", `No provider of this model is configured.${lacking}`, { retryable: false });
};

/** The caller's view of a provider's failure. The provider's message goes through unchanged, after the name of a field where it is about one. */
export const toCallError = (failure: unknown, options: CallErrorOptions = {}): CenoteError => {
  if (!(failure instanceof ProviderError)) return toCenoteError(failure);
  switch (failure.kind) {
    case "aborted":
      return new CenoteError("cancelled", undefined, { cause: failure });
    case "invalid":
      return invalidRequest(failure.param ?? "messages", failure.message);
    case "rejected":
    case "content_policy":
      return refused(failure);
    case "context_length":
      return options.promptField === undefined ? refused(failure) : invalidRequest(options.promptField, `${options.promptField}: ${failure.message}`);
    case "unreachable":
    case "timeout":
    case "rate_limited":
    case "credentials":
    case "quota":
    case "model_gone":
    case "unexplained":
    case "server":
    case "malformed":
    case "cut":
      return new CenoteError("provider_unavailable", failure.message, {
        cause: failure,
        // What was delivered is charged: sending the call again pays again.
        ...(options.contentSent === true ? { retryable: false } : {}),
        ...(failure.retryAfterMs === undefined ? {} : { retryAfterMs: failure.retryAfterMs }),
      });
  }
};
