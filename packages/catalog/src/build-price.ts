import { type Decimal, shiftRight, startOfDay } from "@cenote/core";
import { type Part, decimalOfPart, partAt, partOf } from "./part";
import type { RawChatModel, RawImagePrice } from "./schema";
import type { Price, PriceUnit } from "./types";

const MILLION_DIGITS = 6;

const price = (unit: PriceUnit, usdEach: Decimal, variant = ""): Price => ({ unit, variant, usdEach });

const perToken = (part: Part<unknown>, key: string, raw: string | number): Decimal =>
  shiftRight(decimalOfPart(partAt(part, raw, key)), MILLION_DIGITS);

type RawTokenPrices = Omit<RawChatModel["price_usd"], "later" | "source" | "date">;

/** Cached tokens without their own price cost as much as other prompt tokens, so that none is free by omission. */
const tokenPrices = (part: Part<RawTokenPrices>): Price[] => {
  const { raw } = part;
  const input = perToken(part, "input_per_million_tokens", raw.input_per_million_tokens);
  const orInput = (key: "cached_input_per_million_tokens" | "cache_write_per_million_tokens") => {
    const own = raw[key];
    return own === undefined ? input : perToken(part, key, own);
  };
  return [
    price("input_token", input),
    price("cached_input_token", orInput("cached_input_per_million_tokens")),
    price("cache_write_token", orInput("cache_write_per_million_tokens")),
    price("output_token", perToken(part, "output_per_million_tokens", raw.output_per_million_tokens)),
  ];
};

/**
 * Prices announced for a later day apply from its start. Both are validated now, so that no mistake waits for that day.
 */
export const chatPrices = (part: Part<RawChatModel["price_usd"]>, nowMs: number): Price[] => {
  const present = tokenPrices(part);
  const later = partOf(part, "later");
  if (later === undefined) return present;
  const announced = tokenPrices(later);
  return nowMs >= startOfDay(later.raw.from) ? announced : present;
};

export const embeddingPrices = (part: Part<{ readonly input_per_million_tokens: string | number }>): Price[] => [
  price("input_token", perToken(part, "input_per_million_tokens", part.raw.input_per_million_tokens)),
];

export const videoPrices = (part: Part<{ readonly per_second: string | number }>): Price[] => [
  price("second", decimalOfPart(partAt(part, part.raw.per_second, "per_second"))),
];

/** Empty for a model that does not edit images. */
export const inputImagePrices = (part: Part<{ readonly per_input_image?: string | number }>): Price[] => {
  const { per_input_image: each } = part.raw;
  return each === undefined ? [] : [price("input_image", decimalOfPart(partAt(part, each, "per_input_image")))];
};

/** One price, or one per row of the table: variant `1024x1024`, or `1024x1024/hd` if qualities differ. */
export const imagePrices = (part: Part<{ readonly per_image: RawImagePrice }>): Price[] => {
  const table = partAt(part, part.raw.per_image, "per_image");
  if (!isTable(table.raw)) return [price("image", decimalOfPart({ ...table, raw: table.raw }))];
  return Object.entries(table.raw).flatMap(([size, bySize]) => {
    const row = partAt(table, bySize, size);
    if (!isTable(row.raw)) return [price("image", decimalOfPart({ ...row, raw: row.raw }), size)];
    return Object.entries(row.raw).map(([quality, each]) =>
      price("image", decimalOfPart(partAt(row, each, quality)), `${size}/${quality}`),
    );
  });
};

const isTable = <T>(raw: string | number | Readonly<Record<string, T>>): raw is Readonly<Record<string, T>> =>
  typeof raw === "object";
