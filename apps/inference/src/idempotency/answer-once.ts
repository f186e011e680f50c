import { beginKeyed, chargeOf, deferEnd, keepAndCharge, type KeyedParts } from "@cenote/calls";
import type { BillingService, CallContext, InferenceService, SettleRequest } from "@cenote/contracts";
import type { CallRequest, UnaryMethod } from "../kept-messages/unary-method";
import { closeUnfinished } from "./close-unfinished";
import { decodeKeptAnswer, encodeKeptAnswer, framesOf } from "./kept-answer";

export interface OnceParts extends KeyedParts {
  /** Creates the service with another billing. */
  readonly serviceOver: (billing: BillingService) => InferenceService;
}

/**
 * A unary call with an idempotency key. However often it is sent, it is charged at most once, and every answer equals the
 * first. Errors: those of the method, idempotency_conflict.
 */
export const answerOnce = async <Request extends CallRequest, Response>(
  parts: OnceParts,
  method: UnaryMethod<Request, Response>,
  request: Request & { readonly context: CallContext },
  signal: AbortSignal | undefined,
): Promise<Response> => {
  const begun = await beginKeyed(parts, request.context, method.name, method.body(request));
  if (begun.ticket === undefined) {
    const {
      messages: [message],
    } = decodeKeptAnswer(begun.answer);
    if (message === undefined) throw new Error("a kept answer without a message");
    return method.withInfo(method.priced(method.decode(message), begun.cost), begun.toInfo);
  }

  const { ticket, context, toInfo } = begun;
  const deferred = deferEnd(parts);
  let response: Response;
  let charge: SettleRequest;
  try {
    response = await method.call(parts.serviceOver(deferred.billing), { ...request, context }, signal);
    charge = chargeOf(deferred);
  } catch (error) {
    // If a part of the answer was made, the caller left. That part can't be stored.
    await closeUnfinished(parts, ticket, deferred, "interrupted");
    throw error;
  }
  const answer = context.zdr
    ? "zdr"
    : encodeKeptAnswer({ frames: [framesOf([method.encode(response)])], error: undefined });
  const cost = await keepAndCharge(parts, ticket, charge, answer);
  return method.withInfo(method.priced(response, cost), toInfo);
};
