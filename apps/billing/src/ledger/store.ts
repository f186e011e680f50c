import type { NanoMxn } from "@cenote/core";
import type { BudgetUse, OpenHold } from "./account-state";
import type { Block } from "./block";
import type { AdjustEntry, CreditEntry } from "./entry";
import type { KeyUsageRow, UsageRow } from "./ledger-reads";

/**
 * Where journals, and what is derived from them, are stored. After an operation that throws, its outcome is unknown.
 */
export interface LedgerStore extends Journal, Checkpoints, UsageDays {}

/** Blocks, which never change. Reads return only what can't be rolled back. */
export interface Journal {
  /** Durable when it resolves with `committed`. `taken`: a block with that seq, or with one of its keys, exists. */
  append(block: Block): Promise<"committed" | "taken">;
  /** In order of seq, up to the first that is not there. */
  blocksAfter(organizationId: string, seq: number): AsyncIterable<Block>;
  /** At most `limit`, newest first. @param seq At most one above the newest there is. */
  blocksBefore(organizationId: string, seq: number, limit: number): Promise<readonly Block[]>;
  /** Those in which any of the keys was posted. */
  blocksWithKeys(organizationId: string, keys: readonly string[]): Promise<readonly Block[]>;
  /**
   * The credits and adjustments of blocks made at or after `fromMs`, each once, in no order. One by one: there may be
   * years of them, in blocks that are mostly charges.
   */
  creditsSince(organizationId: string, fromMs: number): AsyncIterable<PlacedCredit>;
  /**
   * Every organization that has blocks, or only this one, with its newest block, in order; then those of which only a
   * checkpoint or days of usage are left. Looks at the id of every block, so it is for verification. Throws where
   * nothing keeps a key from being posted twice.
   */
  ends(organizationId?: string): AsyncIterable<JournalEnd>;
}

export interface PlacedCredit {
  /** Of its block. */
  readonly seq: number;
  readonly atMs: number;
  readonly entry: CreditEntry | AdjustEntry;
}

export interface JournalEnd {
  readonly organizationId: string;
  /** 0 if only what is derived from the journal is left. */
  readonly lastSeq: number;
  /** Of something that lies among its blocks and can't be one: no seq has this id. */
  readonly strayId?: string;
}

/**
 * The account at some block, so that opening it does not take the whole journal. May be lost: it is rebuilt from the
 * blocks.
 */
export interface Checkpoint {
  readonly organizationId: string;
  readonly seq: number;
  readonly hash: string;
  readonly balance: NanoMxn;
  readonly held: NanoMxn;
  readonly openHolds: readonly ({ readonly callId: string } & OpenHold)[];
  /** Without the held amounts, which follow from the open holds. */
  readonly budgets?: readonly ({ readonly id: string } & Omit<BudgetUse, "held">)[];
}

export interface Checkpoints {
  readCheckpoint(organizationId: string): Promise<Checkpoint | undefined>;
  /** Keeps the newer of the two. */
  writeCheckpoint(checkpoint: Checkpoint): Promise<void>;
}

/** Usage of one day, from its blocks up to `throughSeq`. Rebuilt from the blocks if lost. */
export interface UsageDay {
  readonly organizationId: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly throughSeq: number;
  readonly rows: readonly Omit<UsageRow, "day">[];
  /**
   * The same calls by key, as far as they were counted so: a day, or a part of it, that an earlier version projected
   * has no keys.
   */
  readonly keys: readonly Omit<KeyUsageRow, "day">[];
}

export type UsageDayAdvance = Pick<UsageDay, "organizationId" | "day" | "throughSeq">;

/** Without its rows by key, which may be a thousand. */
export type UsageDayByModel = Omit<UsageDay, "keys">;

/** With how many calls each key made, without what they used. */
export interface UsageDayCalls extends UsageDayByModel {
  readonly keys: readonly Pick<KeyUsageRow, "keyId" | "calls" | "failedCalls">[];
}

export interface UsageDays {
  readUsageDays(organizationId: string, fromDay: string, toDay: string): Promise<readonly UsageDay[]>;
  readUsageDaysByModel(organizationId: string, fromDay: string, toDay: string): Promise<readonly UsageDayByModel[]>;
  /** Newest first, read a few at a time, so that a search that has found its day reads no further. */
  usageDayCalls(organizationId: string, fromDay: string, toDay: string): AsyncIterable<UsageDayCalls>;
  /** How far each day goes, in no order. */
  usageDayEnds(organizationId: string): Promise<readonly Pick<UsageDay, "day" | "throughSeq">[]>;
  /** The highest `throughSeq` of its days; 0 if there is none. */
  projectedSeq(organizationId: string): Promise<number>;
  /**
   * Replaces the day if it is still at `expectedThroughSeq`; undefined: if there is none yet.
   * @returns Whether it did.
   */
  writeUsageDay(usage: UsageDay, expectedThroughSeq: number | undefined): Promise<boolean>;
  /**
   * Moves the day on, if it is still at `expectedThroughSeq`, over blocks that closed no call.
   * @returns Whether it did.
   */
  advanceUsageDay(advance: UsageDayAdvance, expectedThroughSeq: number): Promise<boolean>;
}
