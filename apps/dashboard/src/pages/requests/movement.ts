import type { LedgerEntryType, LedgerQuery } from "../../generated/operations";

export type Movement = LedgerQuery["ledger"]["edges"][number]["node"];

/** As the page shows them. */
export const MOVEMENT_NAMES: Readonly<Record<LedgerEntryType, string>> = {
  ADJUST: "Correction",
  CREDIT: "Credit",
  EXPIRE: "Hold expired",
  HOLD: "Hold",
  RELEASE: "Hold released",
  SETTLE: "Charge",
};

const CHANGING: ReadonlySet<LedgerEntryType> = new Set<LedgerEntryType>(["ADJUST", "CREDIT", "SETTLE"]);

/** False for holds and for their ends, which leave the balance unchanged. */
export const changesBalance = ({ type }: Pick<Movement, "type">): boolean => CHANGING.has(type);
