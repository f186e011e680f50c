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
  /** When a replica last told that it has it. */
  readonly seenAtMs?: number;
}

/** The last rate a configured source gave. */
export interface QuotedRow {
  readonly signature: string;
  readonly source: FxRateSource;
  readonly mxnPerUsd: string;
  readonly atMs: number;
  /** When a replica last had it from the source. */
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
  /** @param instead Nothing is written where the row has another signature or time than this by now. */
  writeConfigured(row: ConfiguredRow, instead?: ConfiguredRow): Promise<void>;
  writeQuoted(row: QuotedRow): Promise<void>;
}
