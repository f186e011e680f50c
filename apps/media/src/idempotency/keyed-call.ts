import { toCallContext } from "@cenote/calls";
import type { CallContext, CallInfo } from "@cenote/contracts";
import { CenoteError, idempotencyKeyFault } from "@cenote/core";
import type { Begun, Idempotency, KeptCall } from "@cenote/idempotency";
import type { MediaScope } from "../media-scope";

export interface KeyedScope extends MediaScope {
  readonly idempotency: Idempotency;
}

/** A call under its key. @param method Keeps keys of different calls apart. @param body The request without its context. */
export const beginKeyed = async (scope: KeyedScope, given: CallContext | undefined, { method, body }: { readonly method: string; readonly body: Uint8Array }): Promise<{ readonly begun: Begun; readonly context: CallContext }> => {
  const context = toCallContext(given, scope.ids);
  const fault = idempotencyKeyFault("context.idempotency_key", context.idempotencyKey);
  if (fault !== undefined) throw fault;
  const request = Buffer.concat([Buffer.from(`${method}\0`), body]);
  const begun = await scope.idempotency.begin({
    organizationId: context.organizationId, clientTokenId: context.clientTokenId ?? "", key: context.idempotencyKey, request, requestId: context.requestId,
  });
  return { begun, context };
};

/** The call that is paid for, under the request id its key stands for. The key has done its work. */
export const contextOf = (context: CallContext, requestId: string): CallContext => ({ ...context, requestId, idempotencyKey: "" });

/** How an answer that was there already came to this request. */
export const replayedInfo = (requestId: string): CallInfo =>
  ({ rateLimits: undefined, attempts: 0, upstreamUs: 0, droppedFields: [], originalRequestId: requestId, replayed: true });

/** Of a call another request began: its answer goes under that one's id. */
export const joinedInfo = (info: CallInfo | undefined, context: CallContext, requestId: string): CallInfo | undefined =>
  info === undefined || requestId === context.requestId ? info : { ...info, originalRequestId: requestId };

/** Errors: idempotency_conflict, where there is none to give. */
export const keptAnswerOf = ({ answer }: KeptCall): Buffer => {
  if (answer === undefined) throw new CenoteError("idempotency_conflict", "The answer to the first call with this idempotency key was not kept.");
  return answer;
};
