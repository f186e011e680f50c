import { useCallback, useState } from "react";
import { type AnyVariables, useQuery, type UseQueryArgs } from "urql";
import { lastAnswer, type LastAnswer, NO_ANSWER } from "./last-answer";
import { type Refusal, refusalOf } from "./refusal";

export interface QueryWithRetry<Data> {
  /** The last answer. It is kept when the query fails later, and while the query runs with other variables. */
  readonly data: Data | undefined;
  readonly fetching: boolean;
  /** The properties of `Failure`. */
  readonly failure: { readonly refusal: Refusal; readonly retry: () => void } | undefined;
  /** Repeats the query without the cache. */
  readonly reload: () => void;
}

/** A query of a page. After a failure the user can retry it. */
export const useQueryWithRetry = <Data, Variables extends AnyVariables>(
  args: UseQueryArgs<Variables, Data>,
): QueryWithRetry<Data> => {
  const [state, execute] = useQuery(args);
  const { error, fetching } = state;
  // Kept in state, because a retry first unsubscribes from the query, and the client forgets queries without
  // subscribers.
  const [before, setBefore] = useState<LastAnswer<Data>>(NO_ANSWER);
  const answer = lastAnswer(before, state);
  if (answer !== before) setBefore(answer);
  const reload = useCallback(() => {
    execute({ requestPolicy: "network-only" });
  }, [execute]);
  return {
    data: answer.data,
    fetching,
    reload,
    failure: error === undefined ? undefined : { refusal: refusalOf(error), retry: reload },
  };
};
