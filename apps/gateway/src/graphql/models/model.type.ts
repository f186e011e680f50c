import { Field, Float, ID, Int, ObjectType } from "type-graphql";
import { DecimalScalar } from "../scalars/decimal";

@ObjectType({ description: "What a model costs its caller, markup included." })
export class Price {
  @Field(() => String, { description: "input_token, cached_input_token, cache_write_token, output_token, image or second." })
  unit!: string;

  @Field(() => String, { nullable: true, description: "Size and quality of an image, where the price depends on them." })
  variant!: string | null;

  @Field(() => Int, { description: "How many units the price is for." })
  per!: number;

  @Field(() => DecimalScalar)
  usd!: string;

  @Field(() => DecimalScalar, { description: "At the present exchange rate." })
  mxn!: string;
}

@ObjectType({ description: "A model that can be called." })
export class Model {
  @Field(() => ID, { description: "`<provider>/<model>`" })
  id!: string;

  @Field(() => String, { description: "chat, image, video or embedding." })
  type!: string;

  @Field(() => Float, { description: "Unix seconds of its entry into the catalog." })
  created!: number;

  @Field(() => Int, { nullable: true, description: "Tokens." })
  contextLength!: number | null;

  @Field(() => Int, { nullable: true })
  maxOutputTokens!: number | null;

  @Field(() => [String])
  capabilities!: string[];

  @Field(() => Int, { nullable: true, description: "Of an embedding." })
  dimensions!: number | null;

  @Field(() => Boolean, { description: "Can be called with zero data retention." })
  zdr!: boolean;

  @Field(() => Boolean, { description: "No provider is configured: the simulator answers." })
  simulated!: boolean;

  @Field(() => [Price])
  prices!: Price[];
}
