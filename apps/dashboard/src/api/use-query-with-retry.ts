import { useCallback, useState } from "react";
import { type AnyVariables, useQuery, type UseQueryArgs } from "urql";
import { lastAnswer, type LastAnswer, NO_ANSWER } from "./last-answer";
import { type Refusal, refusalOf } from "./refusal";

export interface QueryWithRetry<Data> {
  /** The last answer; it stays beside a later failure, and until that of other variables comes. */
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
  const [state, execute] = useQuery(args);
  const { error, fetching } = state;
  // In state, not in the client: to send a query again is to leave it first, and the client forgets what nobody reads.
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
