import { Field, InputType } from "type-graphql";
import { ModelType } from "../models/model.type";
import { DateTimeScalar, UuidScalar } from "../scalars/scalars";
import { LedgerEntryType } from "./ledger.type";

@InputType({
  description:
    "Lists only entries that match every given field. `model`, `apiKeyId`, `clientTokenId`, `kind` and `outcome` describe the call that an entry closes, so with any of them only `SETTLE` and `RELEASE` entries match.",
})
export class LedgerFilter {
  @Field(() => [LedgerEntryType], { nullable: true, description: "Kinds of entries; empty for every kind." })
  types?: LedgerEntryType[] | null;

  @Field(() => DateTimeScalar, { nullable: true, description: "Earliest time, inclusive." })
  from?: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: "Latest time, exclusive." })
  to?: Date | null;

  @Field(() => String, {
    nullable: true,
    description: "Id of the model that answered; `openai/*` means all of that provider's.",
  })
  model?: string | null;

  @Field(() => UuidScalar, { nullable: true, description: "Id of an API key. Calls of its client tokens match too." })
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
