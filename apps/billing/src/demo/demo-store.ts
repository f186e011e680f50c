/** Which process creates the demo organization, and whether its key has been delivered. */
export interface DemoClaim {
  /** When the working process's lease ends; after that it counts as dead. */
  readonly claimedUntilMs: number;
  readonly done: boolean;
  /** Incremented by each change. */
  readonly revision: number;
}

/** Stores at most one row. */
export interface DemoStore {
  read(): Promise<DemoClaim | undefined>;
  /**
   * Compare-and-set. Durable when it resolves. @param expected Current revision; undefined if there is no row.
   * @returns Whether it succeeded.
   */
  replace(claim: DemoClaim, expected: number | undefined): Promise<boolean>;
}
