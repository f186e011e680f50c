import type { NanoMxn } from "@cenote/core";
import type { Charge } from "./charge";
import type { AdjustEntry, CreditEntry, Entry } from "./entry";

/** Read-only queries on accounts. */
export interface LedgerReads {
  balance(organizationId: string): Promise<Balance>;
  /**
   * The balance after the newest block. Opens no account, so that a query for all organizations evicts none. Does not
   * verify the journal.
   */
  newestBalance(organizationId: string): Promise<NanoMxn>;
  /** @returns The amount charged to a budget; zero if none, or if the budget ended long ago and was forgotten. */
  spent(organizationId: string): Promise<(budgetId: string) => NanoMxn>;
  /**
   * Calls back with the balance after each block: at once for this process's commits; within `balanceLookMs` for another
   * replica's, or for a commit that succeeded although it seemed to fail. The same balance may be repeated.
   * @returns A function that stops the calls. Errors: overloaded.
   */
  watch(organizationId: string, onBalance: (balance: Balance) => void): () => void;
  /** Entries, newest first. */
  entries(organizationId: string, page: WantedPage): Promise<EntryPage>;
  /** The entries that charged these calls, in no order; none for a call that was not charged. */
  charges(organizationId: string, callIds: readonly string[]): Promise<readonly EntryView[]>;
  /**
   * Recomputes everything from the first block, of one organization or of all. In steps, because a large ledger takes
   * hours; the last step has the result.
   *
   * @param journals Organizations that are known from elsewhere to have a journal. A missing one is a fault.
   */
  verifySteps(organizationId?: string, journals?: AsyncIterable<string>): AsyncIterable<VerificationStep>;
  /** Charges by day and model, from the usage projection. Days `YYYY-MM-DD`, inclusive. */
  usage(organizationId: string, fromDay: string, toDay: string): Promise<readonly UsageRow[]>;
  /** The same charges by day and API key. */
  usageByKey(organizationId: string, fromDay: string, toDay: string): Promise<readonly KeyUsageRow[]>;
  /** How the balance changed between two days `YYYY-MM-DD`, inclusive. Errors: overloaded. */
  statement(organizationId: string, fromDay: string, toDay: string): Promise<Statement>;
  /**
   * By key: the last day, `YYYY-MM-DD`, with a call in `usageByKey`. Absent for a key without a call in the last 366
   * days.
   */
  lastUsed(organizationId: string, keys: readonly KeyToLookUp[]): Promise<ReadonlyMap<string, string>>;
}

export interface Balance {
  readonly balance: NanoMxn;
  readonly held: NanoMxn;
}

export type EntryType = Entry["type"];

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
  /** Cursor of a page that begins after this entry. */
  readonly cursor: string;
}

/** Which entries to list: those that match all given fields. */
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
  /** Of the previous page. */
  readonly cursor?: string;
  /** With a filter, any page may have fewer entries than its size, even none. */
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

export interface VerificationStep extends Pick<Verification, "organizations" | "blocks" | "entries"> {
  readonly result?: Verification;
}

export interface UsageSums {
  /** Closed calls, including failed ones. */
  readonly calls: number;
  /** Calls whose outcome is neither `ok` nor `cancelled`. */
  readonly failedCalls: number;
  /** Prompt tokens not read from a cache, including those written to it. */
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
  /** Empty in the last row of a day: the calls that are in no key's row. */
  readonly keyId: string;
}

/** How the balance changed over a period: `opening` + `credited` + `adjusted` - `charged` = `closing`. */
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

export type StatementPosting = (CreditEntry | AdjustEntry) & { readonly atMs: number };

export interface KeyToLookUp {
  readonly id: string;
  readonly createdAtMs: number;
}
