import { isDeepStrictEqual } from "node:util";
import type { Catalog, CatalogSource } from "@cenote/catalog";
import { type Awaitable, CenoteError, type Log, formatDecimal, parseDecimal } from "@cenote/core";
import {
  createModelPrices,
  createPriceBook,
  hasPrices,
  type ModelPrices,
  type PriceBook,
  type UsageQuantity,
} from "@cenote/pricing";
import type { PriceLine, PriceRow, PriceStore } from "./price-store";

/** The price book in force; follows changes of the catalog. */
export interface Prices {
  book(): PriceBook;
  /** For a new call. Errors: model_not_found. */
  ofModel(model: string): ModelPrices;
  /**
   * For an open call. A model or price line that has left the catalog keeps its last price, even through restarts, because
   * a video outlives them. Not a promise for a model of the catalog. Errors: model_not_found; those of the store.
   */
  forSettlement(model: string, usage: readonly UsageQuantity[]): Awaitable<ModelPrices>;
  close(): Promise<void>;
}

export interface PricesOptions {
  readonly catalog: CatalogSource;
  readonly store: PriceStore;
  readonly log: Log;
}

/**
 * Rejects if the catalog lacks a price or the store fails. If a later catalog lacks a price, that is logged, and the
 * previous book stays in force.
 */
export const createPrices = async ({ catalog, store, log }: PricesOptions): Promise<Prices> => {
  let book = createPriceBook(catalog.current());
  /** Former prices of models that left the catalog or lost a line of their table. */
  const retired = new Map<string, ModelPrices>();

  /** Stores prices: at the start before the first call, after a change soon after it. */
  const keep = async (kept: PriceBook): Promise<void> => {
    const stored = new Map((await store.readAll()).map((row) => [row.model, row]));
    const changed = [...kept.values()]
      .map((prices) => toRow(prices, stored.get(prices.id)))
      .filter((row) => !isDeepStrictEqual(row, stored.get(row.model)));
    if (changed.length > 0) await store.write(changed);
  };

  const keepAfter = async (before: Promise<void>, kept: PriceBook): Promise<void> => {
    await before;
    try {
      await keep(kept);
    } catch (error) {
      log.error(
        { error },
        "the new prices were not kept: should their models leave before the next start, calls under way could not be charged then",
      );
    }
  };

  let keeping = keep(book);
  await keeping;

  const adopt = (changed: Catalog) => {
    try {
      const next = createPriceBook(changed);
      for (const [model, prices] of book) if (hasLostLines(prices, next.get(model))) retired.set(model, prices);
      book = next;
      keeping = keepAfter(keeping, next);
    } catch (error) {
      log.error({ error }, "the new catalog's prices were refused; those before stay in force");
    }
  };
  const stopListening = catalog.onChange(adopt);

  const lastPricesOf = async (model: string, usage: readonly UsageQuantity[]): Promise<ModelPrices> => {
    const row = await store.find(model);
    return known(row === undefined ? undefined : fromRow(row, usage));
  };

  return {
    book: () => book,
    ofModel: (model) => known(book.get(model)),
    forSettlement(model, usage) {
      const prices = book.get(model);
      if (prices !== undefined && hasPrices(usage, prices)) return prices;
      const before = retired.get(model);
      return before !== undefined && hasPrices(usage, before) ? before : lastPricesOf(model, usage);
    },
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

const isSold = (lines: readonly PriceLine[], { unit, variant }: PriceLine): boolean =>
  lines.some((line) => line.unit === unit && line.variant === variant);

const hasLostLines = ({ prices }: ModelPrices, next: ModelPrices | undefined): boolean =>
  next === undefined ||
  prices.some(({ unit, variant }) => !next.prices.some((price) => price.unit === unit && price.variant === variant));

/** @param before The stored row: its lines that are no longer sold keep their last price. */
const toRow = ({ id, version, markupText, prices }: ModelPrices, before: PriceRow | undefined): PriceRow => {
  const lines = prices.map(({ unit, variant, usdEach }) => ({ unit, variant, usdEach: formatDecimal(usdEach) }));
  const left =
    before === undefined
      ? []
      : before.lines.map((line) => ({ ...line, version: before.version, markup: before.markup }));
  const earlier = (before?.former ?? []).filter((line) => !isSold(left, line));
  return {
    model: id,
    version,
    markup: markupText,
    lines,
    former: [...earlier, ...left].filter((line) => !isSold(lines, line)),
  };
};

const pricesOf = (lines: readonly PriceLine[]): ModelPrices["prices"] =>
  lines.map(({ unit, variant, usdEach }) => ({ unit, variant, usdEach: parseDecimal(usdEach) }));

/** Adds lines that are no longer sold if the usage needs one, with that line's version and markup. */
const fromRow = ({ model, version, markup, lines, former }: PriceRow, usage: readonly UsageQuantity[]): ModelPrices => {
  const prices = createModelPrices({ id: model, version, markup: parseDecimal(markup), prices: pricesOf(lines) });
  const needed = hasPrices(usage, prices)
    ? undefined
    : former.find((line) => hasPrices(usage, { id: model, prices: pricesOf([...lines, line]) }));
  return needed === undefined
    ? prices
    : createModelPrices({
        id: model,
        version: needed.version,
        markup: parseDecimal(needed.markup),
        prices: pricesOf([...lines, needed]),
      });
};
