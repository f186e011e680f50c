import { type Client, createClient } from "graphql-ws";
import { Refusal } from "../refusal";
import type { Session } from "../session";
import type { Ending } from "./client";

/** The WebSocket under all three clients, opened with the first subscription. */
export interface Sockets {
  readonly client: Client;
  /** What it means that a subscription ended with an error that is none of GraphQL's. */
  readonly endingOfLoss: () => Ending;
}

/** Closed with one of these the server has said no, and the reason is the error's code; all others are worth another try. */
const isRefusal = (code: number): boolean => code >= 4400 && code < 4500;
/** Kept open between two questions. */
const IDLE_MS = 30_000;

export const createSockets = (session: Session): Sockets => {
  let closed: { readonly code: number; readonly reason: string } | undefined;
  const client = createClient({
    url: async () => (await session()).url.replace(/^http/, "ws"),
    connectionParams: async () => ({ authorization: `Bearer ${(await session()).token}` }),
    // It would ask the same question again, and a second answer would be paid for: see ../keep-asking.ts.
    retryAttempts: 0,
    lazyCloseTimeout: IDLE_MS,
    on: {
      connecting: () => { closed = undefined; },
      closed: (event) => { closed = event as CloseEvent; },
    },
  });
  return {
    client,
    endingOfLoss: () => (closed !== undefined && isRefusal(closed.code)
      ? { kind: "refused", refusal: new Refusal(closed.reason, "The server closed the connection.") }
      : { kind: "lost" }),
  };
};
