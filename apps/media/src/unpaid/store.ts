/** A call whose files are stored before it is paid for. */
export interface UnpaidCall {
  readonly organizationId: string;
  /** UUID in the paths of its files. */
  readonly mediaId: string;
  /** What it is charged under. */
  readonly requestId: string;
  /** When it was noted, or to when it was put off. */
  readonly atMs: number;
}

/** Calls that store files, noted before the first of them and forgotten once they are paid for. */
export interface UnpaidCallStore {
  /** Durable when it resolves. */
  add(call: UnpaidCall): Promise<void>;
  /** Nothing happens where there is none. */
  remove(mediaId: string): Promise<void>;
  /** From now on it counts as noted then. Nothing happens where there is none. */
  putOff(mediaId: string, atMs: number): Promise<void>;
  /** Those noted before, the oldest first. */
  before(atMs: number, limit: number): Promise<readonly UnpaidCall[]>;
}
