import { Field, ObjectType } from "type-graphql";
import { DecimalScalar } from "../scalars/decimal";

@ObjectType({ description: "The money of the organization, pesos." })
export class Balance {
  @Field(() => DecimalScalar, { description: "What is there." })
  balance!: string;

  @Field(() => DecimalScalar, { description: "What calls under way hold." })
  held!: string;

  @Field(() => DecimalScalar, { description: "Balance less what is held. A call needs more than zero." })
  available!: string;
}
