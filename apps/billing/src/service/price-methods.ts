import type { BillingService, FxRate as ContractRate, ModelPrice, PriceLine } from "@cenote/contracts";
import { type Decimal, decimalOf, formatDecimal, multiply } from "@cenote/core";
import type { ModelPrices } from "@cenote/pricing";
import type { Fx } from "../pricing/fx";
import type { FxRate } from "../pricing/fx-rate";
import type { Prices } from "../pricing/prices";
import { toContractUnit } from "./usage-lines";

type PriceMethods = Pick<BillingService, "listPrices" | "getFxRate" | "setFxRate">;

export interface PriceMethodsOptions {
  readonly prices: Prices;
  readonly fx: Pick<Fx, "current" | "set">;
}

const TOKENS_PER_PRICE = 1_000_000n;

export const createPriceMethods = ({ prices, fx }: PriceMethodsOptions): PriceMethods => ({
  async listPrices() {
    const { mxnPerUsd } = fx.current();
    return { prices: [...prices.book().values()].map((model) => toModelPrice(model, mxnPerUsd)) };
  },
  async getFxRate() {
    return { rate: toContractRate(fx.current()) };
  },
  async setFxRate({ mxnPerUsd }) {
    return { rate: toContractRate(await fx.set(mxnPerUsd)) };
  },
});

const toModelPrice = ({ id, markup, prices }: ModelPrices, mxnPerUsd: Decimal): ModelPrice => ({
  model: id,
  lines: prices.map(({ unit, variant, usdEach }): PriceLine => {
    const per = unit.endsWith("_token") ? TOKENS_PER_PRICE : 1n;
    const usd = multiply(multiply(usdEach, decimalOf(per)), markup);
    return {
      unit: toContractUnit(unit),
      variant,
      per,
      usd: formatDecimal(usd),
      mxn: formatDecimal(multiply(usd, mxnPerUsd)),
    };
  }),
});

const toContractRate = ({ text, source, atMs }: FxRate): ContractRate => ({
  mxnPerUsd: text,
  source,
  at: new Date(atMs),
});
