import { nanoOf } from "./exact";
import type { LedgerEntry } from "./ledger";
import type { Answered } from "./load";

/**
 * Checks that every answered call is charged once, with the amount in its answer, and that no call is charged twice.
 */
export const expectAllPaid = (answered: readonly Answered[], entries: readonly LedgerEntry[]): void => {
  const settles = Map.groupBy(
    entries.filter(({ type }) => type === "settle"),
    ({ request_id: id }) => id,
  );
  expect([...settles].filter(([, found]) => found.length !== 1)).toEqual([]);
  const wrong = answered.filter(({ id, nanoMxn }) => nanoOf(settles.get(id)?.[0]?.amount_mxn ?? "0") !== -nanoMxn);
  expect(wrong).toEqual([]);
};
