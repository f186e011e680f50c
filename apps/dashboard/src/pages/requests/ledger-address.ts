/**
 * A page of the ledger. It is stored in the address, so that Back, a reload and a shared link show the same page.
 */
export interface LedgerPlace {
  /** Cursor of the movement before the page; undefined for the newest page. */
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
