import type { AnswerCache, CallContext } from "@cenote/contracts";
import type { Caller } from "./caller";

/** What a call says of itself. Every field is required, so that no surface forgets one. */
export interface CallWishes {
  readonly requestId: string;
  /** The call's own wish. */
  readonly zdr: boolean | null | undefined;
  /** Empty for none. */
  readonly idempotencyKey: string;
  readonly cache: AnswerCache | undefined;
}

/**
 * Who pays for a call, and under which key of theirs: over REST and GraphQL alike. Zero data retention holds where the
 * call or the organization asks for it.
 */
export const payerContext = (caller: Caller, { requestId, zdr, idempotencyKey, cache }: CallWishes): CallContext => ({
  requestId,
  organizationId: caller.organizationId,
  keyId: caller.keyId,
  zdr: caller.zdr || zdr === true,
  idempotencyKey,
  clientTokenId: caller.clientToken?.id,
  budgeted: caller.keyScope?.budgeted,
  cache,
});
