import { cacheExchange, Client, fetchExchange, mapExchange, subscriptionExchange } from "@urql/core";
import { keepShown } from "./keep-shown";
import { endsSession, type Refusal, refusalOf } from "./refusal";
import { createSockets } from "./sockets";

/** The one way to the server. */
export interface Api {
  readonly client: Client;
  /** Whether what is watched is heard of, now and at each change. @returns How to stop listening. */
  readonly onConnection: (listener: () => void) => () => void;
  readonly isConnected: () => boolean;
  readonly close: () => void;
}

/** Context of an operation that is paid for: it is never asked twice. */
export const PAID = { isPaid: true, requestPolicy: "network-only" } as const;

export interface ApiOptions {
  readonly key: string;
  /** Told once the server knows the key no more. */
  readonly refused: (refusal: Refusal) => void;
}

export const createApi = ({ key, refused }: ApiOptions): Api => {
  const listeners = new Set<() => void>();
  let isConnected = false;
  const sockets = createSockets({
    url: new URL("/graphql", location.href.replace(/^http/, "ws")).href,
    key,
    refused,
    changed(now) {
      isConnected = now;
      for (const listener of listeners) listener();
    },
  });
  const client = new Client({
    url: "/graphql",
    // Never in an address: it would be written into logs.
    preferGetMethod: false,
    fetchOptions: { headers: { authorization: `Bearer ${key}` }, credentials: "omit" },
    requestPolicy: "cache-and-network",
    exchanges: [
      mapExchange({
        onError(error) {
          const refusal = refusalOf(error);
          if (endsSession(refusal)) refused(refusal);
        },
      }),
      keepShown,
      cacheExchange,
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
