import type { LedgerEntryType, LedgerQuery } from "../../generated/operations";

export type Movement = LedgerQuery["ledger"]["edges"][number]["node"];

/** For people. */
export const MOVEMENT_NAMES: Readonly<Record<LedgerEntryType, string>> = {
  ADJUST: "Correction",
  CREDIT: "Credit",
  EXPIRE: "Hold expired",
  HOLD: "Hold",
  RELEASE: "Hold released",
  SETTLE: "Charge",
};

const CHANGING: ReadonlySet<LedgerEntryType> = new Set<LedgerEntryType>(["ADJUST", "CREDIT", "SETTLE"]);

/** What holds and gives back leaves the balance as it was. */
export const changesBalance = ({ type }: Pick<Movement, "type">): boolean => CHANGING.has(type);
