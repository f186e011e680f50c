import { type NanoMxn, nanoMxn } from "@cenote/core";
import type { Block } from "./block";
import { balanceChangeOf, type Entry, idOf } from "./entry";
import type { EntryView } from "./ledger-reads";

/** The entries of a block in its order, each with the balance after it, computed backwards from the block's balance. */
export const viewsOf = (block: Block): EntryView[] => {
  const views: EntryView[] = [];
  let { balance } = block;
  for (const [index, entry] of [...block.entries.entries()].reverse()) {
    views.push({ ...viewOf(block, entry, balance), cursor: `${block.seq}.${index}` });
    balance = nanoMxn(balance - balanceChangeOf(entry));
  }
  return views.reverse();
};

const viewOf = (block: Block, entry: Entry, balance: NanoMxn): Omit<EntryView, "cursor"> => ({
  seq: block.seq,
  id: idOf(entry),
  type: entry.type,
  amount: entry.type === "settle" ? balanceChangeOf(entry) : entry.amount,
  balance,
  callId: "callId" in entry ? entry.callId : undefined,
  atMs: block.atMs,
  note: "note" in entry ? entry.note : "",
  charge: "charge" in entry ? entry.charge : undefined,
});
