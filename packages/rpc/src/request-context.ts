import type { CallContext } from "@cenote/contracts";

/** The payer and the request id of a call, from the field `context` of its request, if it has that field. */
export const contextIn = (request: unknown): CallContext | undefined =>
  (request as { readonly context?: CallContext }).context;
