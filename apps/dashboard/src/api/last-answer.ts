import type { OperationResult } from "@urql/core";

/** The data of the last answer, and the key of the query that it answers. */
export interface LastAnswer<Data> {
  readonly key: number | undefined;
  readonly data: Data | undefined;
}

export const NO_ANSWER: LastAnswer<never> = { key: undefined, data: undefined };

/**
 * Data stays beside later failures of the same query: what is shown does not vanish because a reload failed. A failure
 * of another query has none. @returns `before` itself, if that is still the last.
 */
export const lastAnswer = <Data>(
  before: LastAnswer<Data>,
  { data, operation }: { readonly data?: Data; readonly operation?: Pick<OperationResult["operation"], "key"> },
): LastAnswer<Data> => {
  const key = operation?.key;
  if (data === undefined) return key === before.key ? before : NO_ANSWER;
  return data === before.data ? before : { key, data };
};
