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

/** The price book in force, through changes of the catalog. */
export interface Prices {
  book(): PriceBook;
  /** For a new call. Errors: model_not_found. */
  ofModel(model: string): ModelPrices;
  /**
   * For a call under way: a model or price line that has since left the catalog keeps its last price, even through
   * restarts, since a video outlives them. Not a promise for what the catalog has. Errors: model_not_found; those of
   * the store.
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
 * Rejects if the catalog lacks a price or the store fails. A later catalog that lacks one is logged, and the previous
 * book stays in force.
 */
export const createPrices = async ({ catalog, store, log }: PricesOptions): Promise<Prices> => {
  let book = createPriceBook(catalog.current());
  /** Models that left, or lost a line of their table, as they were before. */
  const retired = new Map<string, ModelPrices>();

  /** Before anything is sold at a price, or soon after. */
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

/** @param before What is stored: lines of it that are sold no more are kept as they were sold last. */
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

/**
 * With the lines that are sold no more where the usage needs one of them, under the version and the markup of that one.
 */
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
