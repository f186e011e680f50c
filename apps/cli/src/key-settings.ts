import { BudgetPeriod, type KeyBudget, type UpdateApiKeyRequest } from "@cenote/contracts";
import { InvalidArgumentError } from "commander";
import { readPesos, readTime } from "./arguments";
import { LIMIT_NAMES, readLimitSetting } from "./limit-settings";

export const PERIODS = {
  total: BudgetPeriod.BUDGET_PERIOD_TOTAL,
  day: BudgetPeriod.BUDGET_PERIOD_DAY,
  week: BudgetPeriod.BUDGET_PERIOD_WEEK,
  month: BudgetPeriod.BUDGET_PERIOD_MONTH,
} as const;

/** The changes made by `key set`; absent fields keep their values. */
export type KeySettings = Omit<UpdateApiKeyRequest, "keyId">;

/** Pesos in total or per period: `500`, `500/month`. The service validates the amount. */
export const readBudget = (text: string): KeyBudget => {
  const [pesos = "", name = "total", ...rest] = text.split("/");
  const period = Object.entries(PERIODS).find(([known]) => known === name)?.[1];
  if (period === undefined || rest.length > 0)
    throw new InvalidArgumentError("Give pesos in total or per period: 500, 500/day, 500/week or 500/month.");
  const limitNanoMxn = readPesos(pesos);
  if (limitNanoMxn <= 0n) throw new InvalidArgumentError("Give pesos above zero; budget=default removes a budget.");
  return { limitNanoMxn, period };
};

/** A comma-separated list. The service validates each item. */
const listOf =
  (items: string) =>
  (text: string): string[] => {
    const list = text.split(",").map((item) => item.trim());
    if (list.includes("")) throw new InvalidArgumentError(`Give ${items}, separated by commas.`);
    return list;
  };

/** `openai/*` stands for all models of a provider. */
export const readModels = listOf("ids of models");

export const readNetworks = listOf("addresses or ranges of them");

const SETTINGS: Readonly<Record<string, (value: string) => KeySettings>> = {
  name: (name) => ({ name }),
  budget: (value) => ({
    budget:
      value === "default" ? { limitNanoMxn: 0n, period: BudgetPeriod.BUDGET_PERIOD_UNSPECIFIED } : readBudget(value),
  }),
  expires: (value) => ({ expiry: value === "default" ? {} : { at: readTime(value) } }),
  models: (value) => ({ models: { models: value === "default" ? [] : readModels(value) } }),
  networks: (value) => ({ networks: { networks: value === "default" ? [] : readNetworks(value) } }),
};

/** One of several settings: `budget=500/month`, `expires=default`, `requests_per_minute=60`. */
export const readKeySetting = (text: string, before: KeySettings = {}): KeySettings => {
  const [word = "", ...rest] = text.split("=");
  const read = Object.hasOwn(SETTINGS, word) && rest.length > 0 ? SETTINGS[word] : undefined;
  if (read !== undefined) return { ...before, ...read(rest.join("=")) };
  if (Object.hasOwn(LIMIT_NAMES, word)) return { ...before, limits: readLimitSetting(text, before.limits) };
  throw new InvalidArgumentError(
    `Give ${[...Object.keys(SETTINGS), ...Object.keys(LIMIT_NAMES)].join("=, ")}=, with a value or with default.`,
  );
};
