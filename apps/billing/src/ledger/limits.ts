/** Every bound of the ledger. */
export interface LedgerLimits {
  /** Accounts kept in memory; the longest idle are evicted. */
  readonly maxAccounts: number;
  /** Commands of one organization that wait for a commit. Beyond: overloaded. */
  readonly maxWaitingCommands: number;
  /** Entries of one block, so that it stays far below the database's 16 MiB. A single command may exceed it. */
  readonly maxBlockEntries: number;
  /** Postings kept in memory over all organizations, so that repeated commands need no database read. */
  readonly maxRememberedPostings: number;
  /** Outcomes of refused or closed holds kept in memory for `confirmHold`, per organization. */
  readonly maxRememberedOutcomes: number;
  /** Attempts of one database operation before `overloaded`, including the first. */
  readonly storeTries: number;
  /** Retries of an operation stop this long after its first attempt. */
  readonly storePatienceMs: number;
  /** Timeout of one attempt. */
  readonly answerMs: number;
  /** The database counts as away once operations have failed for this long without a success. */
  readonly awayAfterMs: number;
  /** Timeout while the database is away. There is one attempt. */
  readonly awayAnswerMs: number;
  /** Pause before the second attempt; doubles each time. */
  readonly storeBackoffMs: number;
  /** Races for a seq lost in a row before `overloaded`. */
  readonly maxLostRaces: number;
  /**
   * A block of holds that no caller awaits yet waits this long for more commands. A quick call is then held and settled in
   * one commit, and a longer one has a durable hold before there is something to deliver.
   */
  readonly holdLingerMs: number;
  /** Commands in a block above which the account counts as busy. */
  readonly busyBlockCommands: number;
  /** A busy account pauses this long between blocks: blocks grow larger, and other replicas get a turn. */
  readonly busyPauseMs: number;
  /** An account that has neither read nor written for this long reads the journal before it commits. */
  readonly headTrustedMs: number;
  /** Journal reads, before `confirmHold` or `release` gives up on a hold that another replica may be committing. */
  readonly confirmTries: number;
  readonly checkpointEveryBlocks: number;
  readonly sweepIntervalMs: number;
  /** How often a watched balance is read if this process commits nothing. */
  readonly balanceLookMs: number;
  /** Maximum number of organizations whose balance is watched. */
  readonly maxWatchedBalances: number;
  /** How often committed blocks are projected. A read of usage projects the remaining ones first. */
  readonly usageIntervalMs: number;
  /** Blocks covered by one write of the usage projection when it catches up. */
  readonly maxUsageBlocks: number;
  /** Attempts to catch up while other replicas project the same organization. */
  readonly usageTries: number;
  /** Longest time to live of a hold. */
  readonly maxHoldTtlMs: number;
  /** Characters of a note and of an id. */
  readonly maxTextLength: number;
  /** Entries of one page. */
  readonly maxPageSize: number;
  /** Entries that one filtered page reads, whether they match or not. A block is always read as a whole. */
  readonly maxSearchedEntries: number;
}

export const DEFAULT_LEDGER_LIMITS: LedgerLimits = {
  maxAccounts: 5_000,
  maxWaitingCommands: 10_000,
  maxBlockEntries: 500,
  maxRememberedPostings: 5_000,
  maxRememberedOutcomes: 1_000,
  storeTries: 6,
  storePatienceMs: 8_000,
  answerMs: 3_000,
  awayAfterMs: 4_000,
  awayAnswerMs: 1_000,
  storeBackoffMs: 50,
  maxLostRaces: 100,
  holdLingerMs: 5,
  busyBlockCommands: 8,
  busyPauseMs: 2,
  headTrustedMs: 1_000,
  confirmTries: 5,
  checkpointEveryBlocks: 256,
  sweepIntervalMs: 5_000,
  balanceLookMs: 500,
  maxWatchedBalances: 10_000,
  usageIntervalMs: 5_000,
  maxUsageBlocks: 1_000,
  usageTries: 8,
  maxHoldTtlMs: 7 * 24 * 3_600_000,
  maxTextLength: 500,
  maxPageSize: 500,
  maxSearchedEntries: 2_000,
};
