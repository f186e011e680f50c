import type { BillingService, FxRate as ContractRate, ModelPrice, PriceLine } from "@cenote/contracts";
import { type Decimal, decimalOf, formatDecimal, invalidRequest, MODEL_ID_CHARACTERS, multiply } from "@cenote/core";
import { costOf, type ModelPrices, usageToHold } from "@cenote/pricing";
import type { Fx } from "../pricing/fx";
import type { FxRate } from "../pricing/fx-rate";
import type { Prices } from "../pricing/prices";
import { requireText } from "./fields";
import { readUsageLines, toContractUnit } from "./usage-lines";

type PriceMethods = Pick<BillingService, "quoteUsage" | "listPrices" | "getFxRate" | "setFxRate">;

export interface PriceMethodsOptions {
  readonly prices: Prices;
  readonly fx: Pick<Fx, "current" | "forNewCall" | "set">;
}

const TOKENS_PER_PRICE = 1_000_000n;
const MAX_QUOTED_USAGES = 8;

export const createPriceMethods = ({ prices, fx }: PriceMethodsOptions): PriceMethods => ({
  async quoteUsage({ usages }) {
    if (usages.length > MAX_QUOTED_USAGES)
      throw invalidRequest("usages", `\`usages\` has more than ${MAX_QUOTED_USAGES} entries.`);
    const rate = fx.forNewCall();
    const costs = usages.map(({ model, usage, dearest }, index) => {
      const path = `usages[${index}]`;
      const modelPrices = prices.ofModel(requireText(`${path}.model`, model, MODEL_ID_CHARACTERS));
      const lines = usageToHold(readUsageLines(`${path}.usage`, usage), modelPrices, dearest);
      const { costUsd, costMxn } = costOf({ usage: lines, prices: modelPrices, mxnPerUsd: rate.mxnPerUsd });
      return { costUsd, costNanoMxn: costMxn };
    });
    return { costs, rate: toContractRate(rate) };
  },
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
