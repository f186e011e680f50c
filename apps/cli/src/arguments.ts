import type { BalanceAlert, KeyLimits } from "@cenote/contracts";
import { DAY_MS, isDay, parseDecimal, parseMxn, type NanoMxn, ZERO_MXN } from "@cenote/core";
import { InvalidArgumentError } from "commander";

const MAX_PAGE_SIZE = 1000;
const TOO_MUCH = "Give at most 1000000000 pesos.";
/** Plain digits that are too many for an amount. */
const LONG_AMOUNT = /^-?\d{10,}(\.\d{1,9})?$/;

/** Pesos, to the nano-peso. A wrong form is an error of usage, and so is more than a message can carry. */
export const readPesos = (text: string): NanoMxn => {
  let amount: NanoMxn;
  try {
    amount = parseMxn(text);
  } catch {
    throw new InvalidArgumentError(
      LONG_AMOUNT.test(text)
        ? TOO_MUCH
        : "Give pesos as plain digits with at most nine after the point, for example 12.50.",
    );
  }
  if (BigInt.asIntN(64, amount) !== amount) throw new InvalidArgumentError(TOO_MUCH);
  return amount;
};

/** A rate as plain digits; its value is for the service to judge. */
export const readRate = (text: string): string => {
  try {
    parseDecimal(text);
    return text;
  } catch {
    throw new InvalidArgumentError("Give the rate in MXN per USD as plain digits, for example 18.4525.");
  }
};

/** Entries on a page, 1 to 1000. */
export const readPageSize = (text: string): number => {
  const size = Number(text);
  if (!/^\d+$/.test(text) || size < 1 || size > MAX_PAGE_SIZE)
    throw new InvalidArgumentError(`Give a whole number from 1 to ${MAX_PAGE_SIZE}.`);
  return size;
};

/** A day in UTC, `YYYY-MM-DD`, that the calendar has. */
export const readDay = (text: string): string => {
  if (!isDay(text)) throw new InvalidArgumentError("Give a day as YYYY-MM-DD.");
  return text;
};

/** A month in UTC, `YYYY-MM`. */
export const readMonth = (text: string): string => {
  if (!isDay(`${text}-01`)) throw new InvalidArgumentError("Give a month as YYYY-MM.");
  return text;
};

const TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/;

/** A day, which begins at midnight UTC, or a time in UTC. */
export const readTime = (text: string): Date => {
  const at = new Date(text);
  if (!TIME.test(text) || !isDay(text.slice(0, 10)) || Number.isNaN(at.getTime()))
    throw new InvalidArgumentError("Give a day as YYYY-MM-DD or a time in UTC as YYYY-MM-DDTHH:MM:SSZ.");
  return at;
};

/** A time in UTC; of a day its end. */
export const readEnd = (text: string): Date => {
  const at = readTime(text);
  return isDay(text) ? new Date(at.getTime() + DAY_MS) : at;
};

/** Limits that are set, changed or shown, in the words of `cenote.yaml`. */
export const LIMIT_NAMES = {
  requests_per_minute: "requestsPerMinute",
  tokens_per_minute: "tokensPerMinute",
  concurrent_requests: "concurrentRequests",
} as const;

const LIMIT_WORDS =
  "requests_per_minute=, tokens_per_minute= and concurrent_requests= with a whole number above zero, or with default";

/** A whole number above zero; how high is for the service to judge. */
export const readLimit = (text: string): number => {
  if (!/^[1-9]\d{0,8}$|^10{9}$/.test(text)) throw new InvalidArgumentError("Give a whole number from 1 to 1000000000.");
  return Number(text);
};

/**
 * `requests_per_minute=1200`, `requests_per_minute=default` and their like, several of them; 0 tells the service to
 * take the limit away.
 */
export const readLimitSetting = (text: string, before: KeyLimits = {}): KeyLimits => {
  const [, word = "", value = ""] = /^(.*?)=(.*)$/.exec(text) ?? [];
  const name = Object.entries(LIMIT_NAMES).find(([known]) => known === word)?.[1];
  if (name === undefined || !/^(default|[1-9]\d*)$/.test(value)) throw new InvalidArgumentError(`Give ${LIMIT_WORDS}.`);
  return { ...before, [name]: value === "default" ? 0 : readLimit(value) };
};

export interface OrganizationSettings {
  readonly zdr?: boolean;
  readonly limits?: KeyLimits;
  readonly balanceAlert?: BalanceAlert;
}

/** `zdr=on`, `zdr=off`, `low-balance=20`, `low-balance-url=...` and limits, several of them. */
export const readSetting = (text: string, before: OrganizationSettings = {}): OrganizationSettings => {
  const zdr = /^zdr=(on|off)$/.exec(text)?.[1];
  if (zdr !== undefined) return { ...before, zdr: zdr === "on" };
  const [, word, value = ""] = /^(low-balance(?:-url)?)=(.+)$/.exec(text) ?? [];
  if (word === "low-balance-url") return { ...before, balanceAlert: { ...before.balanceAlert, url: value } };
  if (word === "low-balance")
    return { ...before, balanceAlert: { ...before.balanceAlert, thresholdNanoMxn: readThreshold(value) } };
  if (!Object.hasOwn(LIMIT_NAMES, text.split("=", 1)[0] ?? ""))
    throw new InvalidArgumentError(
      `Give zdr=on or zdr=off, low-balance= with pesos or off, low-balance-url=, or ${LIMIT_WORDS}.`,
    );
  return { ...before, limits: readLimitSetting(text, before.limits) };
};

/** 0 removes the alert. */
const readThreshold = (text: string): NanoMxn => {
  if (text === "off") return ZERO_MXN;
  const threshold = readPesos(text);
  if (threshold <= 0n) throw new InvalidArgumentError("Give pesos above zero, or off.");
  return threshold;
};
