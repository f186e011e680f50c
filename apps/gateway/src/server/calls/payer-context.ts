import type { AnswerCache, CallContext } from "@cenote/contracts";
import type { Caller } from "./caller";
import { allowedModelsOf } from "./permissions";

/** What the request sets in a call's context. All fields are required, so that neither REST nor GraphQL omits one. */
export interface CallContextOptions {
  readonly requestId: string;
  /** Zero data retention, as the call requests it. */
  readonly zdr: boolean | null | undefined;
  /** Empty for none. */
  readonly idempotencyKey: string;
  readonly cache: AnswerCache | undefined;
}

/** Whether zero data retention applies: the call or the organization requires it. @param requested By the call. */
export const isZdr = (caller: Pick<Caller, "zdr">, requested: boolean | null | undefined): boolean =>
  caller.zdr || requested === true;

/** The context of a call, for REST and GraphQL alike: who pays, with which key, and what the request sets. */
export const payerContext = (
  caller: Caller,
  { requestId, zdr, idempotencyKey, cache }: CallContextOptions,
): CallContext => ({
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
