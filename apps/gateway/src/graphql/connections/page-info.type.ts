import { Field, ObjectType } from "type-graphql";

@ObjectType({ description: "The position of a page in its connection, as Relay defines it." })
export class PageInfo {
  @Field(() => Boolean, { description: "Whether there are more edges after `endCursor`." })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: "Whether the page was requested with `after`." })
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: "Cursor of the first edge." })
  startCursor!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "`after` for the next page: the cursor of the last edge, or with a filter the position where the search stopped.",
  })
  endCursor!: string | null;
}
