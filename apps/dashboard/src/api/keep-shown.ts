import type { Exchange } from "@urql/core";
import { map, pipe, tap } from "wonka";

/** If a query fails after it succeeded, the old data stays beside the error, until the query has no subscriber. */
export const keepShown: Exchange = ({ forward }) => {
  const shown = new Map<number, unknown>();
  return (operations) =>
    pipe(
      operations,
      tap(({ kind, key }) => {
        if (kind === "teardown") shown.delete(key);
      }),
      forward,
      map((result) => {
        const {
          operation: { kind, key },
          data,
          error,
        } = result;
        if (kind !== "query") return result;
        if (data !== undefined) shown.set(key, data);
        return error === undefined || data !== undefined || !shown.has(key)
          ? result
          : { ...result, data: shown.get(key) };
      }),
    );
};
