import { ForbiddenAddressError, refusedHost } from "./forbidden-address";
import { isPrivateHost } from "./public-lookup";

/** No file server accepts a longer address. Addresses are stored and returned as they are. */
export const MAX_ADDRESS_CHARACTERS = 16 * 1024;

/**
 * Reads the address of a file from an answer. Throws ForbiddenAddressError if the text alone shows that the address is not
 * allowed: it is too long, no web address or has credentials, or, outside `allowedOrigins`, its host is private or it
 * does not use TLS. Whether a host name resolves to a private address is checked when it is looked up.
 * @param base Base URL of a relative address.
 */
export const readFileAddress = (address: string, allowedOrigins: readonly string[], base?: URL): URL => {
  if (address.length > MAX_ADDRESS_CHARACTERS)
    throw new ForbiddenAddressError(
      `The provider returned a file URL of more than ${MAX_ADDRESS_CHARACTERS} characters, which is not fetched.`,
    );
  const url = URL.parse(address, base?.href);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:"))
    throw new ForbiddenAddressError("The provider returned a file URL that is no web address.");
  if (url.username !== "" || url.password !== "")
    throw new ForbiddenAddressError("The provider returned a file URL with credentials, which is not fetched.");
  if (allowedOrigins.includes(url.origin)) return url;
  if (url.protocol !== "https:")
    throw new ForbiddenAddressError(`${url.origin} is asked for without TLS: nothing is fetched from there.`);
  if (isPrivateHost(url.hostname)) throw refusedHost(url.hostname);
  return url;
};
