import { ProviderError } from "../provider-error";

/**
 * An answer contains the address of a file that may not be fetched. The kind is `rejected`, and no request was sent to
 * the address.
 */
export class ForbiddenAddressError extends ProviderError {
  constructor(message: string) {
    super({ kind: "rejected", message });
  }
}

/** The error for a host to which no request may go. */
export const refusedHost = (host: string): ForbiddenAddressError =>
  new ForbiddenAddressError(`${host} is not a public address, so nothing is fetched from it.`);
