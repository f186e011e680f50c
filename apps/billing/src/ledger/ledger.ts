import type { Awaitable, NanoMxn } from "@cenote/core";

/** What the rest of billing asks of the ledger. Amounts are never negative unless said so. */
export interface Ledger {
  /**
   * Holds `amount` if anything is available; for a call with budgets, all that it may cost, up to its share of budgets
   * and balance. Decided on the account as this process knows it, before the block is durable. While the hold is open,
   * the same id gets the same answer, and the hold lasts for `ttlMs` from then. Errors: insufficient_balance, also if the
   * budget does not cover what the call needs; idempotency_conflict.
   */
  hold(organizationId: string, command: HoldCommand): Awaitable<HeldAmount>;
  /**
   * Resolves when the hold is durable. Rejects with insufficient_balance where another writer spent the balance first.
   */
  confirmHold(organizationId: string, callId: string): Promise<void>;
  /**
   * Raises an open hold to `amount`, never lowers it, and renews it if it has a `ttlMs`, durably when it resolves. The hold of a call with a budget grows no further than budget and
   * balance allow, a bounded one no further than the balance. Never refused: the caller decides what a negative
   * `available` or a smaller hold means.
   */
  growHold(organizationId: string, command: GrowCommand): Promise<HeldAmount>;
  /**
   * Closes the hold and charges `amount`, whether that is more or less than was held, and even if the hold expired or
   * is unknown. Durable when it resolves. The same id again posts nothing and returns what was posted; with another
   * amount it is an idempotency_conflict, unless the same usage was only priced again (a retry after the rate or the
   * price list changed).
   */
  settle(organizationId: string, command: SettleCommand): Promise<Posted>;
  /** Closes the hold without a charge. Nothing happens where it is closed already. */
  release(organizationId: string, command: ReleaseCommand): Promise<void>;
  /** Adds money. Same id, same amount: as before; other amount: idempotency_conflict. */
  credit(organizationId: string, command: CreditCommand): Promise<Posted>;
  /**
   * Corrects the balance by a signed amount, as an entry of its own: nothing posted is ever changed. Ids as with
   * `credit`.
   */
  adjust(organizationId: string, command: CreditCommand): Promise<Posted>;
  balance(organizationId: string): Promise<Balance>;
  /**
   * The balance after the newest block. Opens no account, so that asking for all of them evicts none: holds, and
   * whether the journal is intact, are not looked at.
   */
  newestBalance(organizationId: string): Promise<NanoMxn>;
  /** @returns What was charged to a budget; zero where nothing was, or it ended an hour ago. */
  spent(organizationId: string): Promise<(budgetId: string) => NanoMxn>;
  /**
   * Calls back with the balance after each block: at once for this process's commits, within `balanceLookMs` for
   * another's or for a commit that succeeded though it seemed to fail. The same balance may come twice.
   * @returns Stops it. Errors: overloaded.
   */
  watch(organizationId: string, onBalance: (balance: Balance) => void): () => void;
  /** Entries, newest first. */
  entries(organizationId: string, page: WantedPage): Promise<EntryPage>;
  /** The entries that charged these calls, in no order; calls that were not charged are left out. */
  charges(organizationId: string, callIds: readonly string[]): Promise<readonly EntryView[]>;
  /** Recomputes everything from the first block. Without an organization: all of them. */
  verify(organizationId?: string): Promise<Verification>;
  /** Charges by day and model, from the projection beside the journal. Days `YYYY-MM-DD`, inclusive. */
  usage(organizationId: string, fromDay: string, toDay: string): Promise<readonly UsageRow[]>;
  /** The same charges by day and API key. */
  usageByKey(organizationId: string, fromDay: string, toDay: string): Promise<readonly KeyUsageRow[]>;
  /** How the balance changed between two days `YYYY-MM-DD`, inclusive. Errors: overloaded. */
  statement(organizationId: string, fromDay: string, toDay: string): Promise<Statement>;
  /**
   * The last day, `YYYY-MM-DD`, with a call of each key in `usageByKey`. A key without one in the last 366 days is not
   * in it.
   */
  lastUsed(organizationId: string, keys: readonly KeyToLookUp[]): Promise<ReadonlyMap<string, string>>;
  /** Commands that wait for a commit now, over all organizations of this process. */
  waitingCommands(): number;
  /** Commits what is pending, then stops timers. */
  close(): Promise<void>;
}

