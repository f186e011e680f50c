import { Field, Float, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { ModelType } from "../models/model.type";
import { DecimalScalar } from "../scalars/decimal";
import { DateTimeScalar, UuidScalar } from "../scalars/scalars";
import { UsageUnit } from "../usage/usage-unit.type";

@ObjectType({ description: "The usage of a call in one unit." })
export class UsageLine {
  @Field(() => UsageUnit, { description: "The counted unit." })
  unit!: UsageUnit;

  @Field(() => String, {
    nullable: true,
    description: "Size and quality of an image, if the price depends on them.",
  })
  variant!: string | null;

  @Field(() => Float, { description: "Number of units." })
  quantity!: number;
}

@ObjectType({ description: "One attempt at a provider." })
export class Attempt {
  @Field(() => String, {
    description:
      "`<provider>/<upstream model>`. For a video with a first frame, it names the provider's separate endpoint, if there is one.",
  })
  route!: string;

  @Field(() => String, { description: "`ok`, or the kind of failure." })
  outcome!: string;

  @Field(() => Int, { description: "Milliseconds until its answer ended or failed." })
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
  description: "The source of an exchange rate.",
  valuesConfig: {
    FIXED: { description: "The configuration." },
    BANXICO: { description: "Banco de México." },
    URL: { description: "An address in the configuration." },
    OPERATOR: { description: "Set by the operator." },
  },
});

@ObjectType({ description: "The exchange rate of a charge." })
export class FxRate {
  @Field(() => DecimalScalar, { description: "Pesos for one US dollar." })
  mxnPerUsd!: string;

  @Field(() => FxSource, { description: "Its source." })
  source!: FxSource;

  @Field(() => DateTimeScalar, { nullable: true, description: "When the rate was published or set." })
  at!: Date | null;
}

@ObjectType({
  description: "A charged call: its usage, cost and outcome. Its content is not stored.",
})
export class RequestRecord {
  @Field(() => ID, { description: "Request id." })
  id!: string;

  @Field(() => DateTimeScalar, { description: "When it was charged." })
  at!: Date;

  @Field(() => ModelType, { nullable: true, description: "What was generated; null if not recorded." })
  kind!: ModelType | null;

  @Field(() => String, { description: "Id of the model that answered." })
  model!: string;

  @Field(() => Boolean, { description: "Whether the answer was a stream." })
  stream!: boolean;

  @Field(() => String, { description: "`ok`, `cancelled`, or the code of an error." })
  outcome!: string;

  @Field(() => Boolean, {
    description: "Whether a stored answer was used: no provider was called, and nothing was charged.",
  })
  cached!: boolean;

  @Field(() => [UsageLine], { description: "Its usage per unit." })
  usage!: UsageLine[];

  @Field(() => DecimalScalar, { description: "US dollars, markup included." })
  costUsd!: string;

  @Field(() => DecimalScalar, { description: "Pesos charged." })
  costMxn!: string;

  @Field(() => FxRate, { nullable: true, description: "The exchange rate between them." })
  fx!: FxRate | null;

  @Field(() => [Attempt], { description: "Attempts at providers, in order." })
  attempts!: Attempt[];

  @Field(() => Int, { description: "Duration of the call in milliseconds." })
  durationMs!: number;

  @Field(() => Int, { description: "Milliseconds until the first content; 0 if not recorded." })
  firstContentMs!: number;

  @Field(() => UuidScalar, { nullable: true, description: "Id of the API key it was made with." })
  apiKeyId!: string | null;

  @Field(() => UuidScalar, { nullable: true, description: "Id of the client token it was made with." })
  clientTokenId!: string | null;
}
