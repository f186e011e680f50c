import { ArgsType, Field } from "type-graphql";
import { UuidScalar } from "../scalars/scalars";
import { KeyLimitsInput } from "./key-limits.type";
import { KeyRestrictionsInput } from "./key-restrictions.type";

@ArgsType()
export class UpdateApiKeyArgs {
  @Field(() => UuidScalar, { description: "Of the key." })
  id!: string;

  @Field(() => String, { nullable: true, description: "At most 100 characters; as it is without." })
  name?: string | null;

  @Field(() => KeyLimitsInput, {
    nullable: true,
    description: "Those that change. None may be above those of the key this is asked with.",
  })
  limits?: KeyLimitsInput | null;

  @Field(() => KeyRestrictionsInput, { nullable: true, description: "Those that change." })
  restrictions?: KeyRestrictionsInput | null;
}
