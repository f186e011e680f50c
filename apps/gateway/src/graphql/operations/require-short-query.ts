import { CenoteError } from "@cenote/core";

const MAX_CHARACTERS = 1024 * 1024;

/** Refuses a long document before it is parsed. Errors: request_too_large. */
export const requireShortQuery = (query: string): void => {
  if (query.length > MAX_CHARACTERS)
    throw new CenoteError("request_too_large", `query: longer than ${MAX_CHARACTERS} characters.`, { param: "query" });
};
