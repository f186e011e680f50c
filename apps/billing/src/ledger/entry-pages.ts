import { invalidRequest, type NanoMxn, nanoMxn } from "@cenote/core";
import type { Block } from "./block";
import { balanceChangeOf, type Entry, idOf } from "./entry";
import type { EntryPage, EntryView } from "./ledger";
import type { Journal } from "./store";

/** Blocks read per query: a busy organization has many entries in each. */
const BLOCKS_AT_ONCE = 16;
const CURSOR = /^(\d{1,15})\.(\d{1,9})$/;

export interface PageOptions {
  readonly journal: Journal;
  readonly organizationId: string;
  /** Of the newest block. */
  readonly lastSeq: number;
  /** At least 1. */
  readonly size: number;
  /** `<seq>.<index of the entry in its block>` of the last entry of the page before. */
  readonly cursor: string | undefined;
}

/** Entries, newest first. Errors: invalid_request_error for an invalid cursor. */
export const readEntryPage = async ({
  journal,
  organizationId,
  lastSeq,
  size,
  cursor,
}: PageOptions): Promise<EntryPage> => {
  const after = parseCursor(cursor);
  const found: EntryView[] = [];
  let beforeSeq = Math.min(after?.seq ?? lastSeq, lastSeq) + 1;
  // One more than requested shows whether there is a next page.
  while (found.length <= size) {
    const blocks = await journal.blocksBefore(organizationId, beforeSeq, Math.min(BLOCKS_AT_ONCE, size + 1));
    for (const block of blocks) {
      const below = block.seq === after?.seq ? after.index : block.entries.length;
      found.push(...viewsOf(block).slice(0, below).reverse());
      beforeSeq = block.seq;
    }
    if (blocks.length === 0) break;
  }
  return { entries: found.slice(0, size), next: found.length > size ? found[size - 1]?.cursor : undefined };
};

/** The settlements of these calls, in no order. */
export const readCharges = async (
  journal: Journal,
  organizationId: string,
  callIds: readonly string[],
): Promise<readonly EntryView[]> => {
  if (callIds.length === 0) return [];
  const wanted = new Set(callIds);
  const blocks = await journal.blocksWithKeys(
    organizationId,
    callIds.map((callId) => `settle:${callId}`),
  );
  return blocks
    .flatMap(viewsOf)
    .filter(({ type, callId }) => type === "settle" && callId !== undefined && wanted.has(callId));
};

const parseCursor = (cursor: string | undefined): { readonly seq: number; readonly index: number } | undefined => {
  if (cursor === undefined || cursor === "") return undefined;
  const match = CURSOR.exec(cursor);
  if (match === null) throw invalidRequest("cursor", "The cursor does not belong to this list.");
  return { seq: Number(match[1]), index: Number(match[2]) };
};

/** In block order, each with the balance after it, computed backwards from the block's balance. */
const viewsOf = (block: Block): EntryView[] => {
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
