import type { BillingService, CallContext } from "@cenote/contracts";
import { type Awaitable, CenoteError, invalidRequest, MODEL_ID_CHARACTERS } from "@cenote/core";
import type { Admission, Caller } from "../admission/admission";
import type { ClientTokens } from "../client-tokens/client-tokens";
import type { Keys } from "../keys/keys";
import { identify } from "../client-tokens/identify";
import type { LimitState } from "../limits/call-limits";
import type { Budget } from "../ledger/ledger";
import type { Organizations } from "../organizations/organizations";
import { readCallRecord } from "./call-record";
import { requireMessage, requireRequestId, requireText, requireUuid, requireWithin } from "./fields";
import { toContractToken } from "./client-token-methods";
import { readUsageLines } from "./usage-lines";

type CallMethods = Pick<BillingService, "authenticate" | "admit" | "confirmHold" | "growHold" | "settle" | "release">;

export interface CallMethodsOptions {
  readonly admission: Admission;
  readonly keys: Keys;
  readonly clientTokens: ClientTokens;
  readonly organizations: Organizations;
}

const DIGEST_BYTES = 32;
const MIN_TTL_MS = 1_000;
const MAX_TTL_MS = 24 * 3_600_000;

export const createCallMethods = ({
  admission,
  keys,
  clientTokens,
  organizations,
}: CallMethodsOptions): CallMethods => {
  /**
   * Checks what our callers could get wrong, and that the organization exists; that is a lookup in memory which a call
   * does not wait for.
   */
  const readCaller = (context: CallContext | undefined): Awaitable<Caller> => {
    const { requestId, organizationId, keyId, clientTokenId = "" } = requireMessage("context", context);
    requireRequestId("context.request_id", requestId);
    if (keyId !== "") requireUuid("context.key_id", keyId);
    const caller: Caller = { callId: requestId, organizationId, keyId, budget: undefined };
    return clientTokenId === "" && organizations.recognize(organizationId) !== undefined
      ? caller
      : lookUpCaller(caller, clientTokenId);
  };

  const lookUpCaller = async (caller: Caller, clientTokenId: string): Promise<Caller> => {
    const { organizationId } = caller;
    if (organizations.recognize(organizationId) === undefined) {
      await organizations.get(requireUuid("context.organization_id", organizationId));
    }
    return clientTokenId === "" ? caller : { ...caller, budget: await budgetOf(organizationId, clientTokenId) };
  };

  const budgetOf = async (organizationId: string, id: string): Promise<Budget | undefined> => {
    const token = await clientTokens.find(requireUuid("context.client_token_id", id));
    if (token === undefined) return undefined;
    if (token.organizationId !== organizationId)
      throw invalidRequest("context.client_token_id", "`context.client_token_id` is of another organization.");
    return { id, limit: token.budget, expiresAtMs: token.expiresAtMs };
  };

  return {
    async authenticate({ keyDigest }) {
      if (keyDigest.length !== DIGEST_BYTES)
        throw invalidRequest("key_digest", "`key_digest` is not a SHA-256 digest.");
      const digest = keyDigest.toString("hex");
      const identified = identify({ keys, clientTokens }, digest);
      const { key, token } = identified instanceof Promise ? await identified : identified;
      const { id: keyId, organizationId } = key;
      const { zdr } = organizations.recognize(organizationId) ?? (await organizations.get(organizationId));
      return { organizationId, keyId, zdr, clientToken: token === undefined ? undefined : toContractToken(token) };
    },
    async admit({ context, model, estimate, holdTtlMs, background, mostOutputTokens }) {
      const known = readCaller(context);
      const caller = known instanceof Promise ? await known : known;
      requireBudget(context, caller);
      const { held, limits, isWatched, outputLimit } = await admission.admit(caller, {
        model: requireText("model", model, MODEL_ID_CHARACTERS),
        estimate: readUsageLines("estimate", estimate),
        ttlMs: requireWithin("hold_ttl_ms", holdTtlMs, { min: MIN_TTL_MS, max: MAX_TTL_MS }),
        background,
        mostOutputTokens,
        isResumed: context?.resumed,
      });
      return { heldNanoMxn: held, rateLimits: toRateLimits(limits), watched: isWatched, outputLimit };
    },
    async confirmHold({ context }) {
      await admission.confirm(await readCaller(context));
      return {};
    },
    async growHold({ context, model, estimate }) {
      const { held, available, coveredOutputTokens } = await admission.grow(
        await readCaller(context),
        requireText("model", model, MODEL_ID_CHARACTERS),
        readUsageLines("estimate", estimate),
      );
      return { heldNanoMxn: held, availableNanoMxn: available, coveredOutputTokens };
    },
    async settle({ context, model, usage, record, requiresHold = false }) {
      const known = readCaller(context);
      const { costUsd, costMxn, available } = await admission.settle(known instanceof Promise ? await known : known, {
        model: requireText("model", model, MODEL_ID_CHARACTERS),
        usage: readUsageLines("usage", usage),
        record: readCallRecord(record),
        requiresHold,
      });
      return { costUsd, costNanoMxn: costMxn, availableNanoMxn: available };
    },
    async release({ context, model, record }) {
      await admission.release(
        await readCaller(context),
        requireText("model", model, MODEL_ID_CHARACTERS),
        readCallRecord(record),
      );
      return {};
    },
  };
};

/**
 * A call is admitted only with a known token. Once admitted, it is charged or released even if the token has since
 * ended and been forgotten, since a video may outlive it: its hold knows the budget. Errors: not_found.
 */
const requireBudget = (context: CallContext | undefined, { budget }: Caller): void => {
  if (budget === undefined && (context?.clientTokenId ?? "") !== "")
    throw new CenoteError("not_found", "There is no such client token.");
};

const toRateLimits = ({ requests, tokens }: LimitState) => ({
  requestsLimit: requests.limit,
  requestsRemaining: requests.remaining,
  requestsResetMs: Math.ceil(requests.resetMs),
  tokensLimit: tokens.limit,
  tokensRemaining: tokens.remaining,
  tokensResetMs: Math.ceil(tokens.resetMs),
});
