import type { BillingService } from "@cenote/contracts";
import { formatMxn } from "@cenote/core";
import { Arg, Ctx, Field, Mutation, ObjectType, Query, Resolver } from "type-graphql";
import { requireOperation } from "../../server/calls/scope";
import { toKeyLimits } from "../api-keys/key-limits.type";
import { toClientToken } from "../client-tokens/client-tokens.resolver";
import { type GraphqlContext, requireApiKey } from "../context";
import { Organization } from "./organization.type";
import { Viewer } from "./viewer.type";

@ObjectType({ description: "The organization after the change." })
class SetGuardrailsPayload {
  @Field(() => Organization, { description: "With its guardrails as they are now." })
  organization!: Organization;
}

type OrganizationAnswer = Awaited<ReturnType<BillingService["getOrganization"]>>;

const toOrganization = ({ organization }: OrganizationAnswer): Organization => {
  if (organization === undefined) throw new Error("an organization without its record");
  return {
    id: organization.id,
    name: organization.name,
    zdr: organization.zdr,
    limits: toKeyLimits(organization.limitsInForce),
  };
};

@Resolver(() => Viewer)
export class ViewerResolver {
  @Query(() => Viewer, { description: "Who asks. A client token needs the operation `BALANCE`." })
  async viewer(@Ctx() { billing, caller }: GraphqlContext): Promise<Viewer> {
    requireOperation(caller, "balance");
    const { organizationId, clientToken } = caller;
    const [organization, money] = await Promise.all([
      billing.getOrganization({ organizationId }),
      billing.getBalance({ organizationId, clientTokenId: clientToken?.id }),
    ]);
    return {
      organization: toOrganization(organization),
      balance: formatMxn(money.balanceNanoMxn),
      held: formatMxn(money.heldNanoMxn),
      available: formatMxn(money.availableNanoMxn),
      clientToken:
        clientToken === undefined ? null : toClientToken({ ...clientToken, spentNanoMxn: money.spentNanoMxn }),
    };
  }

  @Mutation(() => SetGuardrailsPayload, {
    nullable: true,
    description: "Changes what holds for every call of the organization. Needs an API key.",
  })
  async setGuardrails(
    @Arg("zdr", () => Boolean, { description: "Zero data retention for every call." }) zdr: boolean,
    @Ctx() context: GraphqlContext,
  ): Promise<SetGuardrailsPayload> {
    const organizationId = requireApiKey(context);
    return { organization: toOrganization(await context.billing.updateOrganization({ organizationId, zdr })) };
  }
}
