import type { CallContext } from "@cenote/contracts";
import { type Awaitable, CenoteError, type Clock, invalidRequest, timeOfRequestId } from "@cenote/core";
import type { Caller } from "../admission/admission";
import type { ClientTokens } from "../client-tokens/client-tokens";
import { ledgerBudgetOf } from "../keys/key-budget";
import type { KeyRow } from "../keys/key-store";
import type { Keys } from "../keys/keys";
import type { Budget, Budgets } from "../ledger/charge";
import type { OrganizationRow } from "../organizations/organization-store";
import type { Organizations } from "../organizations/organizations";
import { requireMessage, requireRequestId, requireUuid } from "./fields";

export interface ReadCallerOptions {
  readonly keys: Pick<Keys, "recognizeId" | "find">;
  readonly clientTokens: Pick<ClientTokens, "find">;
  readonly organizations: Pick<Organizations, "recognize" | "get">;
  readonly clock: Clock;
  readonly budgetUtcOffsetMs: () => number;
}

/** @returns Empty for none. Errors: invalid_request_error. */
const readId = (param: string, value = ""): string => (value === "" ? "" : requireUuid(param, value));

interface Reading {
  readonly admits: boolean;
  readonly isNew: boolean;
}

/** Errors: permission_denied. */
const requireActive = ({ suspension }: Pick<OrganizationRow, "suspension">): void => {
  if (suspension !== undefined)
    throw new CenoteError(
      "permission_denied",
      "The organization is suspended and makes no new calls. Ask the operator of this gateway.",
    );
};

/** Longer than any hold. A gRPC caller's request id may not begin with a timestamp; then the current time is used. */
const MAX_CALL_MS = 48 * 3_600_000;

/** Shorter than the ledger remembers an ended budget. */
const LATE_MS = 30 * 60_000;

/**
 * Reads who pays for a call. Validates the fields, and that the organization exists. Not a promise if organization and key
 * are in memory, as usual. Errors: invalid_request_error, not_found, overloaded; permission_denied for a new call of a
 * suspended organization.
 */
export const createReadCaller = ({
  keys,
  clientTokens,
  organizations,
  clock,
  budgetUtcOffsetMs,
}: ReadCallerOptions) => {
  const beganAtMs = (requestId: string): number => {
    const [atMs, nowMs] = [timeOfRequestId(requestId), clock.nowMs()];
    return Math.abs(nowMs - atMs) > MAX_CALL_MS ? nowMs : atMs;
  };

  /**
   * A call that is admitted long after the end of the period in which it began, such as one taken over from a dead process,
   * spends from the current period: the ledger may have forgotten the budget of the other.
   */
  const budgetOfKey = (key: KeyRow | undefined, requestId: string, admits: boolean): Budgets | undefined => {
    const budget = key?.restrictions.budget;
    if (key === undefined || budget === undefined) return undefined;
    const utcOffsetMs = budgetUtcOffsetMs();
    const at = (atMs: number) => ledgerBudgetOf(key.id, budget, { atMs, utcOffsetMs });
    const began = at(beganAtMs(requestId));
    const nowMs = clock.nowMs();
    return [admits && began.expiresAtMs + LATE_MS < nowMs ? at(nowMs) : began];
  };

  const budgetOfToken = async (organizationId: string, id: string): Promise<readonly Budget[]> => {
    const token = await clientTokens.find(id);
    if (token === undefined) return [];
    if (token.organizationId !== organizationId)
      throw invalidRequest("context.client_token_id", "`context.client_token_id` is of another organization.");
    return [{ id, limit: token.budget, expiresAtMs: token.expiresAtMs }];
  };

  /**
   * Only at admission: an admitted call is settled, whatever key it names. For an unknown key, neither budget nor limits
   * could be applied.
   */
  const requireOwn = (key: KeyRow | undefined, organizationId: string, admits: boolean): void => {
    if (!admits) return;
    if (key === undefined) throw invalidRequest("context.key_id", "`context.key_id` is no API key.");
    if (key.organizationId !== organizationId)
      throw invalidRequest("context.key_id", "`context.key_id` is of another organization.");
  };

  const lookUp = async (caller: Caller, clientTokenId: string, { admits, isNew }: Reading): Promise<Caller> => {
    const { organizationId, keyId, callId } = caller;
    const organization = organizations.recognize(organizationId) ?? (await organizations.get(organizationId));
    if (isNew) requireActive(organization);
    const ofToken = clientTokenId === "" ? [] : await budgetOfToken(organizationId, clientTokenId);
    const key = keyId === "" ? undefined : await keys.find(keyId);
    if (keyId !== "") requireOwn(key, organizationId, admits);
    const ofKey = budgetOfKey(key, callId, admits);
    const budgets = [...ofToken, ...(ofKey ?? [])];
    return budgets.length === 0 ? caller : { ...caller, budgets };
  };

  return (context: CallContext | undefined, { admits = false } = {}): Awaitable<Caller> => {
    // A call that is taken over from a dead process is finished like any other.
    const reading = { admits, isNew: admits && context?.resumed !== true };
    const given = requireMessage("context", context);
    const requestId = requireRequestId("context.request_id", given.requestId);
    const organizationId = requireUuid("context.organization_id", given.organizationId);
    const keyId = readId("context.key_id", given.keyId);
    const clientTokenId = readId("context.client_token_id", given.clientTokenId);
    const caller: Caller = { callId: requestId, organizationId, keyId, budgets: undefined };
    const organization = organizations.recognize(organizationId);
    if (clientTokenId !== "" || organization === undefined) return lookUp(caller, clientTokenId, reading);
    if (reading.isNew) requireActive(organization);
    if (keyId === "") return caller;
    const key = keys.recognizeId(keyId);
    if (key === undefined) return lookUp(caller, clientTokenId, reading);
    requireOwn(key, organizationId, admits);
    const budgets = budgetOfKey(key, requestId, admits);
    return budgets === undefined ? caller : { ...caller, budgets };
  };
};
