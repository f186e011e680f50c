import { type Client, createClient } from "graphql-ws";
import { after, random } from "../clock";
import type { Refusal } from "./refusal";

export interface SocketsOptions {
  /** `ws:` address of GraphQL. */
  readonly url: string;
  readonly key: string;
  readonly refused: (refusal: Refusal) => void;
  readonly changed: (isConnected: boolean) => void;
}

export interface Sockets {
  /** For what may be asked again when a connection is lost: it only looks. */
  readonly watching: Client;
  /** For what is paid for: asked again, it would be paid for again. */
  readonly paying: Client;
}

/** Kept open behind its last subscription: between two answers, and until the server has said why it ended one. */
const IDLE_MS = 30_000;
const UNAUTHORIZED = 4401;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5000;

/** Longer each time, and never the same for all who lost their connection together. */
const waitToRetry = (retries: number): Promise<void> =>
  new Promise((resolve) => {
    after(Math.min(FIRST_WAIT_MS * 2 ** retries, LONGEST_WAIT_MS) * (0.5 + random() / 2), resolve);
  });

const isClosing = (event: unknown): event is Pick<CloseEvent, "code" | "reason"> =>
  typeof event === "object" && event !== null && "code" in event;

/**
 * The two connections of a session, each opened with its first subscription. The key goes with `connection_init` alone.
 */
export const createSockets = ({ url, key, refused, changed }: SocketsOptions): Sockets => {
  const connectionParams = { authorization: `Bearer ${key}` };
  const closed = (event: unknown) => {
    if (isClosing(event) && event.code === UNAUTHORIZED)
      refused({ code: event.reason, message: "The server ended the connection." });
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
          changed(true);
        },
        closed: (event) => {
          changed(false);
          closed(event);
        },
      },
    }),
    paying: createClient({ url, connectionParams, retryAttempts: 0, lazyCloseTimeout: IDLE_MS, on: { closed } }),
  };
};
