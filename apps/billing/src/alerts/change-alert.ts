import type { Clock } from "@cenote/core";
import type { OrganizationStore } from "../organizations/organization-store";
import type { Organizations } from "../organizations/organizations";
import type { BalanceAlert } from "./balance-alert";

export interface ChangedAlert {
  /** The current alert. */
  readonly alert: BalanceAlert;
  /** Whether this call changed it. */
  readonly changed: boolean;
}

/**
 * Changes an organization's alert by compare-and-set. `decide` returns the same alert for no change, and is called again if
 * another writer was faster. @returns Undefined if the alert no longer exists.
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

/** Attempts of the compare-and-set. */
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
