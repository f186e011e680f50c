import {
  type ApiKey,
  BudgetPeriod as ContractPeriod,
  type CreateApiKeyRequest,
  type KeyBudget as ContractBudget,
  type KeyScope,
  type UpdateApiKeyRequest,
} from "@cenote/contracts";
import { invalidField, invalidRequest, isNetwork, MODEL_ID_CHARACTERS, type NanoMxn } from "@cenote/core";
import { BUDGET_PERIODS, type BudgetPeriod, type KeyBudget, ledgerBudgetOf, resetOf } from "../keys/key-budget";
import { MAX_AMOUNT } from "../ledger/decide";
import { isRestricted, type KeyRestrictions, type RestrictionChanges } from "../keys/key-restrictions";
import type { KeyRow } from "../keys/key-store";
import { requirePositiveAmount } from "./fields";

const MAX_MODELS = 64;
const MAX_NETWORKS = 64;
/** Only `<provider>/*` may have a star: any other pattern would match no model. */
const MODEL = /^[^*]*[^*/](\/\*)?$/;

/** The database stores no later time. */
const YEAR_10000_MS = Date.UTC(10_000, 0);

const PERIODS = {
  total: ContractPeriod.BUDGET_PERIOD_TOTAL,
  day: ContractPeriod.BUDGET_PERIOD_DAY,
  week: ContractPeriod.BUDGET_PERIOD_WEEK,
  month: ContractPeriod.BUDGET_PERIOD_MONTH,
} as const satisfies Record<BudgetPeriod, ContractPeriod>;

const PERIOD_OF = new Map<ContractPeriod, BudgetPeriod>(BUDGET_PERIODS.map((period) => [PERIODS[period], period]));

/** The restrictions of a new key. Errors: invalid_request_error. */
export const readRestrictions = (
  { budget, expires, models, networks }: Pick<CreateApiKeyRequest, "budget" | "expires" | "models" | "networks">,
  nowMs: number,
): KeyRestrictions => ({
  budget: budget === undefined ? undefined : readBudget(budget),
  expiresAtMs: expires === undefined ? undefined : readExpiry(expires, nowMs),
  models: readModels(models?.models ?? []),
  networks: readNetworks(networks?.networks ?? []),
});

/** The changes of a key's restrictions. Errors: invalid_request_error. */
export const readRestrictionChanges = (
  { budget, expiry, models, networks }: Pick<UpdateApiKeyRequest, "budget" | "expiry" | "models" | "networks">,
  nowMs: number,
): RestrictionChanges => ({
  budget: budget && (isNone(budget) ? null : readBudget(budget)),
  expiresAtMs: expiry && (expiry.at === undefined ? null : readExpiry(expiry.at, nowMs)),
  models: models === undefined ? undefined : readModels(models.models),
  networks: networks === undefined ? undefined : readNetworks(networks.networks),
});

/** Zero removes the budget. Zero with a period is rejected as a mistake. */
const isNone = ({ limitNanoMxn, period }: ContractBudget): boolean =>
  limitNanoMxn === 0n && period === ContractPeriod.BUDGET_PERIOD_UNSPECIFIED;

const readBudget = ({ limitNanoMxn, period }: ContractBudget): KeyBudget => {
  const known = PERIOD_OF.get(period);
  if (known === undefined) throw invalidField("budget.period", "total, day, week or month.");
  return { limit: requirePositiveAmount("budget.limit_nano_mxn", limitNanoMxn, MAX_AMOUNT), period: known };
};

const readExpiry = (at: Date, nowMs: number): number => {
  const atMs = at.getTime();
  if (!(atMs > nowMs && atMs < YEAR_10000_MS))
    throw invalidField("expires", "must be in the future, before the year 10000.");
  return atMs;
};

const readModels = (models: readonly string[]): readonly string[] => {
  if (models.length > MAX_MODELS) throw invalidField("models", `at most ${MAX_MODELS}.`);
  const index = models.findIndex((model) => !MODEL.test(model) || model.length > MODEL_ID_CHARACTERS);
  if (index !== -1) throw invalidRequest(`models[${index}]`, `models[${index}]: the id of a model, or \`openai/*\`.`);
  return [...new Set(models)];
};

const readNetworks = (networks: readonly string[]): readonly string[] => {
  if (networks.length > MAX_NETWORKS) throw invalidField("networks", `at most ${MAX_NETWORKS}.`);
  const index = networks.findIndex((network) => !isNetwork(network));
  if (index !== -1)
    throw invalidField(
      `networks[${index}]`,
      "an address, such as 203.0.113.7, or a range, such as 203.0.113.0/24 or 2001:db8::/32.",
    );
  return [...new Set(networks)];
};

/** Undefined for an unrestricted key. */
export const toKeyScope = ({ restrictions }: KeyRow): KeyScope | undefined => {
  if (!isRestricted(restrictions)) return undefined;
  const { models, budget, networks } = restrictions;
  return { models: [...models], budgeted: budget !== undefined, networks: [...networks] };
};

export interface BudgetsNow {
  readonly nowMs: number;
  readonly utcOffsetMs: number;
  /** The amount charged to a budget of the ledger. */
  readonly spentOf: (budgetId: string) => NanoMxn;
}

export const toContractRestrictions = (
  { id, restrictions: { budget, expiresAtMs, models, networks } }: KeyRow,
  now: BudgetsNow,
): Pick<ApiKey, "budget" | "expires" | "models" | "networks"> => ({
  ...(models.length > 0 && { models: { models: [...models] } }),
  ...(networks.length > 0 && { networks: { networks: [...networks] } }),
  ...(expiresAtMs !== undefined && { expires: new Date(expiresAtMs) }),
  ...(budget !== undefined && { budget: toContractBudget(id, budget, now) }),
});

const toContractBudget = (
  keyId: string,
  budget: KeyBudget,
  { nowMs, utcOffsetMs, spentOf }: BudgetsNow,
): ContractBudget => {
  const resetMs = resetOf(budget.period, nowMs, utcOffsetMs);
  return {
    limitNanoMxn: budget.limit,
    period: PERIODS[budget.period],
    spentNanoMxn: spentOf(ledgerBudgetOf(keyId, budget, { atMs: nowMs, utcOffsetMs }).id),
    ...(resetMs !== undefined && { resets: new Date(resetMs) }),
  };
};
