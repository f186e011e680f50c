import type { Decimal } from "@cenote/core";

export type FxRateSource = "fixed" | "banxico" | "url" | "operator";

export interface FxRate {
  readonly mxnPerUsd: Decimal;
  /** The same as text, stored with every charge. */
  readonly text: string;
  readonly source: FxRateSource;
  /** When the source gave or confirmed it. */
  readonly atMs: number;
}