export interface HoldCommand {
  /** The request id of the call. */
  readonly callId: string;
  readonly amount: NanoMxn;
  readonly ttlMs: number;
  /** The budgets of the call's client token and API key; undefined if neither has one. */
  readonly budgets?: Budgets;
  /**
   * What the call costs at least; it is admitted only if its budgets cover that. Without a budget, this and `most` mean
   * nothing.
   */
  readonly needed?: NanoMxn;
  /** What it may cost at most; the same as `amount` where absent. */
  readonly most?: NanoMxn;
  /** The id must be new: idempotency_conflict if its hold is open, or this process remembers that it was charged. */
  readonly isNew?: boolean;
}

/**
 * A part of the balance with its own spending limit. The last call of an organization may overdraw its balance, but
 * never a budget.
 */
export interface Budget {
  /** Of the client token, or of the API key and the period: see `keys/key-budget.ts`. */
  readonly id: string;
  /** The limit can be changed: that of the latest entry with this budget applies. */
  readonly limit: NanoMxn;
  /** No new call uses it after this time. */
  readonly expiresAtMs: number;
}

/** At least one. Each of them pays for the whole call. */
export type Budgets = readonly Budget[];

export interface GrowCommand {
  readonly callId: string;
  readonly amount: NanoMxn;
  readonly isBounded?: boolean;
  /** From now on; the hold never expires earlier than it would have. */
  readonly ttlMs?: number;
}

export interface SettleCommand {
  readonly callId: string;
  readonly amount: NanoMxn;
  /**
   * Nothing was delivered yet: if the hold is not open, charge only if anything is available, and the budgets cover the
   * amount, else insufficient_balance.
   */
  readonly requiresHold?: boolean;
  /** The call never had a hold, so an open one is another call's with the same id: idempotency_conflict. */
  readonly isNew?: boolean;
  readonly charge: Charge;
}

export interface ReleaseCommand {
  readonly callId: string;
  readonly charge: Charge;
}

export interface CreditCommand {
  readonly id: string;
  readonly amount: NanoMxn;
  readonly note: string;
}

/** How an amount came about, stored in the entry that closes a call. No content. */
export interface Charge {
  readonly model: string;
  readonly keyId: string;
  readonly usage: readonly UsageLine[];
  /** Exact decimal, markup included. */
  readonly costUsd: string;
  readonly markup: string;
  readonly fx: { readonly mxnPerUsd: string; readonly source: string; readonly atMs: number };
  readonly priceVersion: string;
  readonly record: CallRecord;
  /** The budgets that the call also spends from; undefined if there are none. */
  readonly budgets?: Budgets;
}

export type UsageUnit =
  | "input_token"
  | "cached_input_token"
  | "cache_write_token"
  | "output_token"
  | "image"
  | "second";

export interface UsageLine {
  readonly unit: UsageUnit;
  readonly quantity: bigint;
  /** Row of a price table, `1024x1024/hd`; empty if there is one price. */
  readonly variant: string;
}

export interface CallRecord {
  readonly kind: string;
  readonly stream: boolean;
  /** `ok`, `cancelled`, or an error code. */
  readonly outcome: string;
  readonly attempts: readonly { readonly route: string; readonly outcome: string; readonly durationMs: number }[];
  readonly durationMs: number;
  readonly firstContentMs: number;
  /** An earlier form of `FROM_CACHE`, in journals of versions that had just got the cache. */
  readonly cached?: boolean;
}

export interface HeldAmount {
  /** For this call; zero if it holds nothing. */
  readonly held: NanoMxn;
  /** Balance less all holds; may be negative. */
  readonly available: NanoMxn;
  /** What open calls leave of the scarcest of the call's budgets, if it has one; may be negative. */
  readonly budgetLeft?: NanoMxn;
}

export interface Posted {
  readonly id: string;
  /** The amount posted under this id; the first one, if the command came twice. Negative only for some adjustments. */
  readonly amount: NanoMxn;
  /** Of the posted entry; undefined except for `settle`. */
  readonly charge: Charge | undefined;
  /** The account as it is now, not as it was when the id was first seen. */
  readonly balance: NanoMxn;
  readonly available: NanoMxn;
}

