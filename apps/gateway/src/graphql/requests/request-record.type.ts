import { Field, Float, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { ModelType } from "../models/model.type";
import { DecimalScalar } from "../scalars/decimal";
import { DateTimeScalar, UuidScalar } from "../scalars/scalars";
import { UsageUnit } from "../usage/usage-unit.type";

@ObjectType({ description: "A part of what a call used." })
export class UsageLine {
  @Field(() => UsageUnit, { description: "What was counted." })
  unit!: UsageUnit;

  @Field(() => String, {
    nullable: true,
    description: "Size and quality of an image, where the price depends on them.",
  })
  variant!: string | null;

  @Field(() => Float, { description: "How many." })
  quantity!: number;
}

@ObjectType({ description: "One try at a provider." })
export class Attempt {
  @Field(() => String, { description: "`<provider>/<upstream model>`" })
  route!: string;

  @Field(() => String, { description: "`ok`, or what went wrong." })
  outcome!: string;

  @Field(() => Int, { description: "Milliseconds." })
  durationMs!: number;
}

export const FxSource = {
  FIXED: "fixed",
  BANXICO: "banxico",
  URL: "url",
  OPERATOR: "operator",
} as const;
export type FxSource = (typeof FxSource)[keyof typeof FxSource];

registerEnumType(FxSource, {
  name: "FxSource",
  description: "Where an exchange rate is from.",
  valuesConfig: {
    FIXED: { description: "The configuration." },
    BANXICO: { description: "Banco de México." },
    URL: { description: "An address in the configuration." },
    OPERATOR: { description: "Set by hand." },
  },
});

@ObjectType({ description: "The exchange rate a call was charged at." })
export class FxRate {
  @Field(() => DecimalScalar, { description: "Pesos for one US dollar." })
  mxnPerUsd!: string;

  @Field(() => FxSource, { description: "Where it is from." })
  source!: FxSource;

  @Field(() => DateTimeScalar, { nullable: true, description: "When it was told." })
  at!: Date | null;
}

@ObjectType({
  description: "A call that was charged: what it used, what it cost and how it went. Nothing of its content is kept.",
})
export class RequestRecord {
  @Field(() => ID, { description: "Request id." })
  id!: string;

  @Field(() => DateTimeScalar, { description: "When it was charged." })
  at!: Date;

  @Field(() => ModelType, { nullable: true, description: "What was made; null where it was not told." })
  kind!: ModelType | null;

  @Field(() => String, { description: "Id of the model that answered." })
  model!: string;

  @Field(() => Boolean, { description: "Whether the answer was a stream." })
  stream!: boolean;

  @Field(() => String, { description: "`ok`, `cancelled`, or an error's code." })
  outcome!: string;

  @Field(() => [UsageLine], { description: "What was used." })
  usage!: UsageLine[];

  @Field(() => DecimalScalar, { description: "US dollars, markup included." })
  costUsd!: string;

  @Field(() => DecimalScalar, { description: "Pesos." })
  costMxn!: string;

  @Field(() => FxRate, { nullable: true, description: "The rate between the two." })
  fx!: FxRate | null;

  @Field(() => [Attempt], { description: "Tries at providers, in order." })
  attempts!: Attempt[];

  @Field(() => Int, { description: "Milliseconds the whole call took." })
  durationMs!: number;

  @Field(() => Int, { description: "Milliseconds until the first content." })
  firstContentMs!: number;

  @Field(() => UuidScalar, { nullable: true, description: "Id of the API key it was made with." })
  apiKeyId!: string | null;

  @Field(() => UuidScalar, { nullable: true, description: "Id of the client token it was made with." })
  clientTokenId!: string | null;
}
