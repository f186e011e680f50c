import type { Model } from "@cenote/catalog";
import { parseDecimal } from "@cenote/core";
import { createPriceBook, type ModelPrices } from "../price-book";

/** What a model's usage costs. @param markup Factor, none by default. */
export const pricedModel = (model: Model, markup = "1"): ModelPrices =>
  createPriceBook({ priceVersion: "v1", markup: parseDecimal(markup), models: new Map([[model.id, model]]) }).get(
    model.id,
  ) as ModelPrices;
