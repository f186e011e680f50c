import { Field, Float, ID, Int, ObjectType } from "type-graphql";
import { DecimalScalar } from "../scalars/decimal";
import { DateTimeScalar, UuidScalar } from "../scalars/scalars";

@ObjectType({ description: "A part of what a call used." })
export class UsageLine {
  @Field(() => String, { description: "input_token, cached_input_token, cache_write_token, output_token, image or second." })
  unit!: string;

  @Field(() => String, { nullable: true, description: "Size and quality of an image, where the price depends on them." })
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

@ObjectType({ description: "The exchange rate a call was charged at." })
export class FxRate {
  @Field(() => DecimalScalar, { description: "Pesos for one US dollar." })
  mxnPerUsd!: string;

  @Field(() => String, { description: "Where it is from: fixed, banxico, url or operator." })
  source!: string;

  @Field(() => DateTimeScalar, { nullable: true, description: "When it was told." })
  at!: Date | null;
}

@ObjectType({ description: "A call that was charged: what it used, what it cost and how it went. Nothing of its content is kept." })
export class RequestRecord {
  @Field(() => ID, { description: "Request id." })
  id!: string;

  @Field(() => DateTimeScalar, { description: "When it was charged." })
  at!: Date;

  @Field(() => String, { description: "chat, embedding, image or video." })
  kind!: string;

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
