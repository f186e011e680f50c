import { ProviderError } from "../provider-error";
import type { WireRequest } from "../target";
import { type HttpRequest, withLargeBodyAsBytes } from "../wire/large-body";

/**
 * Builds the request of a call. Throws ProviderError: the family's own, or `rejected` for a bug in the family, which is
 * not the provider's failure.
 */
export const buildRequest = (make: () => WireRequest): HttpRequest => {
  try {
    return withLargeBodyAsBytes(make());
  } catch (error) {
    throw error instanceof ProviderError
      ? error
      : new ProviderError({ kind: "rejected", message: "The request can't be made." }, error);
  }
};
