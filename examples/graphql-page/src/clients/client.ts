import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import type { Refusal } from "../refusal";
import type { Session } from "../session";

/** How a subscription came to its end. */
export type Ending =
  | { readonly kind: "complete" }
  /** The server said no: the same would be refused again. */
  | { readonly kind: "refused"; readonly refusal: Refusal }
  /** The connection failed, not the call. */
  | { readonly kind: "lost" };

export interface Sink<Data> {
  readonly next: (data: Data) => void;
  /** The first one counts. */
  readonly end: (ending: Ending) => void;
}

export type AnyVariables = Record<string, unknown>;
export type Document<Data, Variables extends AnyVariables> = TypedDocumentNode<Data, Variables>;

/** What this page asks of a GraphQL client. Each of the three is a file beside this one. */
export interface GraphqlClient {
  /** Rejects with a `Refusal` where the server says no, like `mutate`. */
  query<Data, Variables extends AnyVariables>(document: Document<Data, Variables>, variables: Variables): Promise<Data>;
  mutate<Data, Variables extends AnyVariables>(document: Document<Data, Variables>, variables: Variables): Promise<Data>;
  /** @returns How to unsubscribe. */
  subscribe<Data, Variables extends AnyVariables>(document: Document<Data, Variables>, variables: Variables, sink: Sink<Data>): () => void;
}

/** @param url Of the gateway's `/graphql`, over HTTP. */
export type CreateClient = (url: string, session: Session) => GraphqlClient;
