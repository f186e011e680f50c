import { ProviderError } from "../spec";

/**
 * An answer names a file at an address that nothing may be fetched from, whatever is there: `rejected`, and no request
 * was made to it.
 */
export class ForbiddenAddressError extends ProviderError {
  constructor(message: string) {
    super({ kind: "rejected", message });
  }
}

/** An address no request may go to, whatever named it. */
export const refusedHost = (host: string): ForbiddenAddressError =>
  new ForbiddenAddressError(`${host} is not a public address, so nothing is fetched from it.`);
