/** Hears what becomes of jobs, whichever process does it. */
export interface JobFollower {
  /** From now until `lost` every change is reported. Earlier ones may not have been. */
  opened(): void;
  /**
   * A job was inserted or changed.
   * @param version A read finds this one or a later one; undefined where it is not known.
   */
  changed(id: string, version: number | undefined): void;
  /** The last call. From now on changes have to be looked for, until following starts again. */
  lost(error: unknown): void;
  /** The only call: this database never tells. */
  unsupported(): void;
}

export interface Following {
  /** Reports nothing any more. */
  close(): void;
}
