import type { Exchange } from "@urql/core";
import { map, pipe, tap } from "wonka";

/** What was shown of a query stays, beside the error, where asking for it again fails. As long as somebody looks. */
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
