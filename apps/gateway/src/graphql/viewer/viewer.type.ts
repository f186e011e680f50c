import { Field, ObjectType } from "type-graphql";
import { ClientToken } from "../client-tokens/client-token.type";
import { DecimalScalar } from "../scalars/decimal";
import { Organization } from "./organization.type";

@ObjectType({ description: "The organization of the API key or client token that asks, and its money in pesos." })
export class Viewer {
  @Field(() => Organization, { description: "Who pays." })
  organization!: Organization;

  @Field(() => DecimalScalar, { description: "Pesos." })
  balance!: string;

  @Field(() => DecimalScalar, { description: "Pesos that calls under way hold." })
  held!: string;

  @Field(() => DecimalScalar, { description: "Balance less what is held, pesos. A call needs more than zero." })
  available!: string;

  @Field(() => ClientToken, {
    nullable: true,
    description: "What the asker is held to, where it is a client token; null for an API key.",
  })
  clientToken!: ClientToken | null;
}
