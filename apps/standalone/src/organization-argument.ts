import { DEMO_NAME } from "@cenote/billing/demo";
import type { BillingService, Organization } from "@cenote/contracts";

/** The organization of the first start is among the oldest. */
const PAGE_SIZE = 1000;

/**
 * How a command names the organization of the first start: by its name, or by its id if others may have the same name.
 * Pure. @param oldest Organizations, oldest first. @param areAll Whether there are no others.
 */
export const organizationArgument = (oldest: readonly Pick<Organization, "id" | "name">[], areAll: boolean): string => {
  const [first, ...others] = oldest.filter(({ name }) => name === DEMO_NAME);
  if (first === undefined) return oldest[0]?.id ?? "ORG";
  return areAll && others.length === 0 ? DEMO_NAME : first.id;
};

/** Never rejects: a hint must not make the start fail. */
export const readOrganizationArgument = async (billing: Pick<BillingService, "listOrganizations">): Promise<string> => {
  try {
    const { organizations, next } = await billing.listOrganizations({ page: { size: PAGE_SIZE, cursor: "" } });
    return organizationArgument(organizations, next === "");
  } catch {
    return DEMO_NAME;
  }
};
