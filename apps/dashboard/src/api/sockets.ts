import { type Client, createClient } from "graphql-ws";
import { after, random } from "../clock";
import type { Refusal } from "./refusal";

export interface SocketsOptions {
  /** `ws:` address of GraphQL. */
  readonly url: string;
  readonly key: string;
  readonly onRefused: (refusal: Refusal) => void;
  readonly onConnectionChange: (isConnected: boolean) => void;
}

export interface Sockets {
  /** For subscriptions that only read. They are repeated after a lost connection. */
  readonly watching: Client;
  /** For calls that cost money. They are not repeated: they would cost again. */
  readonly paying: Client;
}

/** How long a socket stays open without a subscription: for the next subscription, or for the server's close code. */
const IDLE_MS = 30_000;
const UNAUTHORIZED = 4401;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5000;

/** Exponential backoff with jitter, so that clients cut off together do not return together. */
const waitToRetry = (retries: number): Promise<void> =>
  new Promise((resolve) => {
    after(Math.min(FIRST_WAIT_MS * 2 ** retries, LONGEST_WAIT_MS) * (0.5 + random() / 2), resolve);
  });

const isClosing = (event: unknown): event is Pick<CloseEvent, "code" | "reason"> =>
  typeof event === "object" && event !== null && "code" in event;

/**
 * The two sockets of a session, each opened with its first subscription. The key is sent only in `connection_init`.
 */
export const createSockets = ({ url, key, onRefused, onConnectionChange }: SocketsOptions): Sockets => {
  const connectionParams = { authorization: `Bearer ${key}` };
  const closed = (event: unknown) => {
    if (isClosing(event) && event.code === UNAUTHORIZED)
      onRefused({ code: event.reason, message: "The server ended the connection." });
  };
  return {
    watching: createClient({
      url,
      connectionParams,
      lazyCloseTimeout: IDLE_MS,
      retryAttempts: Number.POSITIVE_INFINITY,
      retryWait: waitToRetry,
      on: {
        connected: () => {
          onConnectionChange(true);
        },
        closed: (event) => {
          onConnectionChange(false);
          closed(event);
        },
      },
    }),
    paying: createClient({ url, connectionParams, retryAttempts: 0, lazyCloseTimeout: IDLE_MS, on: { closed } }),
  };
};
