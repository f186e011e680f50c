import type { Quote as ContractQuote, QuotedCost as ContractCost } from "@cenote/contracts";
import { formatMxn } from "@cenote/core";
import { Field, Int, ObjectType } from "type-graphql";
import { DecimalScalar } from "../scalars/decimal";

@ObjectType({ description: "An amount of usage and its cost." })
export class QuotedCost {
  @Field(() => String, { description: "Id of the model whose prices these are." })
  model!: string;

  @Field(() => Int, { nullable: true, description: "Only for chat and embeddings." })
  promptTokens!: number | null;

  @Field(() => Int, { nullable: true, description: "Only for chat." })
  completionTokens!: number | null;

  @Field(() => Int, { nullable: true, description: "Only for images." })
  images!: number | null;

  @Field(() => Int, { nullable: true, description: "Only for videos: the seconds that will be generated." })
  duration!: number | null;

  @Field(() => DecimalScalar, { description: "US dollars, markup included." })
  costUsd!: string;

  @Field(() => DecimalScalar, { description: "Pesos." })
  costMxn!: string;
}

@ObjectType({ description: "What a call would cost at the current prices and exchange rate." })
export class Quote {
  @Field(() => String, { description: "Id of the requested model." })
  model!: string;

  @Field(() => Boolean, {
    description:
      "True for images and videos: both costs are what will be charged if everything requested is delivered.",
  })
  exact!: boolean;

  @Field(() => DecimalScalar, { description: "The exchange rate." })
  mxnPerUsd!: string;

  @Field(() => QuotedCost, {
    description: "What such a call usually uses. If the input has `maxTokens`, that many are expected.",
  })
  expected!: QuotedCost;

  @Field(() => QuotedCost, {
    description: "The most that the call can use, at the prices of the most expensive model that may answer it.",
  })
  maximum!: QuotedCost;
}

const toCost = (cost: ContractCost | undefined): QuotedCost => {
  if (cost === undefined) throw new Error("a quote without its costs");
  const { model, promptTokens, completionTokens, images, durationS, costUsd, costNanoMxn } = cost;
  return {
    model,
    promptTokens: promptTokens ?? null,
    completionTokens: completionTokens ?? null,
    images: images ?? null,
    duration: durationS ?? null,
    costUsd,
    costMxn: formatMxn(costNanoMxn),
  };
};

export const toQuote = (quote: ContractQuote | undefined): Quote => {
  if (quote === undefined) throw new Error("an answer without its quote");
  const { model, exact, mxnPerUsd, expected, maximum } = quote;
  return { model, exact, mxnPerUsd, expected: toCost(expected), maximum: toCost(maximum) };
};
