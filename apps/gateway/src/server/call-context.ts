import type { CallContext } from "@cenote/contracts";
import type { FastifyRequest } from "fastify";

/** Who pays for the call. Zero data retention holds where the request or the organization asks for it. */
export const toCallContext = (request: FastifyRequest, zdr: boolean | null | undefined): CallContext => {
  const { caller } = request.exchange;
  if (caller === undefined) throw new Error("a call that was not admitted");
  return { requestId: request.id, organizationId: caller.organizationId, keyId: caller.keyId, zdr: caller.zdr || zdr === true };
};
