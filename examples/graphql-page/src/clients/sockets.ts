import { type Client, createClient } from "graphql-ws";
import { Refusal } from "../refusal";
import type { Session } from "../session";
import type { Ending } from "./client";

/** The WebSocket under all three clients, opened with the first subscription. */
export interface Sockets {
  readonly client: Client;
  /** How a subscription ended that failed with something other than a GraphQL error. */
  readonly endingOfLoss: () => Ending;
}

/**
 * Whether the server rejected the connection, with an error code as the reason; after any other close another try is
 * worthwhile.
 */
const isRefusal = (code: number): boolean => code >= 4400 && code < 4500;
/** How long it stays open between two questions. */
const IDLE_MS = 30_000;

export const createSockets = (session: Session): Sockets => {
  let closed: { readonly code: number; readonly reason: string } | undefined;
  const client = createClient({
    url: async () => (await session()).url.replace(/^http/, "ws"),
    connectionParams: async () => ({ authorization: `Bearer ${(await session()).token}` }),
    // It would send the same question again, and a second answer would be charged: see ../keep-asking.ts.
    retryAttempts: 0,
    lazyCloseTimeout: IDLE_MS,
    on: {
      connecting: () => {
        closed = undefined;
      },
      closed: (event) => {
        closed = event as CloseEvent;
      },
    },
  });
  return {
    client,
    endingOfLoss: () =>
      closed !== undefined && isRefusal(closed.code)
        ? { kind: "refused", refusal: new Refusal(closed.reason, "The server closed the connection.") }
        : { kind: "lost" },
  };
};
