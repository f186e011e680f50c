import type { TopUp as ContractTopUp } from "@cenote/contracts";
import { CenoteError, formatMxn, readCursor } from "@cenote/core";
import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import { toNanoMxn } from "../peso-amount";
import { toConnection, toPage } from "../connections/connection";
import { PageArgs } from "../connections/page.args";
import { type GraphqlContext, requireApiKey, requireUnrestrictedKey } from "../context";
import { orNull } from "../or-null";
import { UuidScalar } from "../scalars/scalars";
import {
  CreateTopUpPayload,
  type PaymentMethod,
  TopUp,
  TopUpConnection,
  TopUpInput,
  type TopUpState,
  TopUpTerms,
} from "./top-up.type";

const toTopUp = (topUp: ContractTopUp | undefined): TopUp => {
  if (topUp?.created === undefined || topUp.expires === undefined) throw new Error("a top-up without its times");
  return {
    id: topUp.id,
    amount: formatMxn(topUp.amountNanoMxn),
    state: topUp.state as TopUpState,
    checkoutUrl: orNull(topUp.checkoutUrl),
    refunded: formatMxn(topUp.refundedNanoMxn),
    created: topUp.created,
    expires: topUp.expires,
    ended: topUp.ended ?? null,
  };
};

@Resolver(() => TopUp)
export class TopUpsResolver {
  @Query(() => TopUpTerms, {
    nullable: true,
    description: "Limits and methods of top-ups; null if no payments are set up. Needs an API key.",
  })
  async topUpTerms(@Ctx() context: GraphqlContext): Promise<TopUpTerms | null> {
    requireApiKey(context);
    const { terms } = await context.billing.getTopUpTerms({});
    return terms === undefined
      ? null
      : {
          minimum: formatMxn(terms.minNanoMxn),
          maximum: formatMxn(terms.maxNanoMxn),
          methods: terms.methods as PaymentMethod[],
          test: terms.test,
        };
  }

  @Query(() => TopUp, {
    nullable: true,
    description: "A top-up of the organization, as the payment processor shows it now. Needs an API key.",
  })
  async topUp(
    @Arg("id", () => UuidScalar, { description: "Id of the top-up." }) id: string,
    @Ctx() context: GraphqlContext,
  ): Promise<TopUp | null> {
    const organizationId = requireApiKey(context);
    try {
      return toTopUp((await context.billing.getTopUp({ organizationId, topUpId: id })).topUp);
    } catch (error) {
      if (error instanceof CenoteError && error.code === "not_found") return null;
      throw error;
    }
  }

  @Query(() => TopUpConnection, {
    nullable: true,
    description: "The organization's top-ups, newest first, as last known. Needs an API key.",
  })
  async topUps(@Args(() => PageArgs) paging: PageArgs, @Ctx() context: GraphqlContext): Promise<TopUpConnection> {
    const organizationId = requireApiKey(context);
    const page = toPage(paging);
    readCursor("after", page.cursor);
    const { topUps, next } = await context.billing.listTopUps({ organizationId, page });
    return toConnection(topUps, next, paging.after, toTopUp);
  }

  @Mutation(() => CreateTopUpPayload, {
    nullable: true,
    description:
      "Opens a page of the payment processor where the organization's customer pays. The money is in the balance as soon as it is paid. Needs an API key that is not restricted.",
  })
  async createTopUp(
    @Arg("input", () => TopUpInput, { description: "The amount, and where the payment page leads back to." }) {
      amount,
      returnUrl,
    }: TopUpInput,
    @Ctx() context: GraphqlContext,
  ): Promise<CreateTopUpPayload> {
    const organizationId = requireUnrestrictedKey(context);
    const amountNanoMxn = toNanoMxn("amount", amount);
    const { topUp } = await context.billing.createTopUp({ organizationId, amountNanoMxn, returnUrl });
    return { topUp: toTopUp(topUp) };
  }
}
