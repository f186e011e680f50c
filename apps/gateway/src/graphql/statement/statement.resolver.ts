import { formatMxn } from "@cenote/core";
import { Arg, Ctx, Query, Resolver } from "type-graphql";
import { type GraphqlContext, requireApiKey } from "../context";
import { orNull } from "../or-null";
import { Statement, type StatementPostingType } from "./statement.type";

@Resolver(() => Statement)
export class StatementResolver {
  @Query(() => Statement, {
    nullable: true,
    description:
      "How the balance changed in a period of at most 366 days. By default it ends today, and begins on the first day of the month of `to`. Needs an API key.",
  })
  async statement(
    @Arg("from", () => String, { nullable: true, description: "First day, `YYYY-MM-DD`, UTC." }) from:
      | string
      | null
      | undefined,
    @Arg("to", () => String, { nullable: true, description: "Last day, inclusive." }) to: string | null | undefined,
    @Ctx() context: GraphqlContext,
  ): Promise<Statement> {
    const organizationId = requireApiKey(context);
    const statement = await context.billing.getStatement({ organizationId, fromDay: from ?? "", toDay: to ?? "" });
    return {
      from: statement.fromDay,
      to: statement.toDay,
      openingMxn: formatMxn(statement.openingNanoMxn),
      creditedMxn: formatMxn(statement.creditedNanoMxn),
      adjustedMxn: formatMxn(statement.adjustedNanoMxn),
      chargedMxn: formatMxn(statement.chargedNanoMxn),
      closingMxn: formatMxn(statement.closingNanoMxn),
      postings: statement.postings.map(({ id, type, amountNanoMxn, at, note }) => {
        if (at === undefined) throw new Error("a posting without its time");
        return {
          id,
          type: type as StatementPostingType,
          amountMxn: formatMxn(amountNanoMxn),
          at,
          note: orNull(note),
        };
      }),
      postingsLeftOut: Number(statement.postingsLeftOut),
      models: statement.models.map(({ model, calls, costNanoMxn }) => ({
        model,
        calls: Number(calls),
        costMxn: formatMxn(costNanoMxn),
      })),
      block: Number(statement.seq),
      hash: statement.hash,
    };
  }
}
