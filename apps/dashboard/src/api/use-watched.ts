import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import type { AnyVariables, CombinedError } from "@urql/core";
import { useEffect, useMemo, useState } from "react";
import { useClient } from "urql";
import { onEnd, pipe, subscribe } from "wonka";
import { after } from "../clock";
import { isTransient, type Refusal, refusalOf } from "./refusal";

export interface UseWatchedOptions<Data, Variables extends AnyVariables> {
  readonly query: TypedDocumentNode<Data, Variables>;
  /** Must be the same object at every render. */
  readonly variables: Variables;
  /** Whether this is the last event. */
  readonly isLast: (data: Data | undefined) => boolean;
}

export interface Watched<Data> {
  readonly data: Data | undefined;
  /** An error that the server sent, until the next event. A lost connection does not count. */
  readonly refusal: Refusal | undefined;
}

const RETRY_MS = 2000;

/**
 * A subscription until its last event or a permanent error. If it ends earlier, because the server stops or a service
 * can't be reached, it is restarted after `RETRY_MS`.
 */
export const useWatched = <Data, Variables extends AnyVariables>({
  query,
  variables,
  isLast,
}: UseWatchedOptions<Data, Variables>): Watched<Data> => {
  const client = useClient();
  const [data, setData] = useState<Data>();
  const [error, setError] = useState<CombinedError>();
  const refusal = useMemo(() => (error === undefined ? undefined : refusalOf(error)), [error]);
  const [attempt, setAttempt] = useState(0);
  const isOver = isLast(data) || (error !== undefined && !isTransient(error));

  useEffect(() => {
    if (isOver) return undefined;
    let cancelRetry: (() => void) | undefined;
    let isUnmounted = false;
    const subscription = pipe(
      client.subscription(query, variables),
      onEnd(() => {
        if (!isUnmounted)
          cancelRetry = after(RETRY_MS, () => {
            setAttempt(attempt + 1);
          });
      }),
      subscribe((result) => {
        if (result.data !== undefined) setData(result.data);
        setError((result.error?.graphQLErrors.length ?? 0) > 0 ? result.error : undefined);
      }),
    );
    return () => {
      isUnmounted = true;
      cancelRetry?.();
      subscription.unsubscribe();
    };
  }, [client, query, variables, isOver, attempt]);
  return { data, refusal };
};
