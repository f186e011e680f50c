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
  /** Typed but not added to the list yet. It is saved too, so that nobody loses it. */
  readonly nextModels: string;
}

export const NO_RESTRICTIONS: RestrictionFields = {
  budget: "",
  period: "MONTH",
  expires: "",
  models: [],
  nextModels: "",
};

export const toFields = ({ budget, expires, models }: Pick<ApiKey, "budget" | "expires" | "models">) => ({
  ...NO_RESTRICTIONS,
  ...(budget !== null && { budget: budget.limit, period: budget.period }),
  ...(expires !== null && { expires: toLocalMinute(expires) }),
  models,
});

/** Adds ids without duplicates. Several can be typed at once, separated by spaces or commas. */
export const addModels = (models: readonly string[], typed: string): readonly string[] => [
  ...new Set([...models, ...typed.split(/[\s,]+/).filter((id) => id !== "")]),
];

const budgetOf = ({ budget, period }: RestrictionFields) =>
  budget.trim() === "" ? null : { limit: budget.trim(), period };

/** All restrictions; null for none. */
export const toRestrictions = (fields: RestrictionFields): KeyRestrictionsInput => ({
  budget: budgetOf(fields),
  expires: fields.expires === "" ? null : new Date(fields.expires).toISOString(),
  models: addModels(fields.models, fields.nextModels),
});

/** Only changed restrictions, so that an expired key can be renamed and an unchanged expiry keeps its seconds. */
export const toRestrictionChanges = (before: RestrictionFields, typed: RestrictionFields): KeyRestrictionsInput => {
  const { budget, expires, models } = toRestrictions(typed);
  const isOtherBudget =
    typed.budget.trim() !== before.budget || (typed.budget !== "" && typed.period !== before.period);
  return {
    ...(isOtherBudget && { budget }),
    ...(typed.expires !== before.expires && { expires }),
    ...(models?.join() !== before.models.join() && { models }),
  };
};

const listFormat = new Intl.ListFormat("en", { type: "conjunction" });

/** `a budget and an expiry`; undefined if there are none. A key with any of them can't manage keys. */
export const tellRestrictions = ({
  budget,
  expires,
  models,
}: {
  readonly budget: unknown;
  readonly expires: string | null;
  readonly models: readonly string[];
}): string | undefined => {
  const held = [
    ...(budget === null ? [] : ["a budget"]),
    ...(expires === null ? [] : ["an expiry"]),
    ...(models.length === 0 ? [] : ["a list of models"]),
  ];
  return held.length === 0 ? undefined : listFormat.format(held);
};
