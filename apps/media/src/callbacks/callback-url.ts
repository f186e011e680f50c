import { invalidRequest } from "@cenote/core";
import { isPrivateHost } from "@cenote/providers";

const MAX_LENGTH = 2048;
const RULE =
  "callback_url: must be an http or https address without user name and password, at most 2048 characters long.";

/**
 * @param privateOrigins Private origins that callbacks may go to. An address that only its lookup shows to be private
 * is refused when it is called.
 * @returns The address, or undefined for none. Errors: invalid_request_error.
 */
export const readCallbackUrl = (text: string | undefined, privateOrigins: readonly string[]): string | undefined => {
  if (text === undefined || text === "") return undefined;
  const url = text.length > MAX_LENGTH ? null : URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol) || url.username !== "" || url.password !== "")
    throw invalidRequest("callback_url", RULE);
  if (isPrivateHost(url.hostname) && !privateOrigins.includes(url.origin))
    throw invalidRequest("callback_url", `callback_url: ${url.hostname} is no address of the public internet.`);
  return url.href;
};
