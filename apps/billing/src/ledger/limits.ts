/** Every bound of the ledger. */
export interface LedgerLimits {
  /** Accounts kept in memory; the one idle longest makes room. */
  readonly maxAccounts: number;
  /** Commands of one organization that wait for a commit. Beyond: overloaded. */
  readonly maxWaitingCommands: number;
  /** Entries of one block, which keeps a block far below the database's 16 MiB. A single command may pass it. */
  readonly maxBlockEntries: number;
  /** Postings kept in memory, over all organizations, to answer repeated commands without the database. */
  readonly maxRememberedPostings: number;
  /** Refused or closed calls of one organization whose fate `confirmHold` still knows. */
  readonly maxRememberedOutcomes: number;
  /** Tries of one database operation before `overloaded`, the first included. */
  readonly storeTries: number;
  /** No further try of an operation that is under way for longer. */
  readonly storePatienceMs: number;
  /** Wait for the database before an operation counts as failed and is tried again. */
  readonly answerMs: number;
  /** The database counts as away when operations have failed for so long, and none has succeeded. */
  readonly awayAfterMs: number;
  /** Wait for an answer of a database that is away. There is one try. */
  readonly awayAnswerMs: number;
  /** Wait before the second try; doubles each time. */
  readonly storeBackoffMs: number;
  /** Races for a seq lost in a row before `overloaded`. */
  readonly maxLostRaces: number;
  /**
   * A block of nothing but holds waits this long for more commands. So a quick call is held and settled in one commit,
   * and a longer one has a durable hold by the time there is something to deliver.
   */
  readonly holdLingerMs: number;
  /** Commands in a block above which the account counts as busy. */
  readonly busyBlockCommands: number;
  /** A busy account pauses this long between blocks, so that blocks grow larger and other replicas get a turn. */
  readonly busyPauseMs: number;
  /** An account that has neither read nor written for so long reads the journal before it adds a block. */
  readonly headTrustedMs: number;
  /** Looks for a hold another replica may be about to commit, before `confirmHold` gives up. */
  readonly confirmTries: number;
  readonly checkpointEveryBlocks: number;
  readonly sweepIntervalMs: number;
  /** How often a balance that is watched is looked after where this process commits nothing. */
  readonly balanceLookMs: number;
  /** Maximum number of organizations whose balance is watched. */
  readonly maxWatchedBalances: number;
  /** Blocks are projected together this often. Whoever reads usage projects what is left first. */
  readonly usageIntervalMs: number;
  /** Blocks that one write of the usage projection covers when it catches up. */
  readonly maxUsageBlocks: number;
  /** Tries to catch up while other replicas project the same organization. */
  readonly usageTries: number;
  /** Longest a hold may stay open. */
  readonly maxHoldTtlMs: number;
  /** Characters of a note and of an id. */
  readonly maxTextLength: number;
  /** Entries of one page. */
  readonly maxPageSize: number;
  /** Entries that one page with a filter looks at, whether they match or not; a block is looked at as a whole. */
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
