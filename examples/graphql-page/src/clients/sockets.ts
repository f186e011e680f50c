import { type Client, createClient } from "graphql-ws";
import type { GraphQLError } from "graphql";
import { Refusal, refusalOf } from "../refusal";
import { type Grant, isFresh, type Session } from "../session";
import type { Ending } from "./client";

/** The WebSockets under all three clients. The first one is opened with the first subscription. */
export interface Sockets {
  /** Its errors are a `Refusal`, or of a connection that was lost. */
  readonly subscribe: Client["subscribe"];
  /** How a subscription ended that failed with an error of `subscribe`. */
  readonly endingOf: (error: unknown) => Ending;
}

/**
 * Whether the server rejected the connection, with an error code as the reason; after any other close another try is
 * worthwhile.
 */
const isRefusal = (code: number): boolean => code >= 4400 && code < 4500;
/** How long it stays open between two questions. */
const IDLE_MS = 30_000;

const toRefusal = (thrown: unknown): Refusal | undefined => {
  if (Array.isArray(thrown)) return refusalOf(thrown as readonly GraphQLError[]);
  const { code, reason } = thrown as Partial<CloseEvent>;
  return code !== undefined && reason !== undefined && isRefusal(code)
    ? new Refusal(reason, "The server closed the connection.")
    : undefined;
};

/** What has ended because its token has expired is worth another try, with the next token. */
const orLost = (refusal: Refusal | undefined, grant: Grant): Error =>
  refusal === undefined || (refusal.code === "key_revoked" && !isFresh(grant))
    ? new Error("The connection was lost.")
    : refusal;

export const createSockets = (session: Session): Sockets => {
  let current: { readonly grant: Grant; readonly client: Client } | undefined;

  /**
   * Each token has a connection of its own. That of an earlier one finishes the answers it has begun; it closes when
   * nothing is asked over it any more.
   */
  const clientFor = (grant: Grant): Client => {
    if (current?.grant !== grant) {
      const client = createClient({
        url: grant.url.replace(/^http/, "ws"),
        connectionParams: { authorization: `Bearer ${grant.token}` },
        // It would send the same question again, and a second answer would be charged: see ../keep-asking.ts.
        retryAttempts: 0,
        lazyCloseTimeout: IDLE_MS,
      });
      current = { grant, client };
    }
    return current.client;
  };

  return {
    subscribe(payload, sink) {
      let isWanted = true;
      let unsubscribe = () => {};
      const begin = (grant: Grant): void => {
        if (!isWanted) return;
        unsubscribe = clientFor(grant).subscribe(payload, {
          next(result) {
            const { errors = [] } = result;
            const error = errors.length === 0 ? undefined : orLost(refusalOf(errors), grant);
            if (error === undefined || error instanceof Refusal) sink.next(result as Parameters<typeof sink.next>[0]);
            else sink.error(error);
          },
          error: (thrown) => {
            sink.error(orLost(toRefusal(thrown), grant));
          },
          complete: () => {
            sink.complete();
          },
        });
      };
      session().then(begin, (error: unknown) => {
        sink.error(error);
      });
      return () => {
        isWanted = false;
        unsubscribe();
      };
    },
    endingOf: (error) => (error instanceof Refusal ? { kind: "refused", refusal: error } : { kind: "lost" }),
  };
};
