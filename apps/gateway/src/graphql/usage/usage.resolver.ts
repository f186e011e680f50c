import { UsageGrouping as Grouping } from "@cenote/contracts";
import { formatMxn, invalidField } from "@cenote/core";
import { Arg, Ctx, Field, Float, ObjectType, Query, registerEnumType, Resolver } from "type-graphql";
import { type GraphqlContext, requireApiKey } from "../context";
import { DecimalScalar } from "../scalars/decimal";
import { UuidScalar } from "../scalars/scalars";

const UsageGrouping = { MODEL: Grouping.USAGE_GROUPING_UNSPECIFIED, KEY: Grouping.USAGE_GROUPING_KEY } as const;

registerEnumType(UsageGrouping, {
  name: "UsageGrouping",
  description: "What usage is grouped by, besides the day.",
  valuesConfig: {
    MODEL: { description: "The model." },
    KEY: { description: "The API key; calls of a client token count for its key." },
  },
});

@ObjectType({ description: "The usage of one day, of one model or by one key." })
export class UsageRow {
  @Field(() => String, { description: "`YYYY-MM-DD`, UTC." })
  day!: string;

  @Field(() => String, { description: "Id of the model; empty if grouped by key." })
  model!: string;

  @Field(() => UuidScalar, {
    nullable: true,
    description:
      "Id of the key, if grouped by key; null for calls without one, such as those before usage was counted by key.",
  })
  keyId!: string | null;

  @Field(() => Float, { description: "Ended calls, including failed ones." })
  calls!: number;

  @Field(() => Float, { description: "Failed calls." })
  failedCalls!: number;

  @Field(() => Float, { description: "Prompt tokens not read from a cache." })
  inputTokens!: number;

  @Field(() => Float, { description: "Prompt tokens read from a provider's cache." })
  cachedInputTokens!: number;

  @Field(() => Float, { description: "Generated tokens, reasoning included." })
  outputTokens!: number;

  @Field(() => Float, { description: "Generated images." })
  images!: number;

  @Field(() => Float, { description: "Generated seconds of video." })
  seconds!: number;

  @Field(() => DecimalScalar, { description: "Pesos charged." })
  costMxn!: string;
}

/** GraphQL serializes the whole answer at once, and blocks the event loop meanwhile. */
const MAX_ROWS = 10_000;

@Resolver(() => UsageRow)
export class UsageResolver {
  @Query(() => [UsageRow], {
    nullable: true,
    description:
      "Usage by day and model, or by day and key. By default it covers the last 30 days; at most 366 days and 10000 rows. Needs an API key.",
  })
  async usage(
    @Arg("from", () => String, { nullable: true, description: "First day, `YYYY-MM-DD`, UTC." }) from:
      | string
      | null
      | undefined,
    @Arg("to", () => String, { nullable: true, description: "Last day, inclusive." }) to: string | null | undefined,
    @Arg("by", () => UsageGrouping, { defaultValue: UsageGrouping.MODEL, description: "The grouping." })
    groupBy: Grouping,
    @Ctx() context: GraphqlContext,
  ): Promise<UsageRow[]> {
    const organizationId = requireApiKey(context);
    const { rows } = await context.billing.getUsage({ organizationId, fromDay: from ?? "", toDay: to ?? "", groupBy });
    if (rows.length > MAX_ROWS)
      throw invalidField(
        "from",
        `${rows.length} rows are more than the ${MAX_ROWS} of one answer. Ask for fewer days at a time.`,
      );
    return rows.map((row) => ({
      day: row.day,
      model: row.model,
      keyId: row.keyId || null,
      calls: Number(row.calls),
      failedCalls: Number(row.failedCalls),
      inputTokens: Number(row.inputTokens),
      cachedInputTokens: Number(row.cachedInputTokens),
      outputTokens: Number(row.outputTokens),
      images: Number(row.images),
      seconds: Number(row.seconds),
      costMxn: formatMxn(row.costNanoMxn),
    }));
  }
}
