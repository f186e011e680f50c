import { Field, ObjectType } from "type-graphql";
import { DecimalScalar } from "../scalars/decimal";

@ObjectType({ description: "The organization's money, in pesos." })
export class Balance {
  @Field(() => DecimalScalar, { description: "The balance, without deducting holds." })
  balance!: string;

  @Field(() => DecimalScalar, { description: "Held by calls in progress." })
  held!: string;

  @Field(() => DecimalScalar, { description: "`balance` minus `held`. A call needs more than zero." })
  available!: string;
}
