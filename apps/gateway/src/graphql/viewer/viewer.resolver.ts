import { formatMxn } from "@cenote/core";
import { Ctx, Query, Resolver } from "type-graphql";
import type { GraphqlContext } from "../context";
import { Viewer } from "./viewer.type";

@Resolver(() => Viewer)
export class ViewerResolver {
  @Query(() => Viewer, { description: "Who asks." })
  async viewer(@Ctx() { billing, caller }: GraphqlContext): Promise<Viewer> {
    const { organizationId } = caller;
    const [{ organization }, money] = await Promise.all([
      billing.getOrganization({ organizationId }), billing.getBalance({ organizationId }),
    ]);
    if (organization === undefined) throw new Error("an organization without its record");
    return {
      organization: { id: organization.id, name: organization.name, zdr: organization.zdr },
      balance: formatMxn(money.balanceNanoMxn),
      held: formatMxn(money.heldNanoMxn),
      available: formatMxn(money.availableNanoMxn),
    };
  }
}
