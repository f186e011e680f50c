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

/** As the page shows it. */
export const nameMovement = ({ type, request }: Pick<Movement, "type" | "request">): string =>
  type === "RELEASE" && request !== null ? "Not charged" : NAMES[type];

/** False for holds and for their ends, which leave the balance unchanged: the amount is that of the hold. */
export const changesBalance = ({ type }: Pick<Movement, "type">): boolean =>
  type === "ADJUST" || type === "CREDIT" || type === "SETTLE";
