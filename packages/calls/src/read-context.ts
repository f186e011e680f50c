import type { CallContext } from "@cenote/contracts";
import { type Ids, REQUEST_ID, UUID, invalidRequest } from "@cenote/core";

/** Checks who pays, and adds a request id if there is none. Errors: invalid_request_error. */
export const readContext = (context: CallContext | undefined, ids: Ids): CallContext => {
  if (context === undefined || !UUID.test(context.organizationId)) {
    throw invalidRequest("context.organization_id", "context.organization_id: the UUID of the organization that pays.");
  }
  if (context.requestId === "") return { ...context, requestId: ids.requestId() };
  if (!REQUEST_ID.test(context.requestId)) {
    throw invalidRequest("context.request_id", "context.request_id: `req_` and 24 hexadecimal characters.");
  }
  return context;
};
