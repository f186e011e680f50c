import { UsageGrouping as Grouping } from "@cenote/contracts";
import { formatMxn } from "@cenote/core";
import { Arg, Ctx, Field, Float, ObjectType, Query, registerEnumType, Resolver } from "type-graphql";
import { type GraphqlContext, requireApiKey } from "../context";
import { DecimalScalar } from "../scalars/decimal";
import { UuidScalar } from "../scalars/scalars";

const UsageGrouping = { MODEL: Grouping.USAGE_GROUPING_UNSPECIFIED, KEY: Grouping.USAGE_GROUPING_KEY } as const;

registerEnumType(UsageGrouping, {
  name: "UsageGrouping",
  description: "What a row of usage is of, beside its day.",
  valuesConfig: {
    MODEL: { description: "The model." },
    KEY: { description: "The API key; a client token's calls are those of the key it belongs to." },
  },
});

@ObjectType({ description: "What was used on one day of one model, or by one key." })
export class UsageRow {
  @Field(() => String, { description: "`YYYY-MM-DD`, UTC." })
  day!: string;

  @Field(() => String, { description: "Id of the model; empty where grouped by key." })
  model!: string;

  @Field(() => UuidScalar, {
    nullable: true,
    description:
      "Where grouped by key, its id; null for calls that no key's row has, such as those from before keys were counted.",
  })
  keyId!: string | null;

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
  @Query(() => [UsageRow], {
    description:
      "Usage by day and model, or by day and key; the last 30 days unless told, at most 366. Needs an API key.",
  })
  async usage(
    @Arg("from", () => String, { nullable: true, description: "First day, `YYYY-MM-DD`, UTC." }) from:
      | string
      | null
      | undefined,
    @Arg("to", () => String, { nullable: true, description: "Last day, inclusive." }) to: string | null | undefined,
    @Arg("by", () => UsageGrouping, { defaultValue: UsageGrouping.MODEL, description: "What to sum beside the day." })
    groupBy: Grouping,
    @Ctx() context: GraphqlContext,
  ): Promise<UsageRow[]> {
    const organizationId = requireApiKey(context);
    const { rows } = await context.billing.getUsage({ organizationId, fromDay: from ?? "", toDay: to ?? "", groupBy });
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
