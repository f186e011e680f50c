import { type NanoMxn, nanoMxn, ZERO_MXN } from "@cenote/core";
import { balanceChangeOf, type Entry } from "./entry";

/** What an organization has: the fold of its journal. */
export interface Account {
  readonly balance: NanoMxn;
  /** Sum of the open holds. */
  readonly held: NanoMxn;
  readonly open: ReadonlyMap<string, OpenHold>;
}

export interface OpenHold {
  readonly amount: NanoMxn;
  readonly expiresAtMs: number;
}

export interface MutableAccount {
  balance: NanoMxn;
  held: NanoMxn;
  readonly open: Map<string, OpenHold>;
}

export const emptyAccount = (): MutableAccount => ({ balance: ZERO_MXN, held: ZERO_MXN, open: new Map() });

export const copyAccount = (account: Account): MutableAccount => ({
  balance: account.balance,
  held: account.held,
  open: new Map(account.open),
});

/** Balance less all holds; negative where calls under way may make more than is left. */
export const availableOf = (account: Pick<Account, "balance" | "held">): NanoMxn => nanoMxn(account.balance - account.held);

/** Folds one entry in, in place: this runs twice for every entry of the system, and copying the holds would cost more than all else. */
export const applyEntry = (account: MutableAccount, entry: Entry): void => {
  if (entry.type === "hold") {
    const before = account.open.get(entry.callId)?.amount ?? ZERO_MXN;
    account.held = nanoMxn(account.held + entry.amount - before);
    account.open.set(entry.callId, { amount: entry.amount, expiresAtMs: entry.expiresAtMs });
    return;
  }
  account.balance = nanoMxn(account.balance + balanceChangeOf(entry));
  if (entry.type === "credit" || entry.type === "adjust") return;
  const hold = account.open.get(entry.callId);
  if (hold === undefined) return;
  account.open.delete(entry.callId);
  account.held = nanoMxn(account.held - hold.amount);
};
