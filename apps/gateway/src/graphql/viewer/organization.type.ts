import { Field, ObjectType } from "type-graphql";
import { KeyLimits } from "../api-keys/key-limits.type";
import { UuidScalar } from "../scalars/scalars";

@ObjectType({ description: "Who owns API keys and pays for calls." })
export class Organization {
  @Field(() => UuidScalar, { description: "Its id." })
  id!: string;

  @Field(() => String, { description: "As it was given." })
  name!: string;

  @Field(() => Boolean, { description: "Guardrail: every call is made with zero data retention." })
  zdr!: boolean;

  @Field(() => KeyLimits, { description: "What each of its API keys has, unless its own is lower." })
  limits!: KeyLimits;
}
