import type { BalanceAlert, Organization, Suspension } from "@cenote/contracts";
import { formatMxn } from "@cenote/core";
import { limitsJson } from "./limits";
import { formatTime, formatTimeShort } from "./time";

export const organizationJson = ({ id, name, zdr, limits, balanceAlert, suspension, created }: Organization) => ({
  id,
  name,
  zdr,
  limits: limitsJson(limits),
  low_balance_mxn: thresholdOf(balanceAlert) ?? null,
  low_balance_url: balanceAlert?.url ?? null,
  suspended: suspension === undefined ? null : formatTime(suspension.since),
  suspension_note: suspension?.note ?? null,
  created: formatTime(created),
});

export const formatSuspension = (suspension: Suspension | undefined): string =>
  suspension === undefined
    ? "no"
    : `since ${formatTimeShort(suspension.since)}${suspension.note === "" ? "" : `: ${suspension.note}`}`;

export const onOff = (value: boolean): string => (value ? "on" : "off");

/** For a table, without the address. */
export const formatThreshold = (alert: BalanceAlert | undefined): string => thresholdOf(alert) ?? "off";

export const formatAlert = (alert: BalanceAlert | undefined): string =>
  alert === undefined ? "off" : `${thresholdOf(alert)} MXN, to ${alert.url}`;

const thresholdOf = (alert: BalanceAlert | undefined): string | undefined =>
  alert?.thresholdNanoMxn === undefined ? undefined : formatMxn(alert.thresholdNanoMxn);
