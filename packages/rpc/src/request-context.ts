import type { CallContext } from "@cenote/contracts";

/** Who pays for a call, and under which id: in every request that has it the field `context`. */
export const contextIn = (request: unknown): CallContext | undefined =>
  (request as { readonly context?: CallContext }).context;
