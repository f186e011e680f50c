import { Field, ObjectType } from "type-graphql";

@ObjectType({ description: "Where a page of a connection stands, as Relay has it." })
export class PageInfo {
  @Field(() => Boolean, { description: "Whether there is more after `endCursor`." })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: "Whether the page was asked for with `after`." })
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: "Of the first edge." })
  startCursor!: string | null;

  @Field(() => String, { nullable: true, description: "Of the last edge: `after` of the next page." })
  endCursor!: string | null;
}
