import { print } from "graphql";
import { refusalOf } from "../refusal";
import type { AnyVariables, CreateClient, Document, Sink } from "./client";
import { createSockets } from "./sockets";

/** `graphql-ws` alone: queries and mutations use the WebSocket, too. */
export const create: CreateClient = (_url, session) => {
  const sockets = createSockets(session);

  const subscribe = <Data, Variables extends AnyVariables>(
    document: Document<Data, Variables>,
    variables: Variables,
    { next, end }: Sink<Data>,
  ) =>
    sockets.subscribe<Data>(
      { query: print(document), variables },
      {
        next({ data, errors }) {
          if (errors !== undefined) end({ kind: "refused", refusal: refusalOf(errors) });
          else if (data !== undefined && data !== null) next(data);
        },
        error: (error) => {
          end(sockets.endingOf(error));
        },
        complete: () => {
          end({ kind: "complete" });
        },
      },
    );

  const ask = <Data, Variables extends AnyVariables>(document: Document<Data, Variables>, variables: Variables) =>
    new Promise<Data>((resolve, reject) => {
      subscribe(document, variables, {
        next: resolve,
        end: (ending) => {
          reject(ending.kind === "refused" ? ending.refusal : new Error("The connection was lost."));
        },
      });
    });

  return { query: ask, mutate: ask, subscribe };
};
