import type { BudgetPeriod } from "../generated/operations";

/** Text after an amount of pesos. */
export const PERIOD_NAMES: Readonly<Record<BudgetPeriod, string>> = {
  DAY: "a day",
  WEEK: "a week",
  MONTH: "a month",
  TOTAL: "in total",
};
