import { Field, ObjectType } from "type-graphql";
import { DateTimeScalar, UuidScalar } from "../scalars/scalars";
import { KeyBudget } from "./key-budget.type";
import { KeyLimits } from "./key-limits.type";

@ObjectType({ description: "An API key, without the key itself." })
export class ApiKey {
  @Field(() => UuidScalar, { description: "Its id." })
  id!: string;

  @Field(() => String, { description: "As it was given." })
  name!: string;

  @Field(() => String, { description: "Prefix and last four characters, enough to tell keys apart." })
  hint!: string;

  @Field(() => KeyLimits, { description: "What counts for it: its own limits, at most the organization's." })
  limits!: KeyLimits;

  @Field(() => KeyBudget, { nullable: true, description: "Null: it may spend the whole balance." })
  budget!: KeyBudget | null;

  @Field(() => DateTimeScalar, { nullable: true, description: "From then on it no longer works; null: never." })
  expires!: Date | null;

  @Field(() => [String], {
    description: "The models it may use, `openai/*` for all of a provider's. Empty: every model.",
  })
  models!: string[];

  @Field(() => DateTimeScalar, { description: "When it was made." })
  created!: Date;

  @Field(() => DateTimeScalar, { nullable: true, description: "When it was revoked; null where it was not." })
  revoked!: Date | null;
}

@ObjectType({ description: "A new API key." })
export class CreateApiKeyPayload {
  @Field(() => ApiKey, { description: "What it is." })
  apiKey!: ApiKey;

  @Field(() => String, { description: "The key itself, the only time it is shown." })
  secret!: string;
}

@ObjectType({ description: "An API key after a change." })
export class UpdateApiKeyPayload {
  @Field(() => ApiKey, { description: "As it is now." })
  apiKey!: ApiKey;
}

@ObjectType({ description: "An API key that no longer works." })
export class RevokeApiKeyPayload {
  @Field(() => ApiKey, { description: "What it was." })
  apiKey!: ApiKey;
}
