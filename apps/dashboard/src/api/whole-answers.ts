import { mapExchange } from "@urql/core";

/**
 * An answer with an error has no data. The server sends null for what failed, as for what there is not: a page could not
 * tell them apart.
 */
export const wholeAnswers = mapExchange({
  onResult: (result) => (result.error === undefined ? result : { ...result, data: undefined }),
});
