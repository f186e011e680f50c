/** A call whose files are stored before it is paid for. */
export interface UnpaidCall {
  readonly organizationId: string;
  /** UUID in the paths of its files. */
  readonly mediaId: string;
  /** Request id of its charge. */
  readonly requestId: string;
  /** When it was recorded or last put off. */
  readonly atMs: number;
}

/** Calls that store files. Each is added before its first file, and removed once it is paid for. */
export interface UnpaidCallStore {
  /** Durable when it resolves. */
  add(call: UnpaidCall): Promise<void>;
  /** No effect if there is none. */
  remove(mediaId: string): Promise<void>;
  /** Sets `atMs`. No effect if there is none. */
  putOff(mediaId: string, atMs: number): Promise<void>;
  /** Calls with an earlier `atMs`, oldest first. */
  before(atMs: number, limit: number): Promise<readonly UnpaidCall[]>;
}
