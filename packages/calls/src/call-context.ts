import type { CallContext } from "@cenote/contracts";
import { type Ids, REQUEST_ID, invalidRequest } from "@cenote/core";

const ORGANIZATION_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Checks who pays and gives the call an id where it has none. Errors: invalid_request_error. */
export const toCallContext = (context: CallContext | undefined, ids: Ids): CallContext => {
  if (context === undefined || !ORGANIZATION_ID.test(context.organizationId)) {
    throw invalidRequest("context.organization_id", "context.organization_id: the UUID of the organization that pays.");
  }
  if (context.requestId === "") return { ...context, requestId: ids.requestId() };
  if (!REQUEST_ID.test(context.requestId)) {
    throw invalidRequest("context.request_id", "context.request_id: `req_` and 24 hexadecimal characters.");
  }
  return context;
};
