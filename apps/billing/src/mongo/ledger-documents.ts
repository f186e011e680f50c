import { nanoMxn } from "@cenote/core";
import type { Block } from "../ledger/block";
import { BrokenJournal } from "../ledger/broken-journal";
import { fromEntryText } from "../ledger/entry-text";
import type { UsageSums } from "../ledger/ledger-reads";
import type { Checkpoint, UsageDay, UsageDayByModel, UsageDayCalls } from "../ledger/store";

/**
 * Documents in the database, read with `useBigInt64`. Amounts and quantities are 64-bit integers, never doubles.
 */
export interface BlockDocument {
  /** `<organization>:<seq>`: its uniqueness allows only one block per seq. */
  readonly _id: string;
  readonly org: string;
  readonly seq: number;
  readonly at: Date;
  /**
   * The hashed texts. As a tree of fields, entries would be twice as large and six times as expensive to write.
   */
  readonly entries: readonly string[];
  /**
   * Absent in blocks of earlier versions without postings. Despite the migration there may be some, from a process of the
   * earlier version that still ran meanwhile.
   */
  readonly keys?: readonly string[];
  readonly balance: bigint;
  readonly held: bigint;
  readonly prev_hash: string;
  readonly hash: string;
}

export interface CheckpointDocument {
  readonly _id: string;
  readonly seq: number;
  readonly hash: string;
  readonly balance: bigint;
  readonly held: bigint;
  readonly open_holds: readonly {
    readonly call_id: string;
    readonly amount: bigint;
    readonly expires_at: Date;
    readonly budget_ids?: readonly string[];
    /** In older checkpoints, in which a call had at most one budget. */
    readonly budget_id?: string;
  }[];
  readonly budgets?: readonly {
    readonly id: string;
    readonly limit: bigint;
    readonly spent: bigint;
    readonly expires_at: Date;
  }[];
}

interface UsageSumsDocument {
  readonly calls: number;
  readonly failed_calls: number;
  readonly input_tokens: bigint;
  readonly cached_input_tokens: bigint;
  readonly output_tokens: bigint;
  readonly images: bigint;
  readonly seconds: bigint;
  readonly cost: bigint;
}

export interface UsageDayDocument {
  readonly _id: string;
  readonly org: string;
  readonly day: string;
  readonly through_seq: number;
  readonly rows: readonly ({ readonly model: string } & UsageSumsDocument)[];
  /** Absent if an earlier version wrote the day. That version leaves them unchanged when it advances the day. */
  readonly keys?: readonly ({ readonly key_id: string } & UsageSumsDocument)[];
}

export const blockId = (organizationId: string, seq: number): string => `${organizationId}:${seq}`;

/** Organization and seq of a block's id; seq 0 if it is not the canonical id of a block. */
export const placeOf = (id: string): { readonly organizationId: string; readonly seq: number } => {
  const end = id.lastIndexOf(":");
  if (end === -1) return { organizationId: id, seq: 0 };
  const [organizationId, seq] = [id.slice(0, end), Number(id.slice(end + 1))];
  return { organizationId, seq: seq > 0 && Number.isSafeInteger(seq) && blockId(organizationId, seq) === id ? seq : 0 };
};

/** Whether a block has its canonical id. A document under another id is never read by the journal or verified. */
export const isInPlace = ({ _id, org, seq }: Pick<BlockDocument, "_id" | "org" | "seq">): boolean =>
  _id === blockId(org, seq);

/**
 * Prefix, before the seq, of the filler key of a block without postings. Every block has a key, so that the index of keys
 * covers all blocks: not every engine can use a partial index.
 */
export const FILLER = "block:";

const fillerKey = (seq: number): string => `${FILLER}${seq}`;

export const toBlockDocument = (block: Block): BlockDocument => ({
  _id: blockId(block.organizationId, block.seq),
  org: block.organizationId,
  seq: block.seq,
  at: new Date(block.atMs),
  entries: block.texts,
  keys: block.keys.length > 0 ? block.keys : [fillerKey(block.seq)],
  balance: block.balance,
  held: block.held,
  prev_hash: block.previousHash,
  hash: block.hash,
});

const hasNoPosting = ({ seq, keys = [] }: BlockDocument): boolean => keys.length === 1 && keys[0] === fillerKey(seq);

