import type { NanoMxn } from "@cenote/core";
import type { BudgetUse, OpenHold } from "./account";
import type { Block } from "./block";
import type { UsageRow } from "./ledger";

/** Where journals are kept, and what is derived from them. Every operation may throw; then its outcome is unknown. */
export interface LedgerStore extends Journal, Checkpoints, UsageDays {}

/** Blocks, never changed. Reads see only what can't be rolled back any more. */
export interface Journal {
  /** Durable when it resolves with `committed`. `taken`: a block of that seq, or one with one of its keys, stands already. */
  append(block: Block): Promise<"committed" | "taken">;
  /** In order of seq, up to the first that is not there. */
  blocksAfter(organizationId: string, seq: number): AsyncIterable<Block>;
  /** At most `limit`, newest first. @param seq At most one above the newest there is. */
  blocksBefore(organizationId: string, seq: number, limit: number): Promise<readonly Block[]>;
  /** Those in which any of the keys was posted. */
  blocksWithKeys(organizationId: string, keys: readonly string[]): Promise<readonly Block[]>;
  /** Every organization that has a block, or this one, with its newest, in order. Looks at all blocks there are, so it is for verification. */
  ends(organizationId?: string): AsyncIterable<JournalEnd>;
}

export interface JournalEnd {
  readonly organizationId: string;
  readonly lastSeq: number;
}

/** The account at some block, so that opening it need not read the whole journal. May be lost: it is made anew from the blocks. */
export interface Checkpoint {
  readonly organizationId: string;
  readonly seq: number;
  readonly hash: string;
  readonly balance: NanoMxn;
  readonly held: NanoMxn;
  readonly openHolds: readonly ({ readonly callId: string } & OpenHold)[];
  /** Without what is held, which the open holds tell. */
  readonly budgets?: readonly ({ readonly id: string } & Omit<BudgetUse, "held">)[];
}

export interface Checkpoints {
  readCheckpoint(organizationId: string): Promise<Checkpoint | undefined>;
  /** Keeps the newer of the two. */
  writeCheckpoint(checkpoint: Checkpoint): Promise<void>;
}

/** Usage of one day, of the blocks made on it up to and with `throughSeq`. Made anew from the blocks where it is lost. */
export interface UsageDay {
  readonly organizationId: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly throughSeq: number;
  readonly rows: readonly Omit<UsageRow, "day">[];
}

export interface UsageDays {
  readUsageDays(organizationId: string, fromDay: string, toDay: string): Promise<readonly UsageDay[]>;
  /** The day with the highest `throughSeq`. */
  latestUsageDay(organizationId: string): Promise<UsageDay | undefined>;
  /**
   * Replaces the day if it still stands at `expectedThroughSeq`, undefined where there must be none yet.
   * @returns Whether it did.
   */
  writeUsageDay(usage: UsageDay, expectedThroughSeq: number | undefined): Promise<boolean>;
}
