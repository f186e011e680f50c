import { hash } from "node:crypto";
import type { NanoMxn } from "@cenote/core";
import {
  type AccountState,
  applyEntry,
  availableOf,
  forgetEndedBudgets,
  leftOf,
  mayBeForgotten,
  type MutableAccountState,
  type OpenHold,
} from "./account-state";
import { type Entry, type HoldEntry, isPosting, keyOf } from "./entry";
import { toEntryText } from "./entry-text";

/** Entries that commit together. Immutable; its insert is the commit. */
export interface Block {
  readonly organizationId: string;
  /** 1, 2, 3, ... without a gap. */
  readonly seq: number;
  readonly entries: readonly Entry[];
  /** The entries as they are hashed and stored: see `entry-text.ts`. */
  readonly texts: readonly string[];
  /** Idempotency keys of the postings, for the store's unique index. */
  readonly keys: readonly string[];
  /** After the block. */
  readonly balance: NanoMxn;
  readonly held: NanoMxn;
  /** Of the block before; GENESIS_HASH for the first. */
  readonly previousHash: string;
  /** SHA-256 in hexadecimal over the block without `keys`, which follow from the entries. */
  readonly hash: string;
  readonly atMs: number;
}

/** The end of a journal: its position, and the account's state there. */
export interface Head {
  seq: number;
  hash: string;
  readonly state: MutableAccountState;
}

export const GENESIS_HASH = "0".repeat(64);

const ENCODING = "cenote-ledger-block-1";

/** Makes the block that follows `head`. @param after The state after `entries`. */
export const sealBlock = (
  head: { readonly organizationId: string; readonly seq: number; readonly hash: string },
  after: Pick<AccountState, "balance" | "held">,
  entries: readonly Entry[],
  atMs: number,
): Block => {
  const texts = entries.map(toEntryText);
  const unsealed = {
    organizationId: head.organizationId,
    seq: head.seq + 1,
    entries,
    texts,
    keys: keysOf(entries),
    balance: after.balance,
    held: after.held,
    previousHash: head.hash,
    atMs,
  };
  return { ...unsealed, hash: hashOf(unsealed, texts) };
};

const keysOf = (entries: readonly Entry[]): string[] => {
  const keys: string[] = [];
  for (const entry of entries) if (isPosting(entry)) keys.push(keyOf(entry));
  return keys;
};

/** Over a JSON array of the block's fields. */
const hashOf = (block: Omit<Block, "hash" | "keys" | "texts">, texts: readonly string[]): string => {
  const fields = [
    ENCODING,
    block.organizationId,
    block.seq,
    block.previousHash,
    block.atMs,
    String(block.balance),
    String(block.held),
  ];
  return hash("sha256", `${JSON.stringify(fields).slice(0, -1)},[${texts.join(",")}]]`, "hex");
};

/**
 * Checks that `block` follows `head` by every rule of the ledger, and moves `head` past it.
 * @returns The fault, if any. `head` is then somewhere inside the block and must be discarded.
 */
export const followBlock = (head: Head, block: Block): string | undefined => {
  if (block.seq !== head.seq + 1) return `block ${head.seq + 1} is missing`;
  if (block.previousHash !== head.hash) return "the block does not continue the one before it: previous hash differs";
  // From the parsed entries: their stored texts may contain more.
  const texts = block.entries.map(toEntryText);
  if (hashOf(block, texts) !== block.hash) return "the content was changed: its hash differs";
  if (texts.some((text, index) => text !== block.texts[index]))
    return "the content was changed: an entry has more than is hashed";
  if (keysOf(block.entries).join("\n") !== block.keys.join("\n")) return "idempotency keys differ from the entries";
  if (new Set(block.keys).size !== block.keys.length) return "an entry is posted twice in the block";
  for (const entry of block.entries) {
    const fault = faultOfEntry(head.state, entry, block.atMs);
    if (fault !== undefined) return fault;
    applyEntry(head.state, entry);
  }
  if (head.state.balance !== block.balance)
    return `balance ${block.balance} differs from the sum of postings ${head.state.balance}`;
  if (head.state.held !== block.held) return `held ${block.held} differs from the sum of open holds ${head.state.held}`;
  forgetEndedBudgets(head.state, block);
  head.seq = block.seq;
  head.hash = block.hash;
  return undefined;
};

/** An entry for an open hold must raise it, renew it, or both. */
const faultOfChange = (hold: OpenHold, { callId, amount, expiresAtMs }: HoldEntry): string | undefined => {
  if (amount < hold.amount) return `hold ${callId} was lowered`;
  if (expiresAtMs < hold.expiresAtMs) return `hold ${callId} was shortened`;
  return amount === hold.amount && expiresAtMs === hold.expiresAtMs ? `hold ${callId} was opened twice` : undefined;
};

const faultOfEntry = (state: AccountState, entry: Entry, atMs: number): string | undefined => {
  if (entry.type === "credit" || entry.type === "adjust" || entry.type === "settle") {
    return entry.amount < 0n && entry.type !== "adjust" ? `${entry.type} of a negative amount` : undefined;
  }
  const hold = state.openHolds.get(entry.callId);
  if (entry.type === "hold") {
    if (hold !== undefined) return faultOfChange(hold, entry);
    if (entry.amount < 0n) return `hold ${entry.callId} is negative`;
    if (availableOf(state) <= 0n) return `hold ${entry.callId} was let in while nothing was available`;
    // Earlier versions forgot budgets sooner, or by their own clocks: their journals may spend from them again.
    const left = leftOf(
      state,
      entry.budgets?.filter((budget) => !mayBeForgotten(state, budget, atMs)),
    );
    return left === undefined || left > 0n
      ? undefined
      : `hold ${entry.callId} was let in while nothing was left of its budget`;
  }
  return hold?.amount === entry.amount ? undefined : `${entry.type} of ${entry.callId} matches no open hold`;
};
