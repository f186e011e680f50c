import type { SendCallback } from "@cenote/callbacks";
import type { Clock, Log } from "@cenote/core";
import { afterTry, ALERT_KINDS, type AlertKind, type BalanceAlert, whileSending } from "./balance-alert";
import type { ChangeAlert } from "./change-alert";
import { alertJson } from "./event-json";

/** Events that this process sends at the same time. */
export const SENT_AT_ONCE = 64;

/** Runs work for an organization in the background. @param what For the log, if it fails. */
export type InBackground = (what: string, organizationId: string, work: Promise<void>) => void;

export interface SendDueOptions {
  readonly change: ChangeAlert;
  readonly send: SendCallback;
  readonly inBackground: InBackground;
  readonly clock: Clock;
  readonly log: Log;
}

/** Sends the events of an alert that are due, in the background. Those beyond `SENT_AT_ONCE` wait for the next sweep. */
export type SendDue = (organizationId: string, alert: BalanceAlert) => void;

export const createSendDue = ({ change, send, inBackground, clock, log }: SendDueOptions): SendDue => {
  /** At most one event of each kind per organization, which could otherwise use all places by setting its alert often. */
  const sending = new Set<string>();

  const deliver = async (organizationId: string, kind: AlertKind): Promise<void> => {
    const claimed = await change(organizationId, (alert) => whileSending(alert, kind, clock.nowMs()));
    const event = claimed?.alert[kind];
    if (claimed?.changed !== true || event === undefined) return;
    const { url } = claimed.alert;
    const { id } = event;
    // Only the origin: paths and queries of such URLs often contain a secret.
    const fields = { organizationId, eventId: id, type: `balance.${kind}`, origin: new URL(url).origin };
    let over = true;
    try {
      const taken = await send({ organizationId, url, id, body: alertJson(organizationId, kind, event) });
      if (!taken) log.info(fields, "a balance alert is not sent: it is not wanted, or its address is not public");
    } catch (error) {
      over = false;
      const reason = error instanceof Error ? error.message : error;
      log.info({ ...fields, failures: event.failures + 1, error: reason }, "a balance alert was not accepted");
    }
    await change(organizationId, (alert) => afterTry(alert, kind, { id, over, nowMs: clock.nowMs() }));
  };

  return (organizationId, alert) => {
    for (const kind of ALERT_KINDS) {
      const event = alert[kind];
      if (event?.dueAtMs === undefined || event.dueAtMs > clock.nowMs()) continue;
      const place = `${organizationId} ${kind}`;
      if (sending.has(place) || sending.size >= SENT_AT_ONCE) continue;
      sending.add(place);
      inBackground(
        "the delivery of a balance alert",
        organizationId,
        deliver(organizationId, kind).finally(() => sending.delete(place)),
      );
    }
  };
};
