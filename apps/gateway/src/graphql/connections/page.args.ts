import { ArgsType, Field, Int } from "type-graphql";

const DEFAULT_PAGE_SIZE = 20;

@ArgsType()
export class PageArgs {
  @Field(() => Int, { defaultValue: DEFAULT_PAGE_SIZE, description: "Page size, from 1 to 100." })
  first!: number;

  @Field(() => String, { nullable: true, description: "`endCursor` of the previous page." })
  after?: string | null;
}
