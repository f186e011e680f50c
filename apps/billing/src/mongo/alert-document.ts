import { type NanoMxn, nanoMxn } from "@cenote/core";
import { type AlertEvent, type AlertChange, type BalanceAlert, nextDueMs } from "../alerts/balance-alert";

/** An alert as part of its organization's document. Nano-pesos are decimal digits. */
export interface AlertDocument {
  readonly threshold?: string;
  readonly url?: string;
  readonly low?: EventDocument;
  readonly depleted?: EventDocument;
  /** When the earlier of both events is due. */
  readonly due?: Date;
}

interface EventDocument {
  readonly id: string;
  readonly at: Date;
  readonly threshold: string;
  readonly balance: string;
  readonly held: string;
  readonly due?: Date;
  readonly failures: number;
}

const eventSchema = {
  id: { type: String },
  at: Date,
  threshold: String,
  balance: String,
  held: String,
  due: Date,
  failures: Number,
};

export const alertSchema = { threshold: String, url: String, low: eventSchema, depleted: eventSchema, due: Date };

const digitsOf = (amount: NanoMxn): string => amount.toString();
const amountOf = (digits: string): NanoMxn => nanoMxn(BigInt(digits));

export const toAlertDocument = (alert: BalanceAlert): AlertDocument => {
  const dueMs = nextDueMs(alert);
  return {
    threshold: digitsOf(alert.threshold),
    url: alert.url,
    ...(dueMs !== undefined && { due: new Date(dueMs) }),
    ...(alert.low !== undefined && { low: toEvent(alert.low) }),
    ...(alert.depleted !== undefined && { depleted: toEvent(alert.depleted) }),
  };
};

const toEvent = ({ id, atMs, threshold, balance, held, dueAtMs, failures }: AlertEvent): EventDocument => ({
  id,
  at: new Date(atMs),
  threshold: digitsOf(threshold),
  balance: digitsOf(balance),
  held: digitsOf(held),
  ...(dueAtMs !== undefined && { due: new Date(dueAtMs) }),
  failures,
});

/** A change that races with the removal of the alert may leave only a part of it: that counts as no alert. */
export const toAlert = ({ threshold, url, low, depleted }: AlertDocument = {}): BalanceAlert | undefined =>
  threshold === undefined || url === undefined
    ? undefined
    : {
        threshold: amountOf(threshold),
        url,
        ...(low !== undefined && { low: fromEvent(low) }),
        ...(depleted !== undefined && { depleted: fromEvent(depleted) }),
      };

const fromEvent = ({ id, at, threshold, balance, held, due, failures }: EventDocument): AlertEvent => ({
  id,
  atMs: at.getTime(),
  threshold: amountOf(threshold),
  balance: amountOf(balance),
  held: amountOf(held),
  ...(due !== undefined && { dueAtMs: due.getTime() }),
  failures,
});

/** For `$set` and `$unset`. */
export const alertUpdate = (
  change: AlertChange = {},
): { readonly set: Readonly<Record<string, string>>; readonly unset: Readonly<Record<string, 1>> } => {
  if (change === "none") return { set: {}, unset: { balance_alert: 1 } };
  const { threshold, url } = change;
  return {
    set: {
      ...(threshold !== undefined && { "balance_alert.threshold": digitsOf(threshold) }),
      ...(url !== undefined && { "balance_alert.url": url }),
    },
    unset: {},
  };
};
