import { CenoteError, invalidRequest, parseUuid } from "@cenote/core";
import type { BillingService } from "@cenote/contracts";
import { listOrganizations } from "./list-organizations";

/**
 * Resolves ORG: a UUID, or a name that only one organization has. Errors: not_found; invalid_request_error if several
 * share the name.
 */
export const organizationId = async (
  billing: Pick<BillingService, "listOrganizations">,
  org: string,
): Promise<string> => {
  const id = parseUuid(org);
  if (id !== undefined) return id;
  const named = (await listOrganizations(billing)).filter(({ name }) => name === org);
  const [first, ...others] = named;
  if (first === undefined) throw new CenoteError("not_found", `There is no organization ${JSON.stringify(org)}.`);
  if (others.length > 0) {
    throw invalidRequest(
      "ORG",
      `${named.length} organizations are called ${JSON.stringify(org)}; name one by its id: ${named.map(({ id }) => id).join(", ")}`,
    );
  }
  return first.id;
};
