import { ArgsType, Field } from "type-graphql";
import { UuidScalar } from "../scalars/scalars";
import { KeyLimitsInput } from "./key-limits.type";
import { KeyRestrictionsInput } from "./key-restrictions.type";

@ArgsType()
export class UpdateApiKeyArgs {
  @Field(() => UuidScalar, { description: "Id of the key." })
  id!: string;

  @Field(() => String, { nullable: true, description: "At most 100 characters; unchanged if absent." })
  name?: string | null;

  @Field(() => KeyLimitsInput, {
    nullable: true,
    description: "The limits to change. None may be above that of the key that makes this call.",
  })
  limits?: KeyLimitsInput | null;

  @Field(() => KeyRestrictionsInput, { nullable: true, description: "The restrictions to change." })
  restrictions?: KeyRestrictionsInput | null;
}
