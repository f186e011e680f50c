import type { FxRateSource } from "./fx-rate";

/** The operator's own rate. */
export interface OperatorRow {
  readonly mxnPerUsd: string;
  readonly atMs: number;
}

/** Which configuration is in force, and since when. */
export interface ConfiguredRow {
  readonly signature: string;
  readonly atMs: number;
  /** When a replica last recorded that it has this configuration. */
  readonly seenAtMs?: number;
}

/** The last rate of a configured source. */
export interface QuotedRow {
  readonly signature: string;
  readonly source: FxRateSource;
  readonly mxnPerUsd: string;
  readonly atMs: number;
  /** When a replica last fetched it. */
  readonly checkedAtMs: number;
}

export interface FxRows {
  readonly operator?: OperatorRow;
  readonly configured?: ConfiguredRow;
  readonly quoted?: QuotedRow;
}

/** Three rows, each replaced as a whole; the last writer wins. */
export interface FxStore {
  read(): Promise<FxRows>;
  writeOperator(row: OperatorRow): Promise<void>;
  /** @param instead The expected row: nothing is written if its signature or time has changed. */
  writeConfigured(row: ConfiguredRow, instead?: ConfiguredRow): Promise<void>;
  writeQuoted(row: QuotedRow): Promise<void>;
}
