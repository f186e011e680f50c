import { useCallback } from "react";
import { type AnyVariables, useQuery, type UseQueryArgs } from "urql";
import { type Refusal, refusalOf } from "./refusal";

export interface QueryWithRetry<Data> {
  /** The last answer; it stays beside a later failure. */
  readonly data: Data | undefined;
  readonly fetching: boolean;
  /** The properties of `Failure`. */
  readonly failure: { readonly refusal: Refusal; readonly retry: () => void } | undefined;
  /** Sends the query again, past the cache. */
  readonly reload: () => void;
}

/** A query of a page. After a failure the user can send it again. */
export const useQueryWithRetry = <Data, Variables extends AnyVariables>(
  args: UseQueryArgs<Variables, Data>,
): QueryWithRetry<Data> => {
  const [{ data, error, fetching }, execute] = useQuery(args);
  const reload = useCallback(() => {
    execute({ requestPolicy: "network-only" });
  }, [execute]);
  return {
    data,
    fetching,
    reload,
    failure: error === undefined ? undefined : { refusal: refusalOf(error), retry: reload },
  };
};
