import type { KeyLimits } from "@cenote/contracts";
import { InvalidArgumentError } from "commander";

/** Names of limits, as in `cenote.yaml`. */
export const LIMIT_NAMES = {
  requests_per_minute: "requestsPerMinute",
  tokens_per_minute: "tokensPerMinute",
  concurrent_requests: "concurrentRequests",
} as const;

export const LIMIT_WORDS =
  "requests_per_minute=, tokens_per_minute= and concurrent_requests= with a whole number above zero, or with default";

/** A whole number above zero; the service validates the maximum. */
export const readLimit = (text: string): number => {
  if (!/^[1-9]\d{0,8}$|^10{9}$/.test(text)) throw new InvalidArgumentError("Give a whole number from 1 to 1000000000.");
  return Number(text);
};

/**
 * One of several settings, such as `requests_per_minute=1200` or `requests_per_minute=default`; `default` is sent as 0,
 * which removes the limit.
 */
export const readLimitSetting = (text: string, before: KeyLimits = {}): KeyLimits => {
  const [, word = "", value = ""] = /^(.*?)=(.*)$/.exec(text) ?? [];
  const name = Object.entries(LIMIT_NAMES).find(([known]) => known === word)?.[1];
  if (name === undefined || !/^(default|[1-9]\d*)$/.test(value)) throw new InvalidArgumentError(`Give ${LIMIT_WORDS}.`);
  return { ...before, [name]: value === "default" ? 0 : readLimit(value) };
};