/** Errors: internal_error if the document can't be read. */
export const toBlock = (document: BlockDocument): Block => {
  try {
    return {
      organizationId: document.org,
      seq: document.seq,
      atMs: document.at.getTime(),
      entries: document.entries.map(fromEntryText),
      texts: document.entries,
      keys: hasNoPosting(document) ? [] : (document.keys ?? []),
      balance: nanoMxn(document.balance),
      held: nanoMxn(document.held),
      previousHash: document.prev_hash,
      hash: document.hash,
    };
  } catch {
    // The unreadable content is not quoted, because it may be anything.
    throw new BrokenJournal(document.org, document.seq, "the block can't be read");
  }
};

export const toCheckpointDocument = (checkpoint: Checkpoint): CheckpointDocument => ({
  _id: checkpoint.organizationId,
  seq: checkpoint.seq,
  hash: checkpoint.hash,
  balance: checkpoint.balance,
  held: checkpoint.held,
  open_holds: checkpoint.openHolds.map((hold) => ({
    call_id: hold.callId,
    amount: hold.amount,
    expires_at: new Date(hold.expiresAtMs),
    ...(hold.budgetIds !== undefined && { budget_ids: hold.budgetIds }),
  })),
  // Always written, even if empty, because a checkpoint overwrites the previous one.
  budgets: (checkpoint.budgets ?? []).map(({ id, limit, spent, expiresAtMs }) => ({
    id,
    limit,
    spent,
    expires_at: new Date(expiresAtMs),
  })),
});

const budgetIdsOf = ({ budget_id: one, budget_ids: ids }: CheckpointDocument["open_holds"][number]) => {
  const budgetIds = ids ?? (one === undefined ? undefined : [one]);
  return budgetIds === undefined ? {} : { budgetIds };
};

export const toCheckpoint = (document: CheckpointDocument): Checkpoint => ({
  organizationId: document._id,
  seq: document.seq,
  hash: document.hash,
  balance: nanoMxn(document.balance),
  held: nanoMxn(document.held),
  openHolds: document.open_holds.map((hold) => ({
    callId: hold.call_id,
    amount: nanoMxn(hold.amount),
    expiresAtMs: hold.expires_at.getTime(),
    ...budgetIdsOf(hold),
  })),
  ...(document.budgets !== undefined &&
    document.budgets.length > 0 && {
      budgets: document.budgets.map(({ id, limit, spent, expires_at: expiresAt }) => ({
        id,
        limit: nanoMxn(limit),
        spent: nanoMxn(spent),
        expiresAtMs: expiresAt.getTime(),
      })),
    }),
});

export const usageDayId = (organizationId: string, day: string): string => `${organizationId}:${day}`;

const toSumsDocument = (sums: UsageSums): UsageSumsDocument => ({
  calls: sums.calls,
  failed_calls: sums.failedCalls,
  input_tokens: sums.inputTokens,
  cached_input_tokens: sums.cachedInputTokens,
  output_tokens: sums.outputTokens,
  images: sums.images,
  seconds: sums.seconds,
  cost: sums.cost,
});

const toSums = (document: UsageSumsDocument): UsageSums => ({
  calls: document.calls,
  failedCalls: document.failed_calls,
  inputTokens: document.input_tokens,
  cachedInputTokens: document.cached_input_tokens,
  outputTokens: document.output_tokens,
  images: document.images,
  seconds: document.seconds,
  cost: nanoMxn(document.cost),
});

export const toUsageDayDocument = (usage: UsageDay): UsageDayDocument => ({
  _id: usageDayId(usage.organizationId, usage.day),
  org: usage.organizationId,
  day: usage.day,
  through_seq: usage.throughSeq,
  rows: usage.rows.map((row) => ({ model: row.model, ...toSumsDocument(row) })),
  keys: usage.keys.map((row) => ({ key_id: row.keyId, ...toSumsDocument(row) })),
});

export const toUsageDayByModel = (document: Omit<UsageDayDocument, "keys">): UsageDayByModel => ({
  organizationId: document.org,
  day: document.day,
  throughSeq: document.through_seq,
  rows: document.rows.map((row) => ({ model: row.model, ...toSums(row) })),
});

export const toUsageDayCalls = (
  document: Omit<UsageDayDocument, "keys"> & {
    readonly keys?: readonly Pick<NonNullable<UsageDayDocument["keys"]>[number], "key_id" | "calls" | "failed_calls">[];
  },
): UsageDayCalls => ({
  ...toUsageDayByModel(document),
  keys: (document.keys ?? []).map((row) => ({ keyId: row.key_id, calls: row.calls, failedCalls: row.failed_calls })),
});

export const toUsageDay = (document: UsageDayDocument): UsageDay => ({
  ...toUsageDayByModel(document),
  keys: (document.keys ?? []).map((row) => ({ keyId: row.key_id, ...toSums(row) })),
});
