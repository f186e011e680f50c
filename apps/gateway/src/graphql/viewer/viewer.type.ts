import { Field, ObjectType } from "type-graphql";
import { ClientToken } from "../client-tokens/client-token.type";
import { DecimalScalar } from "../scalars/decimal";
import { Organization } from "./organization.type";

@ObjectType({ description: "The organization of the caller's API key or client token, and its money in pesos." })
export class Viewer {
  @Field(() => Organization, { description: "The organization that pays." })
  organization!: Organization;

  @Field(() => DecimalScalar, { description: "The balance in pesos, without deducting holds." })
  balance!: string;

  @Field(() => DecimalScalar, { description: "Pesos held by calls in progress." })
  held!: string;

  @Field(() => DecimalScalar, { description: "`balance` minus `held`. A call needs more than zero." })
  available!: string;

  @Field(() => ClientToken, {
    nullable: true,
    description: "The client token and its restrictions; null for an API key.",
  })
  clientToken!: ClientToken | null;
}
