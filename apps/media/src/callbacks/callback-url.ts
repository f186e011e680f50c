import { invalidRequest } from "@cenote/core";

const MAX_LENGTH = 2048;
const RULE = "callback_url: must be an http or https address without user name and password, at most 2048 characters long.";

/** @returns The address, or undefined for none. Errors: invalid_request_error. */
export const readCallbackUrl = (text: string | undefined): string | undefined => {
  if (text === undefined || text === "") return undefined;
  const url = text.length > MAX_LENGTH ? null : URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol) || url.username !== "" || url.password !== "") throw invalidRequest("callback_url", RULE);
  return url.href;
};
