import type { Catalog, CatalogSource } from "@cenote/catalog";
import { CenoteError, type Log } from "@cenote/core";
import { createPriceBook, type ModelPrices, type PriceBook } from "./price";

/** The price book in force, through changes of the catalog. */
export interface Prices {
  book(): PriceBook;
  /** For a new call. Errors: model_not_found. */
  ofModel(model: string): ModelPrices;
  /** For a call under way: a model that has left the catalog since keeps its last price. Errors: model_not_found. */
  forSettlement(model: string): ModelPrices;
  close(): void;
}

export interface PricesOptions {
  readonly catalog: CatalogSource;
  readonly log: Log;
}

/** Throws where the catalog lacks a price. A later catalog that lacks one is logged, and the book before stays in force. */
export const createPrices = ({ catalog, log }: PricesOptions): Prices => {
  let book = createPriceBook(catalog.current());
  const retired = new Map<string, ModelPrices>();

  const adopt = (changed: Catalog) => {
    try {
      const next = createPriceBook(changed);
      for (const [model, prices] of book) if (!next.has(model)) retired.set(model, prices);
      book = next;
    } catch (error) {
      log.error({ error }, "the new catalog's prices were refused; those before stay in force");
    }
  };
  const stopListening = catalog.onChange(adopt);

  return {
    book: () => book,
    ofModel: (model) => known(book.get(model)),
    forSettlement: (model) => known(book.get(model) ?? retired.get(model)),
    close: stopListening,
  };
};

const known = (prices: ModelPrices | undefined): ModelPrices => {
  if (prices === undefined) throw new CenoteError("model_not_found");
  return prices;
};
