import type { PriceUnit } from "@cenote/catalog";

/** What a model is sold for, or was last. */
export interface PriceRow {
  readonly model: string;
  /** Of the price list. */
  readonly version: string;
  readonly markup: string;
  /** US dollars for one unit, before markup. */
  readonly lines: readonly { readonly unit: PriceUnit; readonly variant: string; readonly usdEach: string }[];
}

/** One row for each model that was ever sold, replaced as a whole; the last writer wins. */
export interface PriceStore {
  readAll(): Promise<readonly PriceRow[]>;
  find(model: string): Promise<PriceRow | undefined>;
  write(rows: readonly PriceRow[]): Promise<void>;
}

export const createMemoryPriceStore = (): PriceStore => {
  const rows = new Map<string, PriceRow>();
  return {
    readAll: async () => [...rows.values()],
    find: async (model) => rows.get(model),
    async write(changed) { for (const row of changed) rows.set(row.model, row); },
  };
};
