import type { PagePosition } from "@cenote/core";
import type { AlertChange, BalanceAlert } from "../alerts/balance-alert";
import type { LimitChanges, OwnLimits } from "../limits/limits-in-force";

export interface OrganizationRow {
  /** UUID. */
  readonly id: string;
  readonly name: string;
  readonly zdr: boolean;
  /** Limits that it sets for each of its keys. */
  readonly limits: OwnLimits;
  readonly balanceAlert?: BalanceAlert | undefined;
  /** Undefined unless it is suspended. */
  readonly suspension?: Suspension | undefined;
  /**
   * Its free credit was posted, so it has a journal. Undefined also if the free credit was zero, or an earlier version
   * posted it.
   */
  readonly hasJournal?: boolean | undefined;
  readonly createdAtMs: number;
  /** Incremented by each change. */
  readonly revision: number;
}

export interface Suspension {
  readonly sinceMs: number;
  /** For the operator. */
  readonly note: string;
}

/** Undefined fields stay unchanged. */
export interface OrganizationChange {
  readonly zdr?: boolean | undefined;
  readonly limits?: LimitChanges | undefined;
  readonly balanceAlert?: AlertChange | undefined;
  readonly suspension?: Suspension | "none" | undefined;
}

/** A free credit that is promised in the row and may not be in the ledger yet. */
export interface PromisedCredit {
  readonly organizationId: string;
  /** Decimal digits, nano-pesos. */
  readonly amount: string;
}

export interface OrganizationStore {
  /** Stores the row and its promise in one write. Durable when it resolves; rejects if the id exists. */
  insert(row: OrganizationRow, promisedCredit: string): Promise<void>;
  find(id: string): Promise<OrganizationRow | undefined>;
  /** In order of creation. */
  list(after: PagePosition | undefined, limit: number): Promise<readonly OrganizationRow[]>;
  /** Durable when it resolves. Has no effect if there is no such row. */
  change(id: string, change: OrganizationChange, atMs: number): Promise<void>;
  /** Replaces the alert if the row still has this revision and an alert. @returns Whether it did. */
  changeAlert(row: Pick<OrganizationRow, "id" | "revision">, alert: BalanceAlert, atMs: number): Promise<boolean>;
  /** Rows with an alert, in order of id. @param after The last id of the previous page. */
  withAlert(after: string, limit: number): Promise<readonly OrganizationRow[]>;
  /** Rows with a due event. */
  withDueAlert(nowMs: number, limit: number): Promise<readonly OrganizationRow[]>;
  /** Rows that were changed (not created) at this time or later. */
  changedSince(sinceMs: number): Promise<readonly OrganizationRow[]>;
  /** Promises that are not posted yet, at most `limit`. */
  promisedCredits(limit: number): Promise<readonly PromisedCredit[]>;
  /** Removes a promise that was posted. @param hasJournal Whether its amount was above zero. */
  markCredited(id: string, hasJournal: boolean): Promise<void>;
}
