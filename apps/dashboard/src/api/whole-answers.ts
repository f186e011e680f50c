import { mapExchange } from "@urql/core";

/**
 * Removes the data of an answer with an error. The server sends null both for a failed field and for a missing object,
 * which a page could not tell apart.
 */
export const wholeAnswers = mapExchange({
  onResult: (result) => (result.error === undefined ? result : { ...result, data: undefined }),
});
