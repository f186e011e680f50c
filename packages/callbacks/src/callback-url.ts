import { invalidField, readWebAddress } from "@cenote/core";
import { isPrivateHost } from "@cenote/providers";

/**
 * Validates the URL of a callback. A host name that resolves to a private address is only rejected when it is called.
 * @param privateOrigins Private origins that callbacks may go to.
 * @returns The normalised URL. Errors: invalid_request_error, which names `param`.
 */
export const readCallbackUrl = (param: string, text: string, privateOrigins: readonly string[]): string => {
  const url = readWebAddress(param, text);
  if (isPrivateHost(url.hostname) && !privateOrigins.includes(url.origin))
    throw invalidField(param, `${url.hostname} is no address of the public internet.`);
  return url.href;
};
