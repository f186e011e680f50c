import type { BillingService, CallContext } from "@cenote/contracts";
import { CenoteError, type Clock, invalidRequest, MODEL_ID_CHARACTERS } from "@cenote/core";
import type { Admission, Caller } from "../admission/admission";
import type { ClientTokens } from "../client-tokens/client-tokens";
import { isKeyBudget } from "../keys/key-budget";
import type { Keys } from "../keys/keys";
import { identify } from "../client-tokens/identify";
import { toRateLimits } from "../limits/to-rate-limits";
import type { Organizations } from "../organizations/organizations";
import { readCallRecord } from "./call-record";
import { toContractToken } from "./client-token-methods";
import { requireText, requireWithin } from "./fields";
import { toKeyScope } from "./key-restrictions";
import { createReadCaller } from "./read-caller";
import { readUsageLines } from "./usage-lines";

type CallMethods = Pick<BillingService, "authenticate" | "admit" | "confirmHold" | "growHold" | "settle" | "release">;

export interface CallMethodsOptions {
  readonly admission: Admission;
  readonly keys: Keys;
  readonly clientTokens: ClientTokens;
  readonly organizations: Organizations;
  readonly clock: Clock;
  readonly budgetUtcOffsetMs: () => number;
}

const DIGEST_BYTES = 32;
const MIN_TTL_MS = 1_000;
const MAX_TTL_MS = 24 * 3_600_000;

export const createCallMethods = ({
  admission,
  keys,
  clientTokens,
  organizations,
  clock,
  budgetUtcOffsetMs,
}: CallMethodsOptions): CallMethods => {
  const readCaller = createReadCaller({ keys, clientTokens, organizations, clock, budgetUtcOffsetMs });

  return {
    async authenticate({ keyDigest }) {
      if (keyDigest.length !== DIGEST_BYTES)
        throw invalidRequest("key_digest", "`key_digest` is not a SHA-256 digest.");
      const digest = keyDigest.toString("hex");
      const identified = identify({ keys, clientTokens }, digest);
      const { key, token } = identified instanceof Promise ? await identified : identified;
      const { id: keyId, organizationId } = key;
      const { zdr } = organizations.recognize(organizationId) ?? (await organizations.get(organizationId));
      return {
        organizationId,
        keyId,
        zdr,
        clientToken: token === undefined ? undefined : toContractToken(token),
        keyScope: toKeyScope(key),
      };
    },
    async admit({
      context,
      model,
      estimate,
      holdTtlMs,
      background,
      mostOutputTokens,
      expectedTokens,
      cached,
      checkOnly,
      promptEstimated,
    }) {
      const known = readCaller(context, { admits: true });
      const caller = known instanceof Promise ? await known : known;
      requireToken(context, caller);
      if (checkOnly === true) {
        await admission.check(caller, {
          model: requireText("model", model, MODEL_ID_CHARACTERS),
          estimate: readUsageLines("estimate", estimate),
        });
        return { heldNanoMxn: 0n, rateLimits: undefined };
      }
      if (promptEstimated === true) requireNoBudget(caller);
      const { held, limits, mustNotOverdraw, outputLimit, terms } = await admission.admit(caller, {
        model: requireText("model", model, MODEL_ID_CHARACTERS),
        estimate: readUsageLines("estimate", estimate),
        ttlMs: requireTtl(holdTtlMs),
        background,
        mostOutputTokens,
        expectedTokens,
        isResumed: context?.resumed,
        isCached: cached,
      });
      return { heldNanoMxn: held, rateLimits: toRateLimits(limits), watched: mustNotOverdraw, outputLimit, terms };
    },
    async confirmHold({ context }) {
      await admission.confirm(await readCaller(context));
      return {};
    },
    async growHold({ context, model, estimate, holdTtlMs, terms }) {
      const { held, available, coveredOutputTokens } = await admission.grow(await readCaller(context), {
        model: requireText("model", model, MODEL_ID_CHARACTERS),
        estimate: readUsageLines("estimate", estimate),
        ttlMs: holdTtlMs === undefined ? undefined : requireTtl(holdTtlMs),
        terms,
      });
      return { heldNanoMxn: held, availableNanoMxn: available, coveredOutputTokens };
    },
    async settle({ context, model, usage, record, requiresHold = false, terms }) {
      const known = readCaller(context);
      const { costUsd, costMxn, available } = await admission.settle(known instanceof Promise ? await known : known, {
        model: requireText("model", model, MODEL_ID_CHARACTERS),
        usage: readUsageLines("usage", usage),
        record: readCallRecord(record),
        requiresHold,
        isResumed: context?.resumed,
        terms,
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

const requireTtl = (ttlMs: number): number => requireWithin("hold_ttl_ms", ttlMs, { min: MIN_TTL_MS, max: MAX_TTL_MS });

/**
 * A call is admitted only with a known client token. An admitted call is charged or released even if its token has ended
 * and was removed meanwhile, because a video may outlive it; the hold has the budget. Errors: not_found.
 */
const requireToken = (context: CallContext | undefined, { budgets = [] }: Caller): void => {
  if ((context?.clientTokenId ?? "") !== "" && budgets.every(isKeyBudget))
    throw new CenoteError("not_found", "There is no such client token.");
};

/** Rejects an estimate by length for a call with a budget: it may be too low. Errors: invalid_request_error. */
const requireNoBudget = ({ budgets }: Caller): void => {
  if (budgets !== undefined)
    throw invalidRequest("context.budgeted", "A budget pays for this call: count the tokens of its prompt.");
};
