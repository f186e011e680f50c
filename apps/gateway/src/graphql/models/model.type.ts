import { Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { DecimalScalar } from "../scalars/decimal";
import { DateTimeScalar } from "../scalars/scalars";
import { UsageUnit } from "../usage/usage-unit.type";

export const ModelType = {
  CHAT: "chat",
  IMAGE: "image",
  VIDEO: "video",
  EMBEDDING: "embedding",
} as const;
export type ModelType = (typeof ModelType)[keyof typeof ModelType];

registerEnumType(ModelType, {
  name: "ModelType",
  description: "What a model makes.",
  valuesConfig: {
    CHAT: { description: "Answers in a conversation." },
    IMAGE: { description: "Images." },
    VIDEO: { description: "Videos." },
    EMBEDDING: { description: "Vectors of texts." },
  },
});

export const ModelCapability = {
  TOOLS: "tools",
  VISION: "vision",
  JSON_OBJECT: "json_object",
  JSON_SCHEMA: "json_schema",
  REASONING: "reasoning",
  PROMPT_CACHING: "prompt_caching",
  ASSISTANT_PREFIX: "assistant_prefix",
  LOGPROBS: "logprobs",
} as const;
export type ModelCapability = (typeof ModelCapability)[keyof typeof ModelCapability];

registerEnumType(ModelCapability, {
  name: "ModelCapability",
  description: "What a model can do beyond its type.",
  valuesConfig: {
    TOOLS: { description: "`tools`, and its calls of them." },
    VISION: { description: "Images in messages." },
    JSON_OBJECT: { description: "`responseFormat` `JSON_OBJECT`." },
    JSON_SCHEMA: { description: "`responseFormat` `JSON_SCHEMA`." },
    REASONING: { description: "`reasoningEffort`." },
    PROMPT_CACHING: { description: "Prompt tokens read from a cache cost less." },
    ASSISTANT_PREFIX: { description: "Goes on with an answer that has begun." },
    LOGPROBS: { description: "`logprobs`." },
  },
});

@ObjectType({ description: "What a model costs its caller, markup included." })
export class Price {
  @Field(() => UsageUnit, { description: "What it is the price of." })
  unit!: UsageUnit;

  @Field(() => String, {
    nullable: true,
    description: "Size and quality of an image, where the price depends on them.",
  })
  variant!: string | null;

  @Field(() => Int, { description: "How many units the price is for." })
  per!: number;

  @Field(() => DecimalScalar, { description: "US dollars." })
  usd!: string;

  @Field(() => DecimalScalar, { description: "Pesos, at the present exchange rate." })
  mxn!: string;
}

@ObjectType({ description: "A model that can be called." })
export class Model {
  @Field(() => ID, { description: "`<provider>/<model>`" })
  id!: string;

  @Field(() => ModelType, { description: "What it makes." })
  type!: ModelType;

  @Field(() => DateTimeScalar, { description: "When it entered the catalog." })
  created!: Date;

  @Field(() => Int, { nullable: true, description: "Tokens of prompt and answer." })
  contextLength!: number | null;

  @Field(() => Int, { nullable: true, description: "Tokens of an answer." })
  maxOutputTokens!: number | null;

  @Field(() => [ModelCapability], { description: "What it can do beyond its type." })
  capabilities!: ModelCapability[];

  @Field(() => Int, { nullable: true, description: "Of an embedding." })
  dimensions!: number | null;

  @Field(() => Int, { nullable: true, description: "Seconds of a video for which no length is asked." })
  defaultDuration!: number | null;

  @Field(() => Int, { nullable: true, description: "Seconds of the longest video." })
  maxDuration!: number | null;

  @Field(() => [Int], { description: "Lengths of video it makes, in seconds." })
  durations!: number[];

  @Field(() => Boolean, { nullable: true, description: "Whether its videos have sound." })
  audio!: boolean | null;

  @Field(() => [String], {
    description:
      "Sizes of image to ask for, `<width>x<height>`. Where a provider knows shapes alone (Gemini, Imagen, Grok), an image of that shape is made, in pixels of the provider's choosing.",
  })
  sizes!: string[];

  @Field(() => Boolean, { description: "Can be called with zero data retention." })
  zdr!: boolean;

  @Field(() => String, {
    nullable: true,
    description: "The day, `YYYY-MM-DD` in UTC, on which its provider shuts it down; null where none was announced.",
  })
  shutdownDate!: string | null;

  @Field(() => Boolean, { description: "No provider is configured: the simulator answers." })
  simulated!: boolean;

  @Field(() => [Price], { description: "What it costs." })
  prices!: Price[];
}
