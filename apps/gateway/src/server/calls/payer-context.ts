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

/** Zero data retention holds where the call or the organization asks for it. @param wish The call's own. */
export const isZdr = (caller: Pick<Caller, "zdr">, wish: boolean | null | undefined): boolean =>
  caller.zdr || wish === true;

/**
 * Who pays for a call, and under which key of theirs: over REST and GraphQL alike.
 */
export const payerContext = (caller: Caller, { requestId, zdr, idempotencyKey, cache }: CallWishes): CallContext => ({
  requestId,
  organizationId: caller.organizationId,
  keyId: caller.keyId,
  zdr: isZdr(caller, zdr),
  idempotencyKey,
  clientTokenId: caller.clientToken?.id,
  budgeted: caller.keyScope?.budgeted,
  cache,
});
