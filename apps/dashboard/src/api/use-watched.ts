import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import type { AnyVariables, CombinedError } from "@urql/core";
import { useEffect, useState } from "react";
import { useClient } from "urql";
import { onEnd, pipe, subscribe } from "wonka";
import { after } from "../clock";

export interface UseWatchedOptions<Data, Variables extends AnyVariables> {
  readonly query: TypedDocumentNode<Data, Variables>;
  /** Keep it the same between two renders. */
  readonly variables: Variables;
  /** Whether nothing more is to come after this. */
  readonly isLast: (data: Data | undefined) => boolean;
}

export interface Watched<Data> {
  readonly data: Data | undefined;
  /** The server's no; a connection that is lost is none. */
  readonly error: CombinedError | undefined;
}

const AGAIN_MS = 2000;

/**
 * What the server tells of a thing until its end. A server that stops ends its subscriptions, too: then it is asked
 * again.
 */
export const useWatched = <Data, Variables extends AnyVariables>({
  query,
  variables,
  isLast,
}: UseWatchedOptions<Data, Variables>): Watched<Data> => {
  const client = useClient();
  const [{ data, error }, setWatched] = useState<Watched<Data>>({ data: undefined, error: undefined });
  const [attempt, setAttempt] = useState(0);
  const isOver = isLast(data) || error !== undefined;

  useEffect(() => {
    if (isOver) return undefined;
    let callOff: (() => void) | undefined;
    let isLeft = false;
    const subscription = pipe(
      client.subscription(query, variables),
      onEnd(() => {
        if (!isLeft)
          callOff = after(AGAIN_MS, () => {
            setAttempt(attempt + 1);
          });
      }),
      subscribe((result) => {
        const refused = (result.error?.graphQLErrors.length ?? 0) > 0 ? result.error : undefined;
        setWatched((before) => ({ data: result.data ?? before.data, error: refused }));
      }),
    );
    return () => {
      isLeft = true;
      callOff?.();
      subscription.unsubscribe();
    };
  }, [client, query, variables, isOver, attempt]);
  return { data, error };
};
