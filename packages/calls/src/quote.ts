import type { BillingService, Quote, QuotedCost, UsageLine } from "@cenote/contracts";

/** Usage whose price a caller asks for. */
export interface QuotableUsage {
  /** The model whose prices apply. */
  readonly model: string;
  readonly usage: readonly UsageLine[];
  /** The usage as the quote shows it. */
  readonly shown: Pick<QuotedCost, "promptTokens" | "completionTokens" | "images" | "durationS">;
}

export interface QuotableCall {
  /** The requested model. */
  readonly model: string;
  readonly expected: QuotableUsage;
  /** Undefined if the expected usage is exact. */
  readonly maximum?: QuotableUsage;
}

/** Gets both prices from billing, at one exchange rate. Errors: those of BillingService.quoteUsage. */
export const quoteOf = async (
  { billing }: { readonly billing: Pick<BillingService, "quoteUsage"> },
  { model, expected, maximum }: QuotableCall,
): Promise<Quote> => {
  const asked = maximum === undefined ? [expected] : [expected, maximum];
  const { costs, rate } = await billing.quoteUsage({
    usages: asked.map((one) => ({ model: one.model, usage: [...one.usage], dearest: one === maximum })),
  });
  const [first, last] = [costs[0], costs.at(-1)];
  if (first === undefined || last === undefined || rate === undefined || costs.length !== asked.length)
    throw new Error("a quote without its costs");
  return {
    model,
    expected: { model: expected.model, ...expected.shown, ...first },
    maximum: { model: (maximum ?? expected).model, ...(maximum ?? expected).shown, ...last },
    mxnPerUsd: rate.mxnPerUsd,
    exact: maximum === undefined,
  };
};