export interface Balance {
  readonly balance: NanoMxn;
  readonly held: NanoMxn;
}

/** What one block did to a balance. Open holds are no part of it. */
export interface BalanceChange {
  readonly organizationId: string;
  readonly before: NanoMxn;
  readonly after: NanoMxn;
}

/** A call that was charged or released. */
export interface EndedCall {
  readonly organizationId: string;
  readonly callId: string;
  readonly charge: Charge;
}

export type EntryType = "credit" | "hold" | "settle" | "release" | "expire" | "adjust";

export interface EntryView {
  /** Of its block. */
  readonly seq: number;
  readonly id: string;
  readonly type: EntryType;
  /** Signed change of the balance for `credit`, `settle` (negative) and `adjust`; size of the hold for the others. */
  readonly amount: NanoMxn;
  /** Balance after the entry. */
  readonly balance: NanoMxn;
  readonly callId: string | undefined;
  readonly atMs: number;
  readonly note: string;
  readonly charge: Charge | undefined;
  /** Of a page that begins after it. */
  readonly cursor: string;
}

/** Which entries to list: those to which all fields that are given apply. */
export interface EntryFilter {
  readonly types?: ReadonlySet<EntryType>;
  /** Not before. */
  readonly fromMs?: number;
  /** Before. */
  readonly toMs?: number;
  /** Id of a model, or `openai/*` for all of a provider's. */
  readonly model?: string;
  readonly keyId?: string;
  readonly clientTokenId?: string;
  readonly kind?: string;
  /** `ok`, `cancelled`, `failed` for all others, or an error code. */
  readonly outcome?: string;
}

export interface WantedPage {
  readonly size: number;
  /** From the page before. */
  readonly cursor?: string;
  /** With one, a page may have fewer entries than its size, even none, before the last. */
  readonly filter?: EntryFilter;
}

export interface EntryPage {
  readonly entries: readonly EntryView[];
  readonly next: string | undefined;
}

export interface Verification {
  readonly ok: boolean;
  readonly organizations: number;
  readonly blocks: number;
  readonly entries: number;
  readonly fault?: { readonly organizationId: string; readonly seq: number; readonly reason: string };
}

export interface UsageSums {
  /** Calls that were closed, failed ones among them. */
  readonly calls: number;
  /** Those whose outcome is neither `ok` nor `cancelled`. */
  readonly failedCalls: number;
  /** Prompt tokens not read from a cache, those written to it among them. */
  readonly inputTokens: bigint;
  readonly cachedInputTokens: bigint;
  readonly outputTokens: bigint;
  readonly images: bigint;
  readonly seconds: bigint;
  readonly cost: NanoMxn;
}

export interface UsageRow extends UsageSums {
  readonly day: string;
  readonly model: string;
}

export interface KeyUsageRow extends UsageSums {
  readonly day: string;
  /** Empty in the last row of a day: calls that no key's row has. */
  readonly keyId: string;
}

/**
 * How the balance came from that before a day to that after another: `opening` + `credited` + `adjusted` - `charged` =
 * `closing`.
 */
export interface Statement {
  readonly opening: NanoMxn;
  readonly credited: NanoMxn;
  /** Signed. */
  readonly adjusted: NanoMxn;
  readonly charged: NanoMxn;
  readonly closing: NanoMxn;
  /** Oldest first; the first thousand. */
  readonly postings: readonly StatementPosting[];
  readonly postingsLeftOut: number;
  /** The charges, by model. */
  readonly models: readonly ({ readonly model: string } & UsageSums)[];
  /** The newest block that was read, with its hash; 0 and the genesis hash for a journal without blocks. */
  readonly seq: number;
  readonly hash: string;
}

/** A credit or an adjustment. */
export interface StatementPosting {
  readonly type: "credit" | "adjust";
  readonly id: string;
  /** Signed change of the balance. */
  readonly amount: NanoMxn;
  readonly atMs: number;
  readonly note: string;
}

export interface KeyToLookUp {
  readonly id: string;
  readonly createdAtMs: number;
}
