import type { CallContext } from "@cenote/contracts";
import type { FastifyRequest } from "fastify";
import { answerCacheOf } from "./answer-cache";
import { callerOf } from "./caller";
import { idempotencyKeyOf } from "./idempotency-key";
import { modelsOfBody, requireModels } from "./permissions";

/**
 * Who pays for the call, and under which key of theirs. Zero data retention holds where the request or the organization
 * asks for it. Errors: permission_denied if the client token or the API key does not allow its models.
 */
export const toCallContext = (request: FastifyRequest, zdr: boolean | null | undefined): CallContext => {
  const caller = callerOf(request);
  const { clientToken, keyScope } = caller;
  if (clientToken !== undefined || keyScope !== undefined) requireModels(caller, modelsOfBody(request.body));
  return {
    requestId: request.id,
    organizationId: caller.organizationId,
    keyId: caller.keyId,
    zdr: caller.zdr || zdr === true,
    idempotencyKey: idempotencyKeyOf(request),
    clientTokenId: clientToken?.id,
    budgeted: keyScope?.budgeted,
    cache: answerCacheOf(request),
  };
};
