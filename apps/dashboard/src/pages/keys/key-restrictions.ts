import { toLocalMinute } from "../../format/local-minute";
import type { BudgetPeriod, KeyRestrictionsInput } from "../../generated/operations";
import type { ApiKey } from "./api-key";

/** Restrictions as typed; empty for none. */
export interface RestrictionFields {
  /** Pesos. */
  readonly budget: string;
  readonly period: BudgetPeriod;
  /** In the browser's time zone: `2026-12-31T23:59`. */
  readonly expires: string;
  readonly models: readonly string[];
  /** Typed but not added to the list yet. It is saved as well, so that it is not lost. */
  readonly nextModels: string;
  /** Addresses and ranges, separated by commas or spaces. */
  readonly networks: string;
}

export const NO_RESTRICTIONS: RestrictionFields = {
  budget: "",
  period: "MONTH",
  expires: "",
  models: [],
  nextModels: "",
  networks: "",
};

export const toFields = ({
  budget,
  expires,
  models,
  networks,
}: Pick<ApiKey, "budget" | "expires" | "models" | "networks">) => ({
  ...NO_RESTRICTIONS,
  ...(budget !== null && { budget: budget.limit, period: budget.period }),
  ...(expires !== null && { expires: toLocalMinute(expires) }),
  models,
  networks: networks.join(", "),
});

/** Splits typed text at spaces and commas. */
const partsOf = (typed: string): readonly string[] => typed.split(/[\s,]+/).filter((part) => part !== "");

/** Adds ids without duplicates. The text may contain several. */
export const addModels = (models: readonly string[], typed: string): readonly string[] => [
  ...new Set([...models, ...partsOf(typed)]),
];

const budgetOf = ({ budget, period }: RestrictionFields) =>
  budget.trim() === "" ? null : { limit: budget.trim(), period };

/** All restrictions; null for none. */
export const toRestrictions = (fields: RestrictionFields): KeyRestrictionsInput => ({
  budget: budgetOf(fields),
  expires: fields.expires === "" ? null : new Date(fields.expires).toISOString(),
  models: addModels(fields.models, fields.nextModels),
  networks: partsOf(fields.networks),
});

/** Only changed restrictions, so that an expired key can be renamed and an unchanged expiry keeps its seconds. */
export const toRestrictionChanges = (before: RestrictionFields, typed: RestrictionFields): KeyRestrictionsInput => {
  const { budget, expires, models, networks } = toRestrictions(typed);
  const isOtherBudget =
    typed.budget.trim() !== before.budget || (typed.budget !== "" && typed.period !== before.period);
  return {
    ...(isOtherBudget && { budget }),
    ...(typed.expires !== before.expires && { expires }),
    ...(models?.join() !== before.models.join() && { models }),
    ...(networks?.join() !== partsOf(before.networks).join() && { networks }),
  };
};
