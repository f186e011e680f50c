import { ProviderError } from "../provider-error";
import type { WireRequest } from "../target";
import { type HttpRequest, withLargeBodyAsBytes } from "../wire/large-body";

/**
 * A call's request, ready to be sent. Throws ProviderError: the family's own, or `rejected` for a bug while it makes the
 * request, which says nothing against the provider.
 */
export const madeRequest = (make: () => WireRequest): HttpRequest => {
  try {
    return withLargeBodyAsBytes(make());
  } catch (error) {
    throw error instanceof ProviderError
      ? error
      : new ProviderError({ kind: "rejected", message: "The request can't be made." }, error);
  }
};
