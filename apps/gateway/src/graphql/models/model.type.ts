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
  description: "What a model generates.",
  valuesConfig: {
    CHAT: { description: "Messages of a conversation." },
    IMAGE: { description: "Images." },
    VIDEO: { description: "Videos." },
    EMBEDDING: { description: "Vectors of texts." },
  },
});

export const ModelCapability = {
  TOOLS: "tools",
  VISION: "vision",
  PDF: "pdf",
  JSON_OBJECT: "json_object",
  JSON_SCHEMA: "json_schema",
  JSON_SCHEMA_INSTRUCTED: "json_schema_instructed",
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
    TOOLS: { description: "Can call `tools`." },
    VISION: { description: "Images in messages." },
    PDF: { description: "PDF files in messages." },
    JSON_OBJECT: { description: "`responseFormat` `JSON_OBJECT`." },
    JSON_SCHEMA: { description: "`responseFormat` `JSON_SCHEMA`." },
    JSON_SCHEMA_INSTRUCTED: {
      description: "`responseFormat` `JSON_SCHEMA`. The schema is part of the prompt, and nothing enforces it.",
    },
    REASONING: { description: "`reasoningEffort`." },
    PROMPT_CACHING: { description: "Prompt tokens read from a cache cost less." },
    ASSISTANT_PREFIX: { description: "Can continue an answer that has begun." },
    LOGPROBS: { description: "`logprobs`." },
  },
});

@ObjectType({ description: "A price of a model, markup included." })
export class Price {
  @Field(() => UsageUnit, { description: "The priced unit." })
  unit!: UsageUnit;

  @Field(() => String, {
    nullable: true,
    description: "Size and quality of an image, if the price depends on them.",
  })
  variant!: string | null;

  @Field(() => Int, { description: "How many units the price is for." })
  per!: number;

  @Field(() => DecimalScalar, { description: "US dollars." })
  usd!: string;

  @Field(() => DecimalScalar, { description: "Pesos, at the current exchange rate." })
  mxn!: string;
}

@ObjectType({ description: "A model that can be called." })
export class Model {
  @Field(() => ID, { description: "`<provider>/<model>`" })
  id!: string;

  @Field(() => ModelType, { description: "What it generates." })
  type!: ModelType;

  @Field(() => DateTimeScalar, {
    description: "When it was released; if that is unknown, the day on which its price was read.",
  })
  created!: Date;

  @Field(() => Int, { nullable: true, description: "Maximum tokens of prompt and answer together." })
  contextLength!: number | null;

  @Field(() => Int, { nullable: true, description: "Maximum tokens of an answer." })
  maxOutputTokens!: number | null;

  @Field(() => [ModelCapability], { description: "What it can do beyond its type." })
  capabilities!: ModelCapability[];

  @Field(() => Int, { nullable: true, description: "Dimensions of an embedding." })
  dimensions!: number | null;

  @Field(() => Int, { nullable: true, description: "Seconds of a video without a requested `duration`." })
  defaultDuration!: number | null;

  @Field(() => Int, { nullable: true, description: "Seconds of the longest video." })
  maxDuration!: number | null;

  @Field(() => [Int], {
    description: "Supported lengths of video, in seconds; empty if any length up to `maxDuration` is supported.",
  })
  durations!: number[];

  @Field(() => Boolean, { nullable: true, description: "Whether its videos have sound." })
  audio!: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "Whether a video may begin with an image (`firstFrame` of `VideoInput`); null if the model generates no videos.",
  })
  takesFirstFrame!: boolean | null;

  @Field(() => [String], {
    description:
      "Sizes of images, `<width>x<height>`. Providers that support only aspect ratios (Gemini, Imagen, Grok) choose the number of pixels.",
  })
  sizes!: string[];

  @Field(() => Int, {
    nullable: true,
    description: "Most images that one call may edit (`images` of `ImagesInput`); null if the model edits no images.",
  })
  maxInputImages!: number | null;

  @Field(() => Boolean, { nullable: true, description: "Whether a call that edits may have a `mask`." })
  takesMask!: boolean | null;

  @Field(() => Boolean, { description: "Whether it can be called with zero data retention." })
  zdr!: boolean;

  @Field(() => String, {
    nullable: true,
    description: "The day, `YYYY-MM-DD` in UTC, on which its provider shuts it down; null if no day was announced.",
  })
  shutdownDate!: string | null;

  @Field(() => Boolean, { description: "Whether the simulator answers, because no provider is configured." })
  simulated!: boolean;

  @Field(() => [Price], { description: "Its prices." })
  prices!: Price[];
}
