import type { BillingService, Organization } from "@cenote/contracts";
import type { OrganizationRow } from "../organizations/organization-store";
import type { Organizations } from "../organizations/organizations";
import { readPage, requireUuid } from "./fields";

type OrganizationMethods = Pick<BillingService, "createOrganization" | "listOrganizations" | "getOrganization" | "updateOrganization">;

export const createOrganizationMethods = (organizations: Organizations): OrganizationMethods => ({
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
  async updateOrganization({ organizationId, zdr }) {
    const id = requireUuid("organization_id", organizationId);
    return { organization: toContract(zdr === undefined ? await organizations.get(id) : await organizations.setZdr(id, zdr)) };
  },
});

const toContract = ({ id, name, zdr, createdAtMs }: OrganizationRow): Organization => ({ id, name, zdr, created: new Date(createdAtMs) });
