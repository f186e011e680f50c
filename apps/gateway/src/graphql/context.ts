import type { BillingService, CallContext, InferenceService, MediaService } from "@cenote/contracts";
import { type CenoteError, idempotencyKeyFault } from "@cenote/core";
import type { Generations } from "../generations/generations";
import type { ModelDirectory } from "../models/directory";
import type { Caller } from "../server/calls/call";
import { type Operation, requireModels, requireOperation, requireUnrestricted } from "../server/calls/scope";
import type { Balances } from "./balance/balances";
import type { Loaders } from "./loaders";

/** What resolvers work with. A `type`, because the subscription server asks for one. */
export type GraphqlContext = {
  readonly caller: Caller;
  readonly billing: BillingService;
  readonly inference: InferenceService;
  readonly media: MediaService;
  readonly directory: ModelDirectory;
  readonly balances: Balances;
  readonly generations: Generations;
  readonly loaders: Loaders;
  /** Fires when the caller goes away, unsubscribes or is cut. Its reason is a CenoteError. */
  readonly signal: AbortSignal;
  readonly requestId: string;
  /**
   * The request's own id for its first call, a new one for each further call, since every call is an entry of the
   * ledger.
   */
  readonly nextCallId: () => string;
  /** Remembers and logs what went wrong. */
  readonly report: (error: CenoteError) => void;
};

export interface CallOptions {
  readonly operation: Operation;
  readonly models: readonly string[];
  readonly zdr?: boolean | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
}

/** Who pays for a call of this field. Errors: permission_denied, invalid_request_error. */
export const toCallContext = (
  context: GraphqlContext,
  { operation, models, zdr, idempotencyKey }: CallOptions,
): CallContext => {
  const { caller } = context;
  requireOperation(caller, operation);
  requireModels(caller, models);
  const fault = typeof idempotencyKey === "string" ? idempotencyKeyFault("idempotencyKey", idempotencyKey) : undefined;
  if (fault !== undefined) throw fault;
  const { organizationId, keyId, clientToken, keyScope } = caller;
  return {
    requestId: context.nextCallId(),
    organizationId,
    keyId,
    zdr: caller.zdr || zdr === true,
    idempotencyKey: idempotencyKey ?? "",
    ...(clientToken !== undefined && { clientTokenId: clientToken.id }),
    ...(keyScope !== undefined && { budgeted: keyScope.budgeted }),
  };
};

/** What neither a client token nor a restricted API key can do. Errors: permission_denied. @returns The organization. */
export const requireUnrestrictedKey = (context: GraphqlContext): string => {
  requireUnrestricted(context.caller);
  return requireApiKey(context);
};

/** What a client token can't do. Errors: permission_denied. @returns The organization. */
export const requireApiKey = ({ caller }: GraphqlContext): string => {
  requireOperation(caller, undefined);
  return caller.organizationId;
};
