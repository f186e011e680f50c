import { readCallbackUrl } from "@cenote/callbacks";
import type {
  BalanceAlert as ContractAlert,
  BillingService,
  Organization,
  UpdateOrganizationRequest,
} from "@cenote/contracts";
import { type Clock, invalidField } from "@cenote/core";
import type { AlertChange, BalanceAlert } from "../alerts/balance-alert";
import type { BalanceAlerts } from "../alerts/balance-alerts";
import { MAX_AMOUNT } from "../ledger/decide";
import { type LimitNumbers, limitsInForce, NO_LIMITS } from "../limits/limits-in-force";
import type { OrganizationRow, Suspension } from "../organizations/organization-store";
import type { Organizations } from "../organizations/organizations";
import { readPage, requirePositiveAmount, requireText, requireUuid } from "./fields";
import { readLimits } from "./key-limits";

type OrganizationMethods = Pick<
  BillingService,
  "createOrganization" | "listOrganizations" | "getOrganization" | "updateOrganization"
>;

export interface OrganizationMethodsOptions {
  readonly organizations: Organizations;
  readonly configuredLimits: () => LimitNumbers;
  readonly alerts: Pick<BalanceAlerts, "onSet">;
  /** Private origins that events may go to. */
  readonly callbackOrigins: readonly string[];
  readonly clock: Clock;
}

const MAX_NOTE_LENGTH = 500;

export const createOrganizationMethods = ({
  organizations,
  configuredLimits,
  alerts,
  callbackOrigins,
  clock,
}: OrganizationMethodsOptions): OrganizationMethods => {
  const toContract = ({
    id,
    name,
    zdr,
    limits,
    balanceAlert,
    suspension,
    createdAtMs,
  }: OrganizationRow): Organization => ({
    id,
    name,
    zdr,
    created: new Date(createdAtMs),
    limits,
    limitsInForce: limitsInForce({ configured: configuredLimits(), organization: limits, key: NO_LIMITS }),
    balanceAlert: balanceAlert && { thresholdNanoMxn: balanceAlert.threshold, url: balanceAlert.url },
    suspension: suspension && { since: new Date(suspension.sinceMs), note: suspension.note },
  });

  /** Errors: invalid_request_error. */
  const readSuspension = (
    { suspended, suspensionNote }: Pick<UpdateOrganizationRequest, "suspended" | "suspensionNote">,
    before: Suspension | undefined,
  ): Suspension | "none" | undefined => {
    const note = suspensionNote && requireText("suspension_note", suspensionNote, MAX_NOTE_LENGTH);
    const isSuspended = suspended ?? before !== undefined;
    if (note !== undefined && !isSuspended) throw invalidField("suspension_note", "the organization is not suspended.");
    if (suspended === false) return before && "none";
    return (suspended ?? note) === undefined
      ? undefined
      : { sinceMs: before?.sinceMs ?? clock.nowMs(), note: note ?? before?.note ?? "" };
  };

  return {
    async createOrganization({ name }) {
      const { organization, balance } = await organizations.create(name);
      return { organization: toContract(organization), balanceNanoMxn: balance };
    },
    async listOrganizations({ page }) {
      const { organizations: rows, next } = await organizations.list(readPage(page));
      return { organizations: rows.map(toContract), next };
    },
    async getOrganization({ organizationId }) {
      return { organization: toContract(await organizations.get(requireUuid("organization_id", organizationId))) };
    },
    async updateOrganization({ organizationId, zdr, limits, balanceAlert, ...changes }) {
      const id = requireUuid("organization_id", organizationId);
      const before = await organizations.get(id);
      const change = {
        zdr,
        limits: limits && readLimits(limits),
        balanceAlert: balanceAlert && readAlert(balanceAlert, before.balanceAlert, callbackOrigins),
        suspension: readSuspension(changes, before.suspension),
      };
      const isNothing = Object.values(change).every((value) => value === undefined);
      const organization = isNothing ? before : await organizations.change(id, change);
      if (balanceAlert !== undefined) alerts.onSet(id);
      return { organization: toContract(organization) };
    },
  };
};

/** Errors: invalid_request_error. */
const readAlert = (
  { thresholdNanoMxn, url }: ContractAlert,
  before: BalanceAlert | undefined,
  callbackOrigins: readonly string[],
): AlertChange => {
  if (thresholdNanoMxn === 0n) return "none";
  const change = {
    threshold:
      thresholdNanoMxn === undefined
        ? undefined
        : requirePositiveAmount("balance_alert.threshold_nano_mxn", thresholdNanoMxn, MAX_AMOUNT),
    url: url === undefined ? undefined : readCallbackUrl("balance_alert.url", url, callbackOrigins),
  };
  const missing = (["threshold", "url"] as const).find((name) => (change[name] ?? before?.[name]) === undefined);
  if (missing === undefined) return change;
  const param = missing === "url" ? "balance_alert.url" : "balance_alert.threshold_nano_mxn";
  throw invalidField(param, "a new alert needs a threshold and a url.");
};
