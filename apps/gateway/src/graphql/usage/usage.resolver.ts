import { formatMxn } from "@cenote/core";
import { Arg, Ctx, Field, Float, ObjectType, Query, Resolver } from "type-graphql";
import { type GraphqlContext, requireApiKey } from "../context";
import { DecimalScalar } from "../scalars/decimal";

@ObjectType({ description: "What was used of one model on one day." })
export class UsageRow {
  @Field(() => String, { description: "`YYYY-MM-DD`, UTC." })
  day!: string;

  @Field(() => String, { description: "Id of the model." })
  model!: string;

  @Field(() => Float, { description: "Calls that ended, failed ones among them." })
  calls!: number;

  @Field(() => Float, { description: "Those that failed." })
  failedCalls!: number;

  @Field(() => Float, { description: "Prompt tokens not read from a cache." })
  inputTokens!: number;

  @Field(() => Float, { description: "Prompt tokens read from a provider's cache." })
  cachedInputTokens!: number;

  @Field(() => Float, { description: "Generated tokens, reasoning included." })
  outputTokens!: number;

  @Field(() => Float, { description: "Images that were made." })
  images!: number;

  @Field(() => Float, { description: "Seconds of video that were made." })
  seconds!: number;

  @Field(() => DecimalScalar, { description: "Pesos charged." })
  costMxn!: string;
}

@Resolver(() => UsageRow)
export class UsageResolver {
  @Query(() => [UsageRow], { description: "Usage by day and model; the last 30 days unless told, at most 366. Needs an API key." })
  async usage(
    @Arg("from", () => String, { nullable: true, description: "First day, `YYYY-MM-DD`, UTC." }) from: string | null | undefined,
    @Arg("to", () => String, { nullable: true, description: "Last day, inclusive." }) to: string | null | undefined,
    @Ctx() context: GraphqlContext,
  ): Promise<UsageRow[]> {
    const organizationId = requireApiKey(context);
    const { rows } = await context.billing.getUsage({ organizationId, fromDay: from ?? "", toDay: to ?? "" });
    return rows.map((row) => ({
      day: row.day, model: row.model, calls: Number(row.calls), failedCalls: Number(row.failedCalls), inputTokens: Number(row.inputTokens),
      cachedInputTokens: Number(row.cachedInputTokens), outputTokens: Number(row.outputTokens), images: Number(row.images), seconds: Number(row.seconds),
      costMxn: formatMxn(row.costNanoMxn),
    }));
  }
}
