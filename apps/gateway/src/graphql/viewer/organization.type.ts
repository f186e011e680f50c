import { Field, ID, ObjectType } from "type-graphql";

@ObjectType({ description: "Who owns API keys and pays for calls." })
export class Organization {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  name!: string;

  @Field(() => Boolean, { description: "Guardrail: every call is made with zero data retention." })
  zdr!: boolean;
}
