import type { OperationResult } from "@urql/core";

/** The data of the last answer, and the key of the query that it answers. */
export interface LastAnswer<Data> {
  readonly key: number | undefined;
  readonly data: Data | undefined;
}

export const NO_ANSWER: LastAnswer<never> = { key: undefined, data: undefined };

/**
 * Data is kept when the same query fails later, so that a failed reload does not clear the page. A failure of another
 * query has no data. @returns `before` itself, if nothing changes.
 */
export const lastAnswer = <Data>(
  before: LastAnswer<Data>,
  { data, operation }: { readonly data?: Data; readonly operation?: Pick<OperationResult["operation"], "key"> },
): LastAnswer<Data> => {
  const key = operation?.key;
  if (data === undefined) return key === before.key ? before : NO_ANSWER;
  return data === before.data ? before : { key, data };
};
