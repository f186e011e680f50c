import type { Refusal } from "../api/refusal";

/** One page of a Relay connection. */
export interface ConnectionPage<Node> {
  readonly edges: readonly { readonly node: Node }[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

/** The loaded part of a connection that is read page by page. */
export interface Pages<Node> {
  readonly nodes: readonly Node[];
  /** Cursor before the next page; undefined for the first. */
  readonly after: string | undefined;
  readonly status: "loading" | "more" | "end" | "failed";
  readonly refusal: Refusal | undefined;
}

export type PagesEvent<Node> =
  | { readonly type: "requested" }
  | { readonly type: "received"; readonly page: ConnectionPage<Node> }
  | { readonly type: "failed"; readonly refusal: Refusal }
  | { readonly type: "restarted" };

export const NO_PAGES: Pages<never> = { nodes: [], after: undefined, status: "loading", refusal: undefined };

/** Loaded nodes are kept if the next page fails. */
export const nextPages = <Node>(pages: Pages<Node>, event: PagesEvent<Node>): Pages<Node> => {
  switch (event.type) {
    case "requested":
      return { ...pages, status: "loading", refusal: undefined };
    case "received": {
      const {
        edges,
        pageInfo: { endCursor, hasNextPage },
      } = event.page;
      return {
        nodes: [...pages.nodes, ...edges.map(({ node }) => node)],
        after: endCursor ?? pages.after,
        status: hasNextPage && endCursor !== null ? "more" : "end",
        refusal: undefined,
      };
    }
    case "failed":
      return { ...pages, status: "failed", refusal: event.refusal };
    case "restarted":
      return NO_PAGES;
  }
};
