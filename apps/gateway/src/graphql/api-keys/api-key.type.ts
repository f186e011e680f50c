import { Field, ObjectType } from "type-graphql";
import { DateTimeScalar, UuidScalar } from "../scalars/scalars";
import { KeyBudget } from "./key-budget.type";
import { KeyLimits } from "./key-limits.type";

@ObjectType({ description: "An API key, without the key itself." })
export class ApiKey {
  @Field(() => UuidScalar, { description: "Id of the key." })
  id!: string;

  @Field(() => String, { description: "Name of the key, for people." })
  name!: string;

  @Field(() => String, { description: "Prefix and last four characters, enough to tell keys apart." })
  hint!: string;

  @Field(() => KeyLimits, { description: "The effective limits: the key's own, at most the organization's." })
  limits!: KeyLimits;

  @Field(() => KeyBudget, { nullable: true, description: "What it may spend; null for the whole balance." })
  budget!: KeyBudget | null;

  @Field(() => DateTimeScalar, { nullable: true, description: "When it expires; null for never." })
  expires!: Date | null;

  @Field(() => [String], {
    description: "The models it may use; `openai/*` means all of that provider's. Empty for every model.",
  })
  models!: string[];

  @Field(() => [String], {
    description: "The addresses and address ranges that it may be used from. Empty for everywhere.",
  })
  networks!: string[];

  @Field(() => DateTimeScalar, { description: "When it was created." })
  created!: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: "When it was revoked; null if it was not." })
  revoked!: Date | null;
}

@ObjectType({ description: "A new API key." })
export class CreateApiKeyPayload {
  @Field(() => ApiKey, { description: "The new key, without the key itself." })
  apiKey!: ApiKey;

  @Field(() => String, { description: "The key itself, the only time it is shown." })
  secret!: string;
}

@ObjectType({ description: "An API key after a change." })
export class UpdateApiKeyPayload {
  @Field(() => ApiKey, { description: "The key after the change." })
  apiKey!: ApiKey;
}

@ObjectType({ description: "An API key that no longer works." })
export class RevokeApiKeyPayload {
  @Field(() => ApiKey, { description: "The revoked key." })
  apiKey!: ApiKey;
}
