import { CenoteError, invalidRequest, toCenoteError } from "@cenote/core";
import { ProviderError } from "@cenote/providers";
import type { RoutedCall } from "./routed-call";

export interface CallErrorOptions extends Pick<RoutedCall<unknown>, "prompt" | "isGiven"> {
  readonly contentSent?: boolean;
}

const refused = (failure: ProviderError, param?: string): CenoteError =>
  new CenoteError("provider_unavailable", failure.message, {
    retryable: false,
    cause: failure,
    param,
  });

/** @param field The invalid field. The message begins with its name; the provider's own message may already do so. */
const invalidBy = (field: string, { message }: ProviderError): CenoteError =>
  invalidRequest(field, message.startsWith(`${field}:`) ? message : `${field}: ${message}`);

/** For a model whose routes were removed from the configuration after the call was checked. */
export const noProviderError = (): CenoteError =>
  new CenoteError("provider_unavailable", "No provider of this model is configured.", { retryable: false });

/**
 * Turns a provider's failure into the error that the caller gets. The provider's message stays unchanged; if the failure
 * is about a field, the field's name precedes it.
 */
export const toCallError = (failure: unknown, options: CallErrorOptions = {}): CenoteError => {
  if (!(failure instanceof ProviderError)) return toCenoteError(failure);
  const refusedField = failure.fields.find((field) => options.isGiven?.(field));
  switch (failure.kind) {
    case "aborted":
      return new CenoteError("cancelled", undefined, { cause: failure });
    case "invalid":
      return invalidRequest(failure.param ?? "messages", failure.message).with({ cause: failure });
    case "content_policy":
    case "over_limit":
      return refused(failure);
    case "rejected":
    case "context_length": {
      const isLong = failure.kind === "context_length";
      const { field, isInvalidIfLong = false } = options.prompt ?? {};
      if (refusedField !== undefined) return invalidBy(refusedField, failure);
      if (isLong && isInvalidIfLong && field !== undefined) return invalidBy(field, failure);
      return refused(failure, isLong || failure.namesPrompt ? field : undefined);
    }
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
        // The delivered part is charged, and a retry would be charged again.
        ...(options.contentSent === true ? { retryable: false } : {}),
        retryAfterMs: failure.retryAfterMs,
      });
  }
};
