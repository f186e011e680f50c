import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import type { Refusal } from "../refusal";
import type { Session } from "../session";

/** How a subscription ended. */
export type Ending =
  | { readonly kind: "complete" }
  /** The server rejected it: another try would be rejected too. */
  | { readonly kind: "refused"; readonly refusal: Refusal }
  /** The connection failed, not the call. */
  | { readonly kind: "lost" };

export interface Sink<Data> {
  readonly next: (data: Data) => void;
  /** Only the first call counts. */
  readonly end: (ending: Ending) => void;
}

export type AnyVariables = Record<string, unknown>;
export type Document<Data, Variables extends AnyVariables> = TypedDocumentNode<Data, Variables>;

/** What this page needs from a GraphQL client. Each of the three has a file in this folder. */
export interface GraphqlClient {
  /** Rejects with a `Refusal` if the server rejects it, like `mutate`. */
  query<Data, Variables extends AnyVariables>(document: Document<Data, Variables>, variables: Variables): Promise<Data>;
  mutate<Data, Variables extends AnyVariables>(
    document: Document<Data, Variables>,
    variables: Variables,
  ): Promise<Data>;
  /** @returns How to unsubscribe. */
  subscribe<Data, Variables extends AnyVariables>(
    document: Document<Data, Variables>,
    variables: Variables,
    sink: Sink<Data>,
  ): () => void;
}

/** @param url The gateway's `/graphql`, over HTTP. */
export type CreateClient = (url: string, session: Session) => GraphqlClient;
