import type { BalanceAlert, KeyLimits } from "@cenote/contracts";
import { type NanoMxn, ZERO_MXN } from "@cenote/core";
import { InvalidArgumentError } from "commander";
import { readPesos } from "./arguments";
import { LIMIT_NAMES, LIMIT_WORDS, readLimitSetting } from "./limit-settings";

export interface OrganizationSettings {
  readonly zdr?: boolean;
  readonly limits?: KeyLimits;
  readonly balanceAlert?: BalanceAlert;
}

/** One of several settings: `zdr=on`, `zdr=off`, `low-balance=20`, `low-balance-url=...` or a limit. */
export const readOrganizationSetting = (text: string, before: OrganizationSettings = {}): OrganizationSettings => {
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
