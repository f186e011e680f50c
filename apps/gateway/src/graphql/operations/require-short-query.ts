import { CenoteError } from "@cenote/core";

const MAX_CHARACTERS = 1024 * 1024;

/** Refuses the text of a document before it is read. Errors: request_too_large. */
export const requireShortQuery = (query: string): void => {
  if (query.length > MAX_CHARACTERS)
    throw new CenoteError("request_too_large", `query: longer than ${MAX_CHARACTERS} characters.`, { param: "query" });
};
