import { Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { DecimalScalar } from "../scalars/decimal";
import { DateTimeScalar } from "../scalars/scalars";

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
    CHAT: { description: "Answers in a conversation." }, IMAGE: { description: "Images." },
    VIDEO: { description: "Videos." }, EMBEDDING: { description: "Vectors of texts." },
  },
});

@ObjectType({ description: "What a model costs its caller, markup included." })
export class Price {
  @Field(() => String, { description: "input_token, cached_input_token, cache_write_token, output_token, image or second." })
  unit!: string;

  @Field(() => String, { nullable: true, description: "Size and quality of an image, where the price depends on them." })
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

  @Field(() => [String], { description: "tools, vision, json_object, json_schema, reasoning, prompt_caching, assistant_prefix, logprobs." })
  capabilities!: string[];

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

  @Field(() => [String], { description: "Sizes of image to ask for, `<width>x<height>`. Where a provider knows shapes alone (Gemini, Imagen, Grok), an image of that shape is made, in pixels of the provider's choosing." })
  sizes!: string[];

  @Field(() => Boolean, { description: "Can be called with zero data retention." })
  zdr!: boolean;

  @Field(() => Boolean, { description: "No provider is configured: the simulator answers." })
  simulated!: boolean;

  @Field(() => [Price], { description: "What it costs." })
  prices!: Price[];
}
