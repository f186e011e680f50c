import { CALLBACK_PAUSES_MS } from "@cenote/callbacks";
import type { NanoMxn } from "@cenote/core";

/** Who is notified when an organization's balance runs low, and of what they were notified. */
export interface BalanceAlert {
  readonly threshold: NanoMxn;
  readonly url: string;
  /** Since the balance is below the threshold; undefined while it is not. */
  readonly low?: AlertEvent | undefined;
  /** Since a call was refused for lack of money; undefined after the next credit. */
  readonly depleted?: AlertEvent | undefined;
}

/** What is to be set or changed of an alert: what is undefined stays as it is. */
export type AlertChange = { readonly [Name in "threshold" | "url"]?: BalanceAlert[Name] | undefined } | "none";

export const ALERT_KINDS = ["low", "depleted"] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** An event, with the amounts of its moment: every try sends the same. */
export interface AlertEvent {
  /** UUID. */
  readonly id: string;
  readonly atMs: number;
  readonly threshold: NanoMxn;
  readonly balance: NanoMxn;
  readonly held: NanoMxn;
  /** When the next try is due, or another process may take over from one that died. Undefined: delivered or given up. */
  readonly dueAtMs?: number | undefined;
  readonly failures: number;
}

/** What is known of an account when its alert is looked at. */
export interface ObservedBalance {
  readonly balance: NanoMxn;
  readonly held: NanoMxn;
  readonly atMs: number;
  /** A call was refused that needed at least this much. */
  readonly refused?: NanoMxn | undefined;
  /** Money was added. */
  readonly credited?: boolean;
}

/** A try is over within this, or its process is gone. */
const LEASE_MS = 30_000;

/** Whether an alert must be looked at after a block. Two comparisons, because it is asked for each of them. */
export const isTouched = (
  { threshold, depleted }: BalanceAlert,
  { before, after, credited }: { readonly before: NanoMxn; readonly after: NanoMxn; readonly credited: boolean },
): boolean => before >= threshold !== after >= threshold || (credited && depleted !== undefined);

/**
 * What follows from the account: a new event, an end of the old one, or the same alert. It compares states and not
 * changes, so a change that nobody saw is made up for by any later look. An event that is no longer true is dropped,
 * even if it was not delivered yet.
 */
export const afterObservation = (alert: BalanceAlert, account: ObservedBalance, newId: () => string): BalanceAlert => {
  const { threshold } = alert;
  const { balance, held, atMs } = account;
  const event = (): AlertEvent => ({ id: newId(), atMs, threshold, balance, held, dueAtMs: atMs, failures: 0 });
  const low = balance < threshold ? (alert.low ?? event()) : undefined;
  const told = hasCredit(alert.depleted, account) ? undefined : alert.depleted;
  const depleted = told ?? (isDepleted(account) ? event() : undefined);
  return low === alert.low && depleted === alert.depleted ? alert : { ...alert, low, depleted };
};

/** Nothing but a credit raises a balance, so it also shows if the credit itself was not seen. */
const hasCredit = (told: AlertEvent | undefined, { balance, credited = false }: ObservedBalance): boolean =>
  credited || (told !== undefined && balance > told.balance);

/** A call that was refused by its own budget tells nothing; one for which the holds of others left too little does. */
const isDepleted = ({ balance, held, refused }: ObservedBalance): boolean =>
  refused !== undefined && (balance - held <= 0n || balance - held < refused);

/** When the alert's next event is to be sent. */
export const nextDueMs = (alert: BalanceAlert): number | undefined =>
  ALERT_KINDS.map((kind) => alert[kind]?.dueAtMs)
    .filter((dueAtMs) => dueAtMs !== undefined)
    .sort((a, b) => a - b)[0];

/** Claims an event for one sender, for a while. The same alert if the event is not due. */
export const whileSending = (alert: BalanceAlert, kind: AlertKind, nowMs: number): BalanceAlert => {
  const event = alert[kind];
  if (event?.dueAtMs === undefined || event.dueAtMs > nowMs) return alert;
  return { ...alert, [kind]: { ...event, dueAtMs: nowMs + LEASE_MS } };
};

/** After a try. @param over It was delivered, or never will be. The same alert if it has another event by now. */
export const afterTry = (
  alert: BalanceAlert,
  kind: AlertKind,
  { id, over, nowMs }: { readonly id: string; readonly over: boolean; readonly nowMs: number },
): BalanceAlert => {
  const event = alert[kind];
  if (event?.id !== id) return alert;
  if (over) return { ...alert, [kind]: { ...event, dueAtMs: undefined } };
  const pauseMs = CALLBACK_PAUSES_MS[event.failures];
  const dueAtMs = pauseMs === undefined ? undefined : nowMs + pauseMs;
  return { ...alert, [kind]: { ...event, dueAtMs, failures: event.failures + 1 } };
};
