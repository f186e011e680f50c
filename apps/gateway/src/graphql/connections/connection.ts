import { invalidField } from "@cenote/core";
import type { PageInfo } from "./page-info.type";
import type { PageArgs } from "./page.args";

export const MAX_PAGE_SIZE = 100;
const MAX_CURSOR_LENGTH = 200;

/** Checks the arguments of a connection. Errors: invalid_request_error. */
export const toPage = ({ first, after }: PageArgs): { readonly size: number; readonly cursor: string } => {
  if (first < 1 || first > MAX_PAGE_SIZE) throw invalidField("first", `must be an integer from 1 to ${MAX_PAGE_SIZE}.`);
  const cursor = after ?? "";
  if (cursor.length > MAX_CURSOR_LENGTH) throw invalidField("after", "this cursor is not one of ours.");
  return { size: first, cursor };
};

export interface Connection<Node> {
  readonly edges: { readonly cursor: string; readonly node: Node }[];
  readonly pageInfo: PageInfo;
}

/** @param next Empty on the last page. */
export const toConnection = <Item extends { readonly cursor?: string | undefined }, Node>(
  items: readonly Item[],
  next: string,
  after: string | null | undefined,
  toNode: (item: Item) => Node,
): Connection<Node> => {
  const edges = items.map((item) => ({ cursor: item.cursor ?? "", node: toNode(item) }));
  return {
    edges,
    pageInfo: {
      hasNextPage: next !== "",
      hasPreviousPage: (after ?? "") !== "",
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
};
