import { CALLBACK_PAUSES_MS } from "@cenote/callbacks";
import type { NanoMxn } from "@cenote/core";

/** The alert of an organization: its threshold, its URL, and the events that are or were sent. */
export interface BalanceAlert {
  readonly threshold: NanoMxn;
  readonly url: string;
  /** Set while the balance is below the threshold. */
  readonly low?: AlertEvent | undefined;
  /** Set when a call is refused for lack of money, until the next credit. */
  readonly depleted?: AlertEvent | undefined;
}

/** Changes of an alert; undefined fields stay unchanged. `none` removes it. */
export type AlertChange = { readonly [Name in "threshold" | "url"]?: BalanceAlert[Name] | undefined } | "none";

export const ALERT_KINDS = ["low", "depleted"] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** An event, with the amounts when it was raised: every attempt sends the same. */
export interface AlertEvent {
  /** UUID. */
  readonly id: string;
  readonly atMs: number;
  readonly threshold: NanoMxn;
  readonly balance: NanoMxn;
  readonly held: NanoMxn;
  /** When the next attempt is due, or the lease of the current one ends. Undefined: delivered or given up. */
  readonly dueAtMs?: number | undefined;
  readonly failures: number;
}

/** A balance with which an alert is compared. */
export interface ObservedBalance {
  readonly balance: NanoMxn;
  readonly held: NanoMxn;
  readonly atMs: number;
  /** The minimum cost of a call that was refused. */
  readonly refused?: NanoMxn | undefined;
  /** Money was added. */
  readonly credited?: boolean;
}

/** Lease of an attempt: after this time its process counts as dead. */
const LEASE_MS = 30_000;

/** Whether an alert must be compared after a block. Only cheap comparisons, because it is called for every block. */
export const isTouched = (
  { threshold, depleted }: BalanceAlert,
  { before, after, credited }: { readonly before: NanoMxn; readonly after: NanoMxn; readonly credited: boolean },
): boolean => before >= threshold !== after >= threshold || (credited && depleted !== undefined);

/**
 * The alert after a comparison with the balance: with a new event, without an old one, or the same alert. Compares states
 * and not changes, so any later comparison makes up for a missed change. An event that is no longer true is dropped, even
 * if it was not delivered yet.
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

/** Whether money was added. Only credits raise a balance, so a higher balance reveals a missed credit. */
const hasCredit = (told: AlertEvent | undefined, { balance, credited = false }: ObservedBalance): boolean =>
  credited || (told !== undefined && balance > told.balance);

/** Whether the balance, less the holds of other calls, is too low for the refused call. Its own budget does not count. */
const isDepleted = ({ balance, held, refused }: ObservedBalance): boolean =>
  refused !== undefined && (balance - held <= 0n || balance - held < refused);

/** When the alert's next event is due. */
export const nextDueMs = (alert: BalanceAlert): number | undefined =>
  ALERT_KINDS.map((kind) => alert[kind]?.dueAtMs)
    .filter((dueAtMs) => dueAtMs !== undefined)
    .sort((a, b) => a - b)[0];

/** Claims an event for one sender, by a lease. Returns the same alert if the event is not due. */
export const whileSending = (alert: BalanceAlert, kind: AlertKind, nowMs: number): BalanceAlert => {
  const event = alert[kind];
  if (event?.dueAtMs === undefined || event.dueAtMs > nowMs) return alert;
  return { ...alert, [kind]: { ...event, dueAtMs: nowMs + LEASE_MS } };
};

/** After an attempt. @param over It was delivered, or never will be. Returns the same alert if its event has changed. */
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
