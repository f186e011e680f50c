import { Client, type CombinedError, fetchExchange, type OperationResult, subscriptionExchange } from "@urql/core";
import { onEnd, pipe, subscribe } from "wonka";
import { refusalOf } from "../refusal";
import { authorizedFetch } from "../session";
import type { AnyVariables, CreateClient, Document, Ending, Sink } from "./client";
import { createSockets } from "./sockets";

const dataOf = <Data>({ data, error }: OperationResult<Data>): Data => {
  if (error !== undefined) throw error.graphQLErrors.length > 0 ? refusalOf(error.graphQLErrors) : error;
  if (data === undefined) throw new Error("A result without data.");
  return data;
};

/** urql: queries and mutations over HTTP, subscriptions over the WebSocket. In React, `urql` takes the same client. */
export const create: CreateClient = (url, session) => {
  const sockets = createSockets(session);
  const client = new Client({
    url,
    fetch: authorizedFetch(session),
    preferGetMethod: false,
    exchanges: [
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = "", variables }) => ({
          subscribe: (sink) => ({
            unsubscribe: sockets.subscribe({ query, variables: variables as AnyVariables }, sink),
          }),
        }),
      }),
    ],
  });

  const endingOf = ({ graphQLErrors, networkError }: CombinedError): Ending =>
    graphQLErrors.length > 0 ? { kind: "refused", refusal: refusalOf(graphQLErrors) } : sockets.endingOf(networkError);

  return {
    query: async <Data, Variables extends AnyVariables>(document: Document<Data, Variables>, variables: Variables) =>
      dataOf<Data>(await client.query<Data, AnyVariables>(document, variables).toPromise()),
    mutate: async <Data, Variables extends AnyVariables>(document: Document<Data, Variables>, variables: Variables) =>
      dataOf<Data>(await client.mutation<Data, AnyVariables>(document, variables).toPromise()),
    subscribe<Data, Variables extends AnyVariables>(
      document: Document<Data, Variables>,
      variables: Variables,
      { next, end }: Sink<Data>,
    ) {
      const subscription = pipe(
        client.subscription<Data, AnyVariables>(document, variables),
        onEnd(() => {
          end({ kind: "complete" });
        }),
        subscribe(({ data, error, hasNext }) => {
          if (error !== undefined) end(endingOf(error));
          // When the stream is over, its last result is delivered again.
          else if (hasNext && data !== undefined) next(data);
        }),
      );
      return () => {
        subscription.unsubscribe();
      };
    },
  };
};
