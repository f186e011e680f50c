import type { BillingService } from "@cenote/contracts";
import { formatMxn } from "@cenote/core";
import { Arg, Ctx, Field, FieldResolver, Mutation, ObjectType, Query, Resolver } from "type-graphql";
import { isUnrestricted, requireOperation } from "../../server/calls/permissions";
import { ApiKey } from "../api-keys/api-key.type";
import { toApiKey } from "../api-keys/api-keys.resolver";
import { toKeyLimits } from "../api-keys/key-limits.type";
import { toClientToken } from "../client-tokens/client-tokens.resolver";
import { type GraphqlContext, requireUnrestrictedKey } from "../context";
import { BalanceAlertInput, toBalanceAlert, toContractAlert } from "./balance-alert.type";
import { Organization } from "./organization.type";
import { Viewer } from "./viewer.type";

@ObjectType({ description: "The organization after the change." })
class SetGuardrailsPayload {
  @Field(() => Organization, { description: "The organization with its new guardrails." })
  organization!: Organization;
}

@ObjectType({ description: "The organization after the change." })
class SetBalanceAlertPayload {
  @Field(() => Organization, { description: "The organization with its new alert." })
  organization!: Organization;
}

type OrganizationAnswer = Awaited<ReturnType<BillingService["getOrganization"]>>;

/** An alert's address may contain a secret, so a caller who may not set it does not see it. */
const toOrganization = ({ organization }: OrganizationAnswer, caller: GraphqlContext["caller"]): Organization => {
  if (organization === undefined) throw new Error("an organization without its record");
  const { balanceAlert } = organization;
  return {
    id: organization.id,
    name: organization.name,
    zdr: organization.zdr,
    limits: toKeyLimits(organization.limitsInForce),
    balanceAlert: balanceAlert === undefined || !isUnrestricted(caller) ? null : toBalanceAlert(balanceAlert),
  };
};

@Resolver(() => Viewer)
export class ViewerResolver {
  @Query(() => Viewer, { nullable: true, description: "The caller. A client token needs the operation `BALANCE`." })
  async viewer(@Ctx() { billing, caller }: GraphqlContext): Promise<Viewer> {
    requireOperation(caller, "balance");
    const { organizationId, clientToken } = caller;
    const [organization, money] = await Promise.all([
      billing.getOrganization({ organizationId }),
      billing.getBalance({ organizationId, clientTokenId: clientToken?.id }),
    ]);
    return {
      organization: toOrganization(organization, caller),
      balance: formatMxn(money.balanceNanoMxn),
      held: formatMxn(money.heldNanoMxn),
      available: formatMxn(money.availableNanoMxn),
      clientToken:
        clientToken === undefined ? null : toClientToken({ ...clientToken, spentNanoMxn: money.spentNanoMxn }),
    };
  }

  @FieldResolver(() => ApiKey, { nullable: true, description: "The caller's API key; null for a client token." })
  async apiKey(@Ctx() { caller, loaders }: GraphqlContext): Promise<ApiKey | null> {
    const key = caller.clientToken === undefined ? await loaders.apiKeys.load(caller.keyId) : null;
    return key === null ? null : toApiKey(key);
  }

  @Mutation(() => SetGuardrailsPayload, {
    nullable: true,
    description: "Sets rules for every call of the organization. Needs an API key that is not restricted.",
  })
  async setGuardrails(
    @Arg("zdr", () => Boolean, { description: "Zero data retention for every call." }) zdr: boolean,
    @Ctx() context: GraphqlContext,
  ): Promise<SetGuardrailsPayload> {
    const organizationId = requireUnrestrictedKey(context);
    const answer = await context.billing.updateOrganization({ organizationId, zdr });
    return { organization: toOrganization(answer, context.caller) };
  }

  @Mutation(() => SetBalanceAlertPayload, {
    nullable: true,
    description:
      "Sets or removes the alert for a low balance. If the balance is already below the threshold, `balance.low` is sent at once. Needs an API key that is not restricted.",
  })
  async setBalanceAlert(
    @Arg("alert", () => BalanceAlertInput, { nullable: true, description: "Null removes the alert." })
    alert: BalanceAlertInput | null | undefined,
    @Ctx() context: GraphqlContext,
  ): Promise<SetBalanceAlertPayload> {
    const organizationId = requireUnrestrictedKey(context);
    const answer = await context.billing.updateOrganization({ organizationId, balanceAlert: toContractAlert(alert) });
    return { organization: toOrganization(answer, context.caller) };
  }
}
