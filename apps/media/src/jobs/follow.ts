/** Receives the changes of jobs made by any process. */
export interface JobFollower {
  /** From now until `lost` every change is reported. Earlier changes may be missing. */
  opened(): void;
  /**
   * A job was inserted or changed.
   * @param version A read returns this version or a later one; undefined if the version is not known.
   */
  changed(id: string, version: number | undefined): void;
  /** The last call. Changes are no longer reported until following starts again. */
  lost(error: unknown): void;
  /** The only call: this database can't report changes. */
  unsupported(): void;
}

export interface Following {
  /** Stops all reports. */
  close(): void;
}
