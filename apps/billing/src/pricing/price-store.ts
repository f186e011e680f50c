import type { PriceUnit } from "@cenote/catalog";

export interface PriceLine {
  readonly unit: PriceUnit;
  readonly variant: string;
  /** US dollars for one unit, before markup. */
  readonly usdEach: string;
}

/** A line that has left the price list, at its last price. */
export interface FormerLine extends PriceLine {
  readonly version: string;
  readonly markup: string;
}

/** The current or last prices of a model. */
export interface PriceRow {
  readonly model: string;
  /** Version of the price list. */
  readonly version: string;
  readonly markup: string;
  readonly lines: readonly PriceLine[];
  readonly former: readonly FormerLine[];
}

/** One row for each model that was ever sold, replaced as a whole; the last writer wins. */
export interface PriceStore {
  readAll(): Promise<readonly PriceRow[]>;
  find(model: string): Promise<PriceRow | undefined>;
  write(rows: readonly PriceRow[]): Promise<void>;
}
