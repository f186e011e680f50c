import { invalidField } from "./cenote-error";

const MAX_LENGTH = 2048;

/** Reads the URL of a callback or link from a caller's request. Errors: invalid_request_error, which names `param`. */
export const readWebAddress = (param: string, text: string): URL => {
  const url = text.length > MAX_LENGTH ? null : URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol) || url.username !== "" || url.password !== "")
    throw invalidField(
      param,
      `must be an http or https address without user name and password, at most ${MAX_LENGTH} characters long.`,
    );
  return url;
};
