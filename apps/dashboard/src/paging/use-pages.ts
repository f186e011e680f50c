import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { useCallback, useEffect, useReducer, useRef } from "react";
import { useClient } from "urql";
import { refusalOf } from "../api/refusal";
import { type ConnectionPage, nextPages, NO_PAGES, type Pages, type PagesEvent } from "./pages";

export interface UsePagesOptions<Data, Node> {
  readonly document: TypedDocumentNode<Data, { readonly after?: string | null }>;
  /** Must be the same function at every render. */
  readonly pick: (data: Data) => ConnectionPage<Node> | null;
}

export interface PagesControl<Node> {
  readonly pages: Pages<Node>;
  /** Loads the next page, or retries the failed one. */
  readonly more: () => void;
  /** Loads from the first page again. */
  readonly restart: () => void;
}

/** A connection, loaded page by page on request. */
export const usePages = <Data, Node>({ document, pick }: UsePagesOptions<Data, Node>): PagesControl<Node> => {
  const client = useClient();
  const [pages, dispatch] = useReducer<Pages<Node>, [PagesEvent<Node>]>(nextPages, NO_PAGES);
  // Identifies the current run: answers after a restart or an unmount are ignored.
  const run = useRef({});

  const load = useCallback(
    async (after: string | undefined) => {
      const mine = run.current;
      dispatch({ type: "requested" });
      const { data, error } = await client
        .query(document, after === undefined ? {} : { after }, { requestPolicy: "network-only" })
        .toPromise();
      if (run.current !== mine) return;
      const page = data === undefined ? null : pick(data);
      if (page === null) dispatch({ type: "failed", refusal: refusalOf(error ?? { graphQLErrors: [] }) });
      else dispatch({ type: "received", page });
    },
    [client, document, pick],
  );

  const restart = useCallback(() => {
    run.current = {};
    dispatch({ type: "restarted" });
    void load(undefined);
  }, [load]);

  useEffect(() => {
    restart();
    return () => {
      run.current = {};
    };
  }, [restart]);

  return {
    pages,
    restart,
    more: () => {
      void load(pages.after);
    },
  };
};
