import { type NanoMxn, nanoMxn } from "@cenote/core";
import type { Budgets, Charge } from "./charge";

/** What a journal is made of. Amounts are never negative, but for an adjustment. */
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

/** Opens a hold, or raises the one that is open to `amount` and renews it until `expiresAtMs`. */
export interface HoldEntry {
  readonly type: "hold";
  readonly callId: string;
  readonly amount: NanoMxn;
  readonly expiresAtMs: number;
  /** On the entry that opens the hold. */
  readonly budgets?: Budgets;
}

/** Closes the hold, if one is open, and takes `amount`. */
export interface SettleEntry {
  readonly type: "settle";
  readonly callId: string;
  readonly amount: NanoMxn;
  readonly charge: Charge;
}

/**
 * Closes the hold of `amount`. Without a charge where the call was settled before and its hold opened again by a
 * replay.
 */
export interface ReleaseEntry {
  readonly type: "release";
  readonly callId: string;
  readonly amount: NanoMxn;
  readonly charge: Charge | undefined;
}

/** Closes the hold of `amount`, which was not closed in time. */
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

/** The entry's id for people: the one its caller gave, with the type if a call has several entries. */
export const idOf = (entry: Entry): string =>
  isCreditOrAdjustment(entry) ? entry.id : `${entry.type}:${entry.callId}`;

/** The idempotency key of an entry that must be posted once, unique in its organization for all time. */
export const keyOf = (
  entry: Pick<SettleEntry, "type" | "callId"> | Pick<CreditEntry | AdjustEntry, "type" | "id">,
): string => (entry.type === "settle" ? settlementKeyOf(entry.callId) : `${entry.type}:${entry.id}`);

/** The key of a call's settlement. */
export const settlementKeyOf = (callId: string): string => `settle:${callId}`;
