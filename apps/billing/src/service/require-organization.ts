import type { Organizations } from "../organizations/organizations";
import { requireUuid } from "./fields";

/** The id of an organization that exists. Errors: invalid_request_error, not_found. */
export const requireOrganization = async (
  organizations: Pick<Organizations, "get">,
  organizationId: string,
): Promise<string> => (await organizations.get(requireUuid("organization_id", organizationId))).id;
