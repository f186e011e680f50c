import { isDeepStrictEqual } from "node:util";
import type { Catalog, CatalogSource } from "@cenote/catalog";
import { type Awaitable, CenoteError, type Log, formatDecimal, parseDecimal } from "@cenote/core";
import { createModelPrices, createPriceBook, type ModelPrices, type PriceBook } from "@cenote/pricing";
import type { PriceRow, PriceStore } from "./price-store";

/** The price book in force, through changes of the catalog. */
export interface Prices {
  book(): PriceBook;
  /** For a new call. Errors: model_not_found. */
  ofModel(model: string): ModelPrices;
  /**
   * For a call under way: a model that has left the catalog since keeps its last price, through restarts too, as a video outlives them.
   * No promise for a model of the catalog. Errors: model_not_found; those of the store.
   */
  forSettlement(model: string): Awaitable<ModelPrices>;
  close(): Promise<void>;
}

export interface PricesOptions {
  readonly catalog: CatalogSource;
  readonly store: PriceStore;
  readonly log: Log;
}

/** Rejects where the catalog lacks a price, or the store fails. A later catalog that lacks one is logged, and the book before stays in force. */
export const createPrices = async ({ catalog, store, log }: PricesOptions): Promise<Prices> => {
  let book = createPriceBook(catalog.current());
  const retired = new Map<string, ModelPrices>();

  /** Before anything is sold at a price, or soon after. */
  const keep = async (kept: PriceBook): Promise<void> => {
    const stored = new Map((await store.readAll()).map((row) => [row.model, row]));
    const changed = [...kept.values()].map(toRow).filter((row) => !isDeepStrictEqual(row, stored.get(row.model)));
    if (changed.length > 0) await store.write(changed);
  };

  const keepAfter = async (before: Promise<void>, kept: PriceBook): Promise<void> => {
    await before;
    try {
      await keep(kept);
    } catch (error) {
      log.error({ error }, "the new prices were not kept: should their models leave before the next start, calls under way could not be charged then");
    }
  };

  let keeping = keep(book);
  await keeping;

  const adopt = (changed: Catalog) => {
    try {
      const next = createPriceBook(changed);
      for (const [model, prices] of book) if (!next.has(model)) retired.set(model, prices);
      book = next;
      keeping = keepAfter(keeping, next);
    } catch (error) {
      log.error({ error }, "the new catalog's prices were refused; those before stay in force");
    }
  };
  const stopListening = catalog.onChange(adopt);

  const lastPricesOf = async (model: string): Promise<ModelPrices> => {
    const row = await store.find(model);
    const prices = known(row === undefined ? undefined : fromRow(row));
    retired.set(model, prices);
    return prices;
  };

  return {
    book: () => book,
    ofModel: (model) => known(book.get(model)),
    forSettlement: (model) => book.get(model) ?? retired.get(model) ?? lastPricesOf(model),
    async close() {
      stopListening();
      await keeping;
    },
  };
};

const known = (prices: ModelPrices | undefined): ModelPrices => {
  if (prices === undefined) throw new CenoteError("model_not_found");
  return prices;
};

const toRow = ({ id, version, markupText, prices }: ModelPrices): PriceRow => ({
  model: id, version, markup: markupText, lines: prices.map(({ unit, variant, usdEach }) => ({ unit, variant, usdEach: formatDecimal(usdEach) })),
});

const fromRow = ({ model, version, markup, lines }: PriceRow): ModelPrices => createModelPrices({
  id: model, version, markup: parseDecimal(markup), prices: lines.map(({ unit, variant, usdEach }) => ({ unit, variant, usdEach: parseDecimal(usdEach) })),
});
