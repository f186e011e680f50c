import type { CallContext } from "@cenote/contracts";
import type { FastifyRequest } from "fastify";
import { answerCacheOf } from "./answer-cache";
import { callerOf } from "./caller";
import { idempotencyKeyOf } from "./idempotency-key";
import { payerContext } from "./payer-context";
import { requireModels } from "./permissions";

/** Fields of a body that become part of the call's context. */
export interface CallBody {
  readonly model?: string;
  /** Fallback models, chosen by the caller. */
  readonly models?: readonly string[] | null;
  readonly zdr?: boolean | null;
}

const NO_BODY: CallBody = {};

const modelsOf = ({ model, models }: CallBody): readonly string[] =>
  model === undefined ? [] : [model, ...(models ?? [])];

/**
 * The context of a call to a service. Errors: permission_denied if the client token or the API key does not allow its
 * models; invalid_request_error for its headers.
 * @param body The validated body. Left out for a request without one.
 */
export const contextOfRequest = (request: FastifyRequest, body = NO_BODY): CallContext => {
  const caller = callerOf(request);
  if (caller.clientToken !== undefined || caller.keyScope !== undefined) requireModels(caller, modelsOf(body));
  return payerContext(caller, {
    requestId: request.id,
    zdr: body.zdr,
    idempotencyKey: idempotencyKeyOf(request),
    cache: answerCacheOf(request),
  });
};
