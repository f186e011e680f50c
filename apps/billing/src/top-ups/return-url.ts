import { invalidRequest } from "@cenote/core";

const MAX_LENGTH = 2048;

/** @returns The address. Errors: invalid_request_error, which names `param`. */
export const readReturnUrl = (param: string, text: string): URL => {
  const url = text.length > MAX_LENGTH ? null : URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol) || url.username !== "" || url.password !== "")
    throw invalidRequest(
      param,
      `${param}: must be an http or https address without user name and password, at most ${MAX_LENGTH} characters long.`,
    );
  return url;
};

/** The address with the id of the top-up in its query. */
export const withTopUp = (address: URL, id: string): string => {
  const url = new URL(address);
  url.searchParams.set("top_up", id);
  return url.href;
};
