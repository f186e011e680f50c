import type { CallContext } from "@cenote/contracts";
import { type Ids, invalidField, parseUuid, REQUEST_ID } from "@cenote/core";

/** Validates the organization and the request id; adds a request id if there is none. Errors: invalid_request_error. */
export const readContext = (context: CallContext | undefined, ids: Ids): CallContext => {
  const organizationId = parseUuid(context?.organizationId ?? "");
  if (context === undefined || organizationId === undefined) {
    throw invalidField("context.organization_id", "the UUID of the organization that pays.");
  }
  if (organizationId !== context.organizationId) return readContext({ ...context, organizationId }, ids);
  if (context.requestId === "") return { ...context, requestId: ids.requestId() };
  if (!REQUEST_ID.test(context.requestId)) {
    throw invalidField("context.request_id", "`req_` and 24 hexadecimal characters.");
  }
  return context;
};
