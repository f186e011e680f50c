import { type NanoMxn, nanoMxn } from "@cenote/core";
import type { Budgets, Charge } from "./charge";

/** One entry of a journal. Amounts are never negative, except in an adjustment. */
export type Entry = PostingEntry | HoldEntry | ReleaseEntry | ExpireEntry;

/** Entries that change the balance. Each is posted once: see `keyOf`. */
export type PostingEntry = CreditEntry | AdjustEntry | SettleEntry;

export interface CreditEntry {
  readonly type: "credit";
  readonly id: string;
  readonly amount: NanoMxn;
  readonly note: string;
}

export interface AdjustEntry {
  readonly type: "adjust";
  readonly id: string;
  /** Signed. */
  readonly amount: NanoMxn;
  readonly note: string;
}

/** Opens a hold, or raises the open one to `amount` and renews it until `expiresAtMs`. */
export interface HoldEntry {
  readonly type: "hold";
  readonly callId: string;
  readonly amount: NanoMxn;
  readonly expiresAtMs: number;
  /** Only on the entry that opens the hold. */
  readonly budgets?: Budgets;
}

/** Closes the hold, if one is open, and charges `amount`. */
export interface SettleEntry {
  readonly type: "settle";
  readonly callId: string;
  readonly amount: NanoMxn;
  readonly charge: Charge;
}

/** Closes the hold of `amount`. Without a charge if the call was settled before, and a retry had reopened its hold. */
export interface ReleaseEntry {
  readonly type: "release";
  readonly callId: string;
  readonly amount: NanoMxn;
  readonly charge: Charge | undefined;
}

/** Closes the hold of `amount` after its time to live. */
export interface ExpireEntry {
  readonly type: "expire";
  readonly callId: string;
  readonly amount: NanoMxn;
}

export const isPosting = (entry: Entry): entry is PostingEntry =>
  entry.type === "settle" || isCreditOrAdjustment(entry);

export const isCreditOrAdjustment = (entry: Entry): entry is CreditEntry | AdjustEntry =>
  entry.type === "credit" || entry.type === "adjust";

/** Signed change of the balance. */
export const balanceChangeOf = (entry: Entry): NanoMxn => {
  switch (entry.type) {
    case "credit":
    case "adjust":
      return entry.amount;
    case "settle":
      return nanoMxn(0n - entry.amount);
    case "hold":
    case "release":
    case "expire":
      return nanoMxn(0n);
  }
};

/** The entry's id in lists: the caller's id, prefixed with the type for entries of calls, which have several. */
export const idOf = (entry: Entry): string =>
  isCreditOrAdjustment(entry) ? entry.id : `${entry.type}:${entry.callId}`;

/** The idempotency key of a posting, unique in its organization for all time. */
export const keyOf = (
  entry: Pick<SettleEntry, "type" | "callId"> | Pick<CreditEntry | AdjustEntry, "type" | "id">,
): string => (entry.type === "settle" ? settlementKeyOf(entry.callId) : `${entry.type}:${entry.id}`);

/** The key of a call's settlement. */
export const settlementKeyOf = (callId: string): string => `settle:${callId}`;
