import { type Ids, REQUEST_ID } from "@cenote/core";
import { Metadata } from "@grpc/grpc-js";
import { contextIn } from "./request-context";

const REQUEST_ID_KEY = "x-request-id";

export interface NamedCall {
  /** With a request id in its context, if it has a context. */
  readonly request: unknown;
  /** For the caller; undefined for what is no request id, which may be as long as a message. */
  readonly requestId: string | undefined;
  /** Headers that tell the caller an id that it did not choose itself. */
  readonly headers: Metadata | undefined;
}

/**
 * The call under the id that it is charged under. One is made if the caller named none.
 * @param ids Absent: none is made.
 */
export const nameCall = (request: unknown, ids: Pick<Ids, "requestId"> | undefined): NamedCall => {
  const context = contextIn(request);
  if (context === undefined || ids === undefined) return { request, requestId: undefined, headers: undefined };
  const { requestId: own } = context;
  if (own !== "") return { request, requestId: REQUEST_ID.test(own) ? own : undefined, headers: undefined };
  const requestId = ids.requestId();
  const headers = new Metadata();
  headers.set(REQUEST_ID_KEY, requestId);
  return { request: { ...(request as object), context: { ...context, requestId } }, requestId, headers };
};
