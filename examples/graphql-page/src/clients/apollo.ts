import { ApolloClient, ApolloLink, CombinedGraphQLErrors, HttpLink, InMemoryCache } from "@apollo/client";
import { GraphQLWsLink } from "@apollo/client/link/subscriptions";
import { OperationTypeNode } from "graphql";
import type { Client } from "graphql-ws";
import { refusalOf } from "../refusal";
import { authorizedFetch } from "../session";
import type { AnyVariables, CreateClient, Document, Ending, Sink } from "./client";
import { createSockets } from "./sockets";

const dataOf = async <Data>(asked: Promise<{ readonly data?: Data | undefined }>): Promise<Data> => {
  const { data } = await asked.catch((error: unknown) => {
    throw CombinedGraphQLErrors.is(error) ? refusalOf(error.errors) : error;
  });
  if (data === undefined) throw new Error("A result without data.");
  return data;
};

/** Apollo Client: queries and mutations over HTTP, subscriptions over the WebSocket. */
export const create: CreateClient = (url, session) => {
  const sockets = createSockets(session);
  const client = new ApolloClient({
    link: ApolloLink.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      // It uses nothing else of a client.
      new GraphQLWsLink(sockets as unknown as Client),
      new HttpLink({ uri: url, fetch: authorizedFetch(session) }),
    ),
    cache: new InMemoryCache(),
  });

  const endingOf = (error: unknown): Ending =>
    CombinedGraphQLErrors.is(error) ? { kind: "refused", refusal: refusalOf(error.errors) } : sockets.endingOf(error);

  return {
    query: <Data, Variables extends AnyVariables>(query: Document<Data, Variables>, variables: Variables) =>
      dataOf(client.query({ query, variables, fetchPolicy: "no-cache" })),
    mutate: <Data, Variables extends AnyVariables>(mutation: Document<Data, Variables>, variables: Variables) =>
      dataOf(client.mutate({ mutation, variables, fetchPolicy: "no-cache" })),
    subscribe<Data, Variables extends AnyVariables>(
      query: Document<Data, Variables>,
      variables: Variables,
      { next, end }: Sink<Data>,
    ) {
      // Pieces of an answer are not cached objects.
      const subscription = client.subscribe<Data>({ query, variables, fetchPolicy: "no-cache" }).subscribe({
        next({ data, error }) {
          if (error !== undefined) end(endingOf(error));
          else if (data !== undefined) next(data);
        },
        complete: () => {
          end({ kind: "complete" });
        },
      });
      return () => {
        subscription.unsubscribe();
      };
    },
  };
};
