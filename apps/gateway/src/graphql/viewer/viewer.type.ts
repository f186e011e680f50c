import { Field, ObjectType } from "type-graphql";
import { DecimalScalar } from "../scalars/decimal";
import { Organization } from "./organization.type";

@ObjectType({ description: "The organization of the API key that asks, and its money in pesos." })
export class Viewer {
  @Field(() => Organization)
  organization!: Organization;

  @Field(() => DecimalScalar, { description: "Pesos." })
  balance!: string;

  @Field(() => DecimalScalar, { description: "Pesos that calls under way hold." })
  held!: string;

  @Field(() => DecimalScalar, { description: "Balance less what is held, pesos. A call needs more than zero." })
  available!: string;
}
