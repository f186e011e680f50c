import { type Ids, REQUEST_ID } from "@cenote/core";
import { Metadata } from "@grpc/grpc-js";
import { contextIn } from "./request-context";

const REQUEST_ID_KEY = "x-request-id";

export interface NamedCall {
  /** The request, with a request id in its context if it has a context. */
  readonly request: unknown;
  /** For the caller. Undefined for an invalid id, which may be as long as a message. */
  readonly requestId: string | undefined;
  /** Headers with an id that the caller did not choose. */
  readonly headers: Metadata | undefined;
}

/**
 * Gives a call the request id under which it is charged, if the caller named none.
 * @param ids Absent if no ids are made.
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
