/**
 * Many subscriptions, each on its own socket, in a separate process that counts the events. Controlled and polled by
 * messages.
 */
import { createClient } from "graphql-ws";
import { WebSocket } from "ws";

export interface SubscribeOrder {
  readonly url: string;
  readonly authorization: string;
  readonly query: string;
  readonly variables: Record<string, unknown>;
  readonly subscriptions: number;
}

export interface SubscriberState {
  /** Subscriptions that have had an event. */
  readonly begun: number;
  readonly events: number;
  readonly failure: string | undefined;
}

const OPENED_AT_ONCE = 50;
const state = { begun: 0, events: 0, failure: undefined as string | undefined };

/** The library passes on an error, a socket event, or the server's answer. */
const reasonOf = (cause: unknown): string => {
  const { message, code, reason } = Object(cause) as {
    readonly message?: unknown;
    readonly code?: unknown;
    readonly reason?: unknown;
  };
  if (typeof message === "string" && message !== "") return message;
  return typeof code === "number" ? `the socket was closed with ${code} ${String(reason)}` : JSON.stringify(cause);
};

const subscribe = ({ url, authorization, query, variables }: SubscribeOrder): Promise<void> =>
  new Promise((resolve) => {
    let isFirst = true;
    const fail = (cause: unknown) => {
      state.failure ??= reasonOf(cause);
      resolve();
    };
    const client = createClient({
      url,
      webSocketImpl: WebSocket,
      lazy: false,
      retryAttempts: 0,
      connectionParams: { authorization },
      onNonLazyError: fail,
    });
    client.subscribe<{ readonly chatTokens: { readonly code?: string } }>(
      { query, variables },
      {
        next({ data, errors }) {
          if (errors !== undefined || data?.chatTokens.code !== undefined) fail(errors ?? data);
          state.events++;
          if (!isFirst) return;
          isFirst = false;
          state.begun++;
          resolve();
        },
        error: fail,
        complete: () => {
          fail(new Error("a subscription completed"));
        },
      },
    );
  });

const start = async (order: SubscribeOrder): Promise<void> => {
  for (let left = order.subscriptions; left > 0 && state.failure === undefined; left -= OPENED_AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(left, OPENED_AT_ONCE) }, () => subscribe(order)));
  }
};

process.on("message", (message: SubscribeOrder | "state") => {
  if (message === "state") process.send?.(state satisfies SubscriberState);
  else void start(message);
});
process.on("disconnect", () => process.exit(0));
