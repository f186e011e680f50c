import { ForbiddenAddressError, refusedHost } from "./forbidden-address";
import { isPrivateHost } from "./public-lookup";

/**
 * Reads the address of a file that an answer named. Throws ForbiddenAddressError where its very text tells that nothing
 * may be fetched from it: no web address, credentials in it, and outside of `allowedOrigins` a private host or none
 * over TLS. A name that leads to a private host is found out when it is looked up.
 * @param base What it may be relative to.
 */
export const readFileAddress = (address: string, allowedOrigins: readonly string[], base?: URL): URL => {
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
