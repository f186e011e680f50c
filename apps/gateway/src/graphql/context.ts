import type { AnswerCache, BillingService, CallContext, InferenceService, MediaService } from "@cenote/contracts";
import { cacheSecondsFault, type CenoteError, idempotencyKeyFault } from "@cenote/core";
import type { ResumableAnswers } from "../resumable-answers/resumable-answers";
import type { ModelDirectory } from "../models/directory";
import type { Caller } from "../server/calls/caller";
import { payerContext } from "../server/calls/payer-context";
import { type Operation, requireModels, requireOperation, requireUnrestricted } from "../server/calls/permissions";
import type { AnswerCacheInput } from "./answer-cache";
import type { Balances } from "./balance/balances";
import type { Loaders } from "./loaders";

/** Services and shared objects that resolvers use: the same for all operations. */
export type GraphqlSources = {
  readonly billing: BillingService;
  readonly inference: InferenceService;
  readonly media: MediaService;
  readonly directory: ModelDirectory;
  readonly balances: Balances;
  readonly resumableAnswers: ResumableAnswers;
};

/** The context of resolvers. A `type`, because the subscription server's types don't accept an interface. */
export type GraphqlContext = GraphqlSources & {
  readonly caller: Caller;
  readonly loaders: Loaders;
  /**
   * Aborted when the caller disconnects or unsubscribes, or the gateway ends the operation. The reason is a
   * CenoteError.
   */
  readonly signal: AbortSignal;
  readonly requestId: string;
  /**
   * Returns the request's id for its first call, and a new id for each further call, because the ledger records each
   * call under its own id.
   */
  readonly nextCallId: () => string;
  /** Records and logs an error. */
  readonly report: (error: CenoteError) => void;
};

export interface CallOptions {
  readonly operation: Operation;
  readonly models: readonly string[];
  readonly zdr?: boolean | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly cache?: AnswerCacheInput | null | undefined;
}

const toAnswerCache = ({ seconds, refresh }: AnswerCacheInput): AnswerCache => {
  const fault = cacheSecondsFault("cache.seconds", seconds);
  if (fault !== undefined) throw fault;
  return { seconds, refresh: refresh === true };
};

/** The context of a paid call. Errors: permission_denied, invalid_request_error. */
export const contextOfOperation = (
  context: GraphqlContext,
  { operation, models, zdr, idempotencyKey, cache }: CallOptions,
): CallContext => {
  const { caller } = context;
  requireOperation(caller, operation);
  requireModels(caller, models);
  const fault = typeof idempotencyKey === "string" ? idempotencyKeyFault("idempotencyKey", idempotencyKey) : undefined;
  if (fault !== undefined) throw fault;
  return payerContext(caller, {
    requestId: context.nextCallId(),
    zdr,
    idempotencyKey: idempotencyKey ?? "",
    cache: cache === null || cache === undefined ? undefined : toAnswerCache(cache),
  });
};

/** Refuses client tokens and restricted API keys. Errors: permission_denied. @returns The organization's id. */
export const requireUnrestrictedKey = (context: GraphqlContext): string => {
  requireUnrestricted(context.caller);
  return requireApiKey(context);
};

/** Refuses client tokens. Errors: permission_denied. @returns The organization's id. */
export const requireApiKey = ({ caller }: GraphqlContext): string => {
  requireOperation(caller, undefined);
  return caller.organizationId;
};
