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

/** How often due events are sent whose attempt failed or whose process died. */
const SWEEP_MS = 5_000;
/**
 * Every alert is compared with its balance at the start and then this often: a process may have died between the commit of
 * a block and the comparison.
 */
const REVIEW_MS = 300_000;
const REVIEWED_AT_ONCE = 100;

/** Notifies organizations that their balance is low or depleted. */
export interface BalanceAlerts {
  /** To be called after a block. Returns at once. */
  onBalance(change: BalanceChange): void;
  /** To be called after a call was refused. @param needed Its minimum cost. Returns at once. */
  onRefused(organizationId: string, needed: NanoMxn): void;
  /** To be called after the alert was set. */
  onSet(organizationId: string): void;
  /** Waits for comparisons and attempts in progress. */
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
  /** Organizations whose alert is being compared, with what happened since. */
  const looking = new Map<string, Reason | undefined>();
  /** Organizations whose comparison after a credit failed. The sweep repeats it: a review would not know of the credit. */
  const missed = new Set<string>();
  const background = createBackground({ log });
  const change = createChangeAlert({ store, organizations, clock });
  /** Failed work is repeated by the sweep or the review. */
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
   * Compares once more after a change of the alert: the balance may have changed after it was read, and a comparison by
   * another process may have read the alert as it was before.
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
    // No call was refused, so holds do not matter.
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
        // A journal that can't be read affects only its own organization.
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
      // An organization that is not in memory may have an alert: the comparison reads it.
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
