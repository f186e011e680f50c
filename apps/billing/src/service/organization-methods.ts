import type { BillingService, Organization } from "@cenote/contracts";
import { type LimitNumbers, limitsInForce, NO_LIMITS } from "../limits/limits-in-force";
import type { OrganizationRow } from "../organizations/organization-store";
import type { Organizations } from "../organizations/organizations";
import { readPage, requireUuid } from "./fields";
import { readLimits } from "./key-limits";

type OrganizationMethods = Pick<
  BillingService,
  "createOrganization" | "listOrganizations" | "getOrganization" | "updateOrganization"
>;

export interface OrganizationMethodsOptions {
  readonly organizations: Organizations;
  readonly configuredLimits: () => LimitNumbers;
}

export const createOrganizationMethods = ({
  organizations,
  configuredLimits,
}: OrganizationMethodsOptions): OrganizationMethods => {
  const toContract = ({ id, name, zdr, limits, createdAtMs }: OrganizationRow): Organization => ({
    id,
    name,
    zdr,
    created: new Date(createdAtMs),
    limits,
    limitsInForce: limitsInForce({ configured: configuredLimits(), organization: limits, key: NO_LIMITS }),
  });

  return {
    async createOrganization({ name }) {
      const { organization, balance } = await organizations.create(name);
      return { organization: toContract(organization), balanceNanoMxn: balance };
    },
    async listOrganizations({ page }) {
      const { organizations: rows, next } = await organizations.list(readPage(page));
      return { organizations: rows.map(toContract), next };
    },
    async getOrganization({ organizationId }) {
      return { organization: toContract(await organizations.get(requireUuid("organization_id", organizationId))) };
    },
    async updateOrganization({ organizationId, zdr, limits }) {
      const id = requireUuid("organization_id", organizationId);
      const change = { zdr, limits: limits && readLimits(limits) };
      const isNothing = zdr === undefined && limits === undefined;
      return {
        organization: toContract(isNothing ? await organizations.get(id) : await organizations.change(id, change)),
      };
    },
  };
};
