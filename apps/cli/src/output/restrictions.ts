import type { ApiKey, KeyBudget } from "@cenote/contracts";
import { formatMxn } from "@cenote/core";
import { PERIODS } from "../key-settings";
import { formatTime } from "./time";

const periodOf = ({ period }: KeyBudget): string =>
  Object.entries(PERIODS).find(([, known]) => known === period)?.[0] ?? "";

/** Null, or an empty list, for each restriction that is not set. */
export const restrictionsJson = ({ budget, expires, models, networks }: ApiKey) => ({
  budget:
    budget === undefined
      ? null
      : {
          limit_mxn: formatMxn(budget.limitNanoMxn),
          period: periodOf(budget),
          spent_mxn: formatMxn(budget.spentNanoMxn ?? 0n),
          resets: formatTime(budget.resets),
        },
  expires: formatTime(expires),
  models: models?.models ?? [],
  networks: networks?.networks ?? [],
});

/** `12.5 of 500/month`. */
export const formatBudget = ({ budget }: ApiKey): string => {
  if (budget === undefined) return "-";
  const period = periodOf(budget);
  const limit = formatMxn(budget.limitNanoMxn);
  return `${formatMxn(budget.spentNanoMxn ?? 0n)} of ${limit}${period === "total" ? "" : `/${period}`}`;
};

export const formatModels = ({ models }: ApiKey): string => models?.models.join(" ") ?? "every";

export const formatNetworks = ({ networks }: ApiKey): string => networks?.networks.join(" ") ?? "everywhere";
