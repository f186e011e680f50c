import { Field, ObjectType } from "type-graphql";
import { KeyLimits } from "../api-keys/key-limits.type";
import { UuidScalar } from "../scalars/scalars";
import { BalanceAlert } from "./balance-alert.type";

@ObjectType({ description: "The owner of API keys, who pays for their calls." })
export class Organization {
  @Field(() => UuidScalar, { description: "Its id." })
  id!: string;

  @Field(() => String, { description: "Its name." })
  name!: string;

  @Field(() => Boolean, { description: "Guardrail: every call is made with zero data retention." })
  zdr!: boolean;

  @Field(() => KeyLimits, { description: "Limits of each of its API keys, unless the key's own are lower." })
  limits!: KeyLimits;

  @Field(() => BalanceAlert, {
    nullable: true,
    description: "The alert for a low balance; null if none is set, and for client tokens and restricted API keys.",
  })
  balanceAlert!: BalanceAlert | null;
}
