import { cacheExchange, Client, fetchExchange, mapExchange, subscriptionExchange } from "@urql/core";
import { endsSession, type Refusal, refusalOf } from "./refusal";
import { createSockets } from "./sockets";
import { wholeAnswers } from "./whole-answers";

/** All access to the server. */
export interface Api {
  readonly client: Client;
  /** Calls the listener when the watching socket connects or is lost. @returns Removes the listener. */
  readonly onConnection: (listener: () => void) => () => void;
  readonly isConnected: () => boolean;
  readonly close: () => void;
}

/** Context of an operation that costs money: it is never repeated. */
export const PAID = { isPaid: true, requestPolicy: "network-only" } as const;

export interface ApiOptions {
  readonly key: string;
  /** Called when the server no longer accepts the key. */
  readonly onRefused: (refusal: Refusal) => void;
}

export const createApi = ({ key, onRefused }: ApiOptions): Api => {
  const listeners = new Set<() => void>();
  let isConnected = false;
  const sockets = createSockets({
    url: new URL("/graphql", location.href.replace(/^http/, "ws")).href,
    key,
    onRefused,
    onConnectionChange(now) {
      isConnected = now;
      for (const listener of listeners) listener();
    },
  });
  const client = new Client({
    url: "/graphql",
    // A query in an address would be written to logs.
    preferGetMethod: false,
    fetchOptions: { headers: { authorization: `Bearer ${key}` }, credentials: "omit" },
    requestPolicy: "cache-and-network",
    exchanges: [
      mapExchange({
        onError(error) {
          const refusal = refusalOf(error);
          if (endsSession(refusal)) onRefused(refusal);
        },
      }),
      cacheExchange,
      wholeAnswers,
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = "", variables }, { context }) => ({
          subscribe: (sink) => ({
            unsubscribe: (context.isPaid === true ? sockets.paying : sockets.watching).subscribe(
              { query, variables: variables as Record<string, unknown> },
              sink,
            ),
          }),
        }),
      }),
    ],
  });
  return {
    client,
    onConnection(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    isConnected: () => isConnected,
    close() {
      void sockets.watching.dispose();
      void sockets.paying.dispose();
    },
  };
};
