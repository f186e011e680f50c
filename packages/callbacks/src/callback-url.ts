import { invalidRequest } from "@cenote/core";
import { isPrivateHost } from "@cenote/providers";

const MAX_LENGTH = 2048;

/**
 * @param privateOrigins Private origins that callbacks may go to. An address that only its lookup shows to be private
 * is refused when it is called.
 * @returns The address. Errors: invalid_request_error, which names `param`.
 */
export const readCallbackUrl = (param: string, text: string, privateOrigins: readonly string[]): string => {
  const url = text.length > MAX_LENGTH ? null : URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol) || url.username !== "" || url.password !== "")
    throw invalidRequest(
      param,
      `${param}: must be an http or https address without user name and password, at most ${MAX_LENGTH} characters long.`,
    );
  if (isPrivateHost(url.hostname) && !privateOrigins.includes(url.origin))
    throw invalidRequest(param, `${param}: ${url.hostname} is no address of the public internet.`);
  return url.href;
};
