import type { CallContext } from "@cenote/contracts";
import type { FastifyRequest } from "fastify";
import { answerCacheOf } from "./answer-cache";
import { callerOf } from "./caller";
import { idempotencyKeyOf } from "./idempotency-key";
import { payerContext } from "./payer-context";
import { modelsOfBody, requireModels } from "./permissions";

/**
 * The context of a request that is a paid call. Errors: permission_denied if the client token or the API key does not
 * allow its models; invalid_request_error for its headers.
 */
export const contextOfRequest = (request: FastifyRequest, zdr: boolean | null | undefined): CallContext => {
  const caller = callerOf(request);
  if (caller.clientToken !== undefined || caller.keyScope !== undefined)
    requireModels(caller, modelsOfBody(request.body));
  return payerContext(caller, {
    requestId: request.id,
    zdr,
    idempotencyKey: idempotencyKeyOf(request),
    cache: answerCacheOf(request),
  });
};
