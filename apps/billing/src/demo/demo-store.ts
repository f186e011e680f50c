/** Which process makes the demo organization, and whether its key has been delivered. */
export interface DemoClaim {
  /** Until when the process at work is trusted; after that it counts as dead. */
  readonly claimedUntilMs: number;
  readonly done: boolean;
  /** Grows with each change. */
  readonly revision: number;
}

/** One row at most. */
export interface DemoStore {
  read(): Promise<DemoClaim | undefined>;
  /**
   * Compares and sets. Durable when it resolves. @param expected Current revision, undefined if there is no row.
   * @returns Whether it succeeded.
   */
  replace(claim: DemoClaim, expected: number | undefined): Promise<boolean>;
}
