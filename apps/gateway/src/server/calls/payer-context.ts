import type { AnswerCache, CallContext } from "@cenote/contracts";
import type { Caller } from "./caller";
import { allowedModelsOf } from "./permissions";

/** What a call itself asks for. Every field is required, so that neither REST nor GraphQL forgets one. */
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

/** Who pays for a call, and with which key: the same for REST and GraphQL. */
export const payerContext = (caller: Caller, { requestId, zdr, idempotencyKey, cache }: CallWishes): CallContext => ({
  requestId,
  organizationId: caller.organizationId,
  keyId: caller.keyId,
  zdr: isZdr(caller, zdr),
  idempotencyKey,
  clientTokenId: caller.clientToken?.id,
  budgeted: caller.keyScope?.budgeted,
  allowedModels: allowedModelsOf(caller),
  cache,
});
