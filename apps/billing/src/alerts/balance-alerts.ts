import type { SendCallback } from "@cenote/callbacks";
import {
  type Clock,
  createBackground,
  type Ids,
  type Log,
  type NanoMxn,
  startPeriodicTask,
  ZERO_MXN,
} from "@cenote/core";
import type { BalanceChange, Ledger } from "../ledger/ledger";
import type { OrganizationRow, OrganizationStore } from "../organizations/organization-store";
import type { Organizations } from "../organizations/organizations";
import { type ObservedBalance, afterObservation, type BalanceAlert, isTouched } from "./balance-alert";
import { createChangeAlert } from "./change-alert";
import { createSendDue, type InBackground, SENT_AT_ONCE } from "./send-due";

/** Events that are due, because a try failed or its process died, are looked for this often. */
const SWEEP_MS = 5_000;
/**
 * Every alert is compared with its balance after the start and then this often: a process may have died between the
 * commit of a block and the look at the alert.
 */
const REVIEW_MS = 300_000;
const REVIEWED_AT_ONCE = 100;

/** Tells organizations that their balance is low or depleted. */
export interface BalanceAlerts {
  /** After a block. Does not wait for anything. */
  onBalance(change: BalanceChange): void;
  /** After a call was refused that needed at least this much. Does not wait for anything. */
  onRefused(organizationId: string, needed: NanoMxn): void;
  /** After the alert was set. */
  onSet(organizationId: string): void;
  /** Waits for what is under way. */
  close(): Promise<void>;
}

export interface BalanceAlertsOptions {
  readonly store: Pick<OrganizationStore, "find" | "changeAlert" | "withAlert" | "withDueAlert">;
  readonly organizations: Pick<Organizations, "recognize" | "remember">;
  readonly ledger: Pick<Ledger, "balance" | "newestBalance">;
  readonly send: SendCallback;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}

type Reason = Pick<ObservedBalance, "refused" | "credited">;

export const createBalanceAlerts = (options: BalanceAlertsOptions): BalanceAlerts => {
  const { store, organizations, ledger, send, clock, ids, log } = options;
  /** Organizations that are being looked at, with what happened since. */
  const looking = new Map<string, Reason | undefined>();
  /** Organizations that got money, with a look that failed. The sweep repeats it: a review would not know of the money. */
  const missed = new Set<string>();
  const background = createBackground({ log });
  const change = createChangeAlert({ store, organizations, clock });
  /** What fails is tried again by the sweep or the review. */
  const inBackground: InBackground = (what, organizationId, work) => {
    const logged = work.catch((error: unknown) => {
      log.warn({ organizationId, error }, `${what} failed`);
    });
    background.run(what, logged);
  };
  const sendNow = createSendDue({ change, send, inBackground, clock, log });
  let closing = false;

  const sendDue = (organizationId: string, alert: BalanceAlert): void => {
    if (!closing) sendNow(organizationId, alert);
  };

  const stateOf = async (organizationId: string): Promise<ObservedBalance> => ({
    ...(await ledger.balance(organizationId)),
    atMs: clock.nowMs(),
  });

  /**
   * After a change it looks once more: the balance may have changed after it was read, and whoever saw that change
   * looked at the alert as it was before.
   */
  const look = async (organizationId: string, reason: Reason): Promise<void> => {
    for (let why: Reason | undefined = reason; why !== undefined;) {
      const { refused, credited = false }: Reason = why;
      const looked = await change(organizationId, async (alert) =>
        afterObservation(alert, { ...(await stateOf(organizationId)), refused, credited }, () => ids.uuid()),
      ).catch((error: unknown) => {
        if (credited || looking.get(organizationId)?.credited === true) missed.add(organizationId);
        throw error;
      });
      const since = looking.get(organizationId);
      looking.set(organizationId, undefined);
      why = looked?.changed === true ? (since ?? {}) : since;
      if (looked?.changed === true) sendDue(organizationId, looked.alert);
    }
  };

  const startLook = (organizationId: string, reason: Reason): void => {
    if (closing) return;
    if (looking.has(organizationId)) {
      looking.set(organizationId, { ...looking.get(organizationId), ...reason });
      return;
    }
    looking.set(organizationId, undefined);
    inBackground(
      "the look at a balance alert",
      organizationId,
      look(organizationId, reason).finally(() => looking.delete(organizationId)),
    );
  };

  const review = async ({ id, balanceAlert }: OrganizationRow): Promise<void> => {
    if (balanceAlert === undefined) return;
    // No call was refused just now, so nothing depends on the holds.
    const state = { balance: await ledger.newestBalance(id), held: ZERO_MXN, atMs: clock.nowMs() };
    const seen = afterObservation(balanceAlert, state, () => "");
    if (seen !== balanceAlert) startLook(id, {});
  };

  const tasks = [
    startPeriodicTask({
      clock,
      log,
      name: "the sending of due balance alerts",
      everyMs: SWEEP_MS,
      async run() {
        for (const id of missed) {
          missed.delete(id);
          startLook(id, { credited: true });
        }
        for (const { id, balanceAlert } of await store.withDueAlert(clock.nowMs(), SENT_AT_ONCE))
          if (balanceAlert !== undefined) sendDue(id, balanceAlert);
      },
    }),
    startPeriodicTask({
      clock,
      log,
      name: "the review of balance alerts",
      everyMs: REVIEW_MS,
      firstAfterMs: SWEEP_MS,
      async run() {
        // A journal that can't be read stops its own organization, not those behind it.
        let failure: unknown;
        for (let after = "", size = REVIEWED_AT_ONCE; size === REVIEWED_AT_ONCE;) {
          const rows = await store.withAlert(after, REVIEWED_AT_ONCE);
          for (const row of rows) {
            if (closing) return;
            await review(row).catch((error: unknown) => {
              failure ??= error;
            });
          }
          size = rows.length;
          after = rows.at(-1)?.id ?? "";
        }
        if (failure !== undefined) throw failure;
      },
    }),
  ];

  return {
    onBalance(balanceChange) {
      const known = organizations.recognize(balanceChange.organizationId);
      const alert = known?.balanceAlert;
      // One that is not in memory just now may have an alert: the look reads it.
      if (known !== undefined && (alert === undefined || !isTouched(alert, balanceChange))) return;
      const { organizationId, credited } = balanceChange;
      startLook(organizationId, credited ? { credited } : {});
    },
    onRefused(organizationId, needed) {
      const known = organizations.recognize(organizationId);
      const alert = known?.balanceAlert;
      if (known !== undefined && (alert === undefined || alert.depleted !== undefined)) return;
      startLook(organizationId, { refused: needed });
    },
    onSet(organizationId) {
      startLook(organizationId, {});
    },
    async close() {
      closing = true;
      await Promise.all(tasks.map((task) => task.close()));
      await background.idle();
    },
  };
};
