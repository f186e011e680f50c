import { ProviderError } from "../provider-error";

/**
 * An answer contains the address of a file from which nothing may be fetched: `rejected`, and no request was sent to
 * it.
 */
export class ForbiddenAddressError extends ProviderError {
  constructor(message: string) {
    super({ kind: "rejected", message });
  }
}

/** No request may go to this address, wherever it came from. */
export const refusedHost = (host: string): ForbiddenAddressError =>
  new ForbiddenAddressError(`${host} is not a public address, so nothing is fetched from it.`);
