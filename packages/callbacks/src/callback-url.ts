import { invalidField, readWebAddress } from "@cenote/core";
import { isPrivateHost } from "@cenote/providers";

/**
 * @param privateOrigins Private origins that callbacks may go to. An address that only its lookup shows to be private
 * is refused when it is called.
 * @returns The address. Errors: invalid_request_error, which names `param`.
 */
export const readCallbackUrl = (param: string, text: string, privateOrigins: readonly string[]): string => {
  const url = readWebAddress(param, text);
  if (isPrivateHost(url.hostname) && !privateOrigins.includes(url.origin))
    throw invalidField(param, `${url.hostname} is no address of the public internet.`);
  return url.href;
};
