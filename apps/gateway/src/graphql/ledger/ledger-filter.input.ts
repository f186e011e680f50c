import { Field, InputType } from "type-graphql";
import { ModelType } from "../models/model.type";
import { DateTimeScalar, UuidScalar } from "../scalars/scalars";
import { LedgerEntryType } from "./ledger.type";

@InputType({
  description:
    "Which entries to list: those to which every given field applies. `model`, `apiKeyId`, `clientTokenId`, `kind` and `outcome` are those of the call that an entry closes, so with them only `SETTLE` and `RELEASE` are left.",
})
export class LedgerFilter {
  @Field(() => [LedgerEntryType], { nullable: true, description: "Kinds of entries; empty: every kind." })
  types?: LedgerEntryType[] | null;

  @Field(() => DateTimeScalar, { nullable: true, description: "Not before." })
  from?: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: "Before." })
  to?: Date | null;

  @Field(() => String, {
    nullable: true,
    description: "Id of the model that answered; `openai/*` for all of a provider's.",
  })
  model?: string | null;

  @Field(() => UuidScalar, { nullable: true, description: "Id of an API key; the calls of its client tokens too." })
  apiKeyId?: string | null;

  @Field(() => UuidScalar, { nullable: true, description: "Id of a client token." })
  clientTokenId?: string | null;

  @Field(() => ModelType, { nullable: true, description: "What was generated." })
  kind?: ModelType | null;

  @Field(() => String, {
    nullable: true,
    description: "`ok`, `cancelled`, `failed` for every other outcome, or the code of one error.",
  })
  outcome?: string | null;
}
