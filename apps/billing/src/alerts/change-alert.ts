import type { Clock } from "@cenote/core";
import type { OrganizationStore } from "../organizations/organization-store";
import type { Organizations } from "../organizations/organizations";
import type { BalanceAlert } from "./balance-alert";

export interface ChangedAlert {
  /** As it is now. */
  readonly alert: BalanceAlert;
  /** Whether this call changed it. */
  readonly changed: boolean;
}

/**
 * Changes an organization's alert by compare-and-set. `decide` returns the same alert to leave it as it is; it is asked
 * again if another writer was faster. @returns Undefined if there is no alert any more.
 */
export type ChangeAlert = (
  organizationId: string,
  decide: (alert: BalanceAlert) => BalanceAlert | Promise<BalanceAlert>,
) => Promise<ChangedAlert | undefined>;

export interface ChangeAlertOptions {
  readonly store: Pick<OrganizationStore, "find" | "changeAlert">;
  readonly organizations: Pick<Organizations, "remember">;
  readonly clock: Clock;
}

/** Writers of one row that may be faster in a row. */
const TRIES = 20;

export const createChangeAlert =
  ({ store, organizations, clock }: ChangeAlertOptions): ChangeAlert =>
  async (organizationId, decide) => {
    for (let tries = 0; tries < TRIES; tries++) {
      const row = await store.find(organizationId);
      if (row?.balanceAlert === undefined) return undefined;
      const alert = await decide(row.balanceAlert);
      if (alert === row.balanceAlert) return { alert, changed: false };
      if (!(await store.changeAlert(row, alert, clock.nowMs()))) continue;
      organizations.remember({ ...row, balanceAlert: alert, revision: row.revision + 1 });
      return { alert, changed: true };
    }
    throw new Error(`other writers were faster ${TRIES} times`);
  };
