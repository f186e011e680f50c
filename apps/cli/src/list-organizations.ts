import type { BillingService, Organization } from "@cenote/contracts";

const PAGE_SIZE = 1000;

/** Every organization, oldest first. */
export const listOrganizations = async (
  billing: Pick<BillingService, "listOrganizations">,
): Promise<Organization[]> => {
  const organizations: Organization[] = [];
  let cursor = "";
  do {
    const page = await billing.listOrganizations({ page: { size: PAGE_SIZE, cursor } });
    organizations.push(...page.organizations);
    cursor = page.next;
  } while (cursor !== "");
  return organizations;
};
