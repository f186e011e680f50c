import type { Quote, QuotedCost } from "@cenote/contracts";
import { shortestDecimal } from "@cenote/core";
import { costMembers } from "../cost-json";

const costJson = (cost: QuotedCost | undefined): string => {
  if (cost === undefined) throw new Error("a quote without its costs");
  const { model, promptTokens, completionTokens, images, durationS, costUsd, costNanoMxn } = cost;
  const usage = { prompt_tokens: promptTokens, completion_tokens: completionTokens, images, duration: durationS };
  return `{"model":${JSON.stringify(model)},"usage":${JSON.stringify(usage)},${costMembers(costUsd, costNanoMxn)}}`;
};

/** A quote as JSON text. */
export const quoteJson = (quote: Quote | undefined): string => {
  if (quote === undefined) throw new Error("an answer without its quote");
  const { model, expected, maximum, mxnPerUsd, exact } = quote;
  return (
    `{"object":"quote","model":${JSON.stringify(model)},"exact":${exact},"mxn_per_usd":${shortestDecimal(mxnPerUsd)}` +
    `,"expected":${costJson(expected)},"maximum":${costJson(maximum)}}`
  );
};
