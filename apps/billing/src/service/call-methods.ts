import type { BillingService, CallContext } from "@cenote/contracts";
import { invalidRequest } from "@cenote/core";
import type { Admission, Caller } from "../admission/admission";
import type { Keys } from "../keys/keys";
import type { LimitState } from "../limits/call-limits";
import type { Organizations } from "../organizations/organizations";
import { readCallRecord } from "./call-record";
import { requireMessage, requireRequestId, requireText, requireUuid, requireWithin } from "./fields";
import { readUsageLines } from "./usage-lines";

type CallMethods = Pick<BillingService, "authenticate" | "admit" | "confirmHold" | "growHold" | "settle" | "release">;

export interface CallMethodsOptions {
  readonly admission: Admission;
  readonly keys: Keys;
  readonly organizations: Organizations;
}

const DIGEST_BYTES = 32;
const MAX_MODEL_LENGTH = 200;
const MIN_TTL_MS = 1_000;
const MAX_TTL_MS = 24 * 3_600_000;

export const createCallMethods = ({ admission, keys, organizations }: CallMethodsOptions): CallMethods => {
  /** Checks what a caller of ours could get wrong. The organization must exist; that is a look into memory. */
  const readCaller = async (context: CallContext | undefined): Promise<Caller> => {
    const { requestId, organizationId, keyId } = requireMessage("context", context);
    requireRequestId("context.request_id", requestId);
    if (keyId !== "") requireUuid("context.key_id", keyId);
    if (organizations.recognize(organizationId) === undefined) {
      await organizations.get(requireUuid("context.organization_id", organizationId));
    }
    return { callId: requestId, organizationId, keyId };
  };

  return {
    async authenticate({ keyDigest }) {
      if (keyDigest.length !== DIGEST_BYTES) throw invalidRequest("key_digest", "`key_digest` is not a SHA-256 digest.");
      const digest = keyDigest.toString("hex");
      const { id: keyId, organizationId } = keys.recognize(digest) ?? await keys.authenticate(digest);
      const { zdr } = organizations.recognize(organizationId) ?? await organizations.get(organizationId);
      return { organizationId, keyId, zdr };
    },
    async admit({ context, model, estimate, holdTtlMs }) {
      const caller = await readCaller(context);
      const { held, limits } = await admission.admit(caller, {
        model: requireText("model", model, MAX_MODEL_LENGTH),
        estimate: readUsageLines("estimate", estimate),
        ttlMs: requireWithin("hold_ttl_ms", holdTtlMs, { min: MIN_TTL_MS, max: MAX_TTL_MS }),
      });
      return { heldNanoMxn: held, rateLimits: toRateLimits(limits) };
    },
    async confirmHold({ context }) {
      await admission.confirm(await readCaller(context));
      return {};
    },
    async growHold({ context, model, estimate }) {
      const { held, available } = await admission.grow(await readCaller(context), model, readUsageLines("estimate", estimate));
      return { heldNanoMxn: held, availableNanoMxn: available };
    },
    async settle({ context, model, usage, record, requiresHold = false }) {
      const { costUsd, costMxn, available } = await admission.settle(await readCaller(context), {
        model, usage: readUsageLines("usage", usage), record: readCallRecord(record), requiresHold,
      });
      return { costUsd, costNanoMxn: costMxn, availableNanoMxn: available };
    },
    async release({ context, model, record }) {
      await admission.release(await readCaller(context), requireText("model", model, MAX_MODEL_LENGTH), readCallRecord(record));
      return {};
    },
  };
};

const toRateLimits = ({ requests, tokens }: LimitState) => ({
  requestsLimit: requests.limit, requestsRemaining: requests.remaining, requestsResetMs: Math.ceil(requests.resetMs),
  tokensLimit: tokens.limit, tokensRemaining: tokens.remaining, tokensResetMs: Math.ceil(tokens.resetMs),
});
