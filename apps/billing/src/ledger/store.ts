import type { NanoMxn } from "@cenote/core";
import type { BudgetUse, OpenHold } from "./account-state";
import type { Block } from "./block";
import type { AdjustEntry, CreditEntry } from "./entry";
import type { KeyUsageRow, UsageRow } from "./ledger-reads";

/** The store of journals and of the data derived from them. If an operation throws, its outcome is unknown. */
export interface LedgerStore extends Journal, Checkpoints, UsageDays {}

/** Immutable blocks. Reads return only data that can't be rolled back. */
export interface Journal {
  /** Durable when it resolves with `committed`. `taken`: a block with that seq, or with one of its keys, exists. */
  append(block: Block): Promise<"committed" | "taken">;
  /** In order of seq, up to the first gap. */
  blocksAfter(organizationId: string, seq: number): AsyncIterable<Block>;
  /** At most `limit`, newest first. @param seq At most one above the newest block. */
  blocksBefore(organizationId: string, seq: number, limit: number): Promise<readonly Block[]>;
  /** The blocks in which any of the keys was posted. */
  blocksWithKeys(organizationId: string, keys: readonly string[]): Promise<readonly Block[]>;
  /**
   * The credits and adjustments of blocks made at or after `fromMs`, each once, in no order. Streamed, because there may
   * be years of them in blocks that are mostly charges.
   */
  creditsSince(organizationId: string, fromMs: number): AsyncIterable<PlacedCredit>;
  /**
   * The newest block of every organization with blocks, or of this one, in order. Then organizations of which only a
   * checkpoint or days of usage are left. For verification: scans the id of every block. Throws if the unique index on
   * keys is missing.
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
  /** 0 if only derived data is left. */
  readonly lastSeq: number;
  /** Id of a document among its blocks that can't be a block, because no seq has this id. */
  readonly strayId?: string;
}

/** A snapshot of an account's state at some block, so that opening it does not read the whole journal. May be lost. */
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

/** Usage of one day, of its blocks up to `throughSeq`. Rebuilt from the journal if lost. */
export interface UsageDay {
  readonly organizationId: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly throughSeq: number;
  readonly rows: readonly Omit<UsageRow, "day">[];
  /** The same calls by key. Calls that an earlier version projected are missing. */
  readonly keys: readonly Omit<KeyUsageRow, "day">[];
}

export type UsageDayAdvance = Pick<UsageDay, "organizationId" | "day" | "throughSeq">;

/** Without rows by key, of which there may be a thousand. */
export type UsageDayByModel = Omit<UsageDay, "keys">;

/** With the number of calls of each key, without their usage. */
export interface UsageDayCalls extends UsageDayByModel {
  readonly keys: readonly Pick<KeyUsageRow, "keyId" | "calls" | "failedCalls">[];
}

export interface UsageDays {
  readUsageDays(organizationId: string, fromDay: string, toDay: string): Promise<readonly UsageDay[]>;
  readUsageDaysByModel(organizationId: string, fromDay: string, toDay: string): Promise<readonly UsageDayByModel[]>;
  /** Newest first, read a few at a time: a search that has found its day reads no further. */
  usageDayCalls(organizationId: string, fromDay: string, toDay: string): AsyncIterable<UsageDayCalls>;
  /** The last projected block of each day, in no order. */
  usageDayEnds(organizationId: string): Promise<readonly Pick<UsageDay, "day" | "throughSeq">[]>;
  /** The highest `throughSeq` of its days; 0 if there is none. */
  projectedSeq(organizationId: string): Promise<number>;
  /**
   * Replaces the day if it is still at `expectedThroughSeq`, or undefined: if the day does not exist.
   * @returns Whether it was replaced.
   */
  writeUsageDay(usage: UsageDay, expectedThroughSeq: number | undefined): Promise<boolean>;
  /**
   * Advances the day over blocks that closed no call, if it is still at `expectedThroughSeq`.
   * @returns Whether it was advanced.
   */
  advanceUsageDay(advance: UsageDayAdvance, expectedThroughSeq: number): Promise<boolean>;
}
