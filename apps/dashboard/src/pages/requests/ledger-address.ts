/**
 * A page of the ledger, as its address says it: so it is there again after a step back or a reload, and can be sent to
 * somebody.
 */
export interface LedgerPlace {
  /** Cursor of the movement it begins after; undefined for the newest. */
  readonly after: string | undefined;
  readonly withHolds: boolean;
}

export const readPlace = (search: string): LedgerPlace => {
  const params = new URLSearchParams(search);
  return { after: params.get("after") ?? undefined, withHolds: params.has("holds") };
};

export const ledgerAddress = ({ after, withHolds }: LedgerPlace): string => {
  const search = new URLSearchParams({
    ...(after !== undefined && { after }),
    ...(withHolds && { holds: "shown" }),
  }).toString();
  return search === "" ? "/requests" : `/requests?${search}`;
};
