import type { LedgerEntryType, LedgerQuery } from "../../generated/operations";

export type Movement = NonNullable<LedgerQuery["ledger"]>["edges"][number]["node"];

const NAMES: Readonly<Record<LedgerEntryType, string>> = {
  ADJUST: "Correction",
  CREDIT: "Credit",
  EXPIRE: "Hold expired",
  HOLD: "Hold",
  RELEASE: "Hold released",
  SETTLE: "Charge",
};

/** The movement's name on the page. */
export const nameMovement = ({ type, request }: Pick<Movement, "type" | "request">): string =>
  type === "RELEASE" && request !== null ? "Not charged" : NAMES[type];

/** False for holds and releases, which do not change the balance: their amount is that of the hold. */
export const changesBalance = ({ type }: Pick<Movement, "type">): boolean =>
  type === "ADJUST" || type === "CREDIT" || type === "SETTLE";
