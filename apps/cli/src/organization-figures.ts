import type { ApiKey, BillingService } from "@cenote/contracts";

/** Key figures of an organization. */
export interface OrganizationFigures {
  readonly balanceNanoMxn: bigint;
  readonly heldNanoMxn: bigint;
  readonly availableNanoMxn: bigint;
  /** Calls of the last 30 days in UTC, today included. */
  readonly calls: bigint;
  readonly costNanoMxn: bigint;
  /** API keys that are neither revoked nor expired. */
  readonly keys: number;
  /** Time of the newest ledger entry of a call; undefined if there is none. */
  readonly lastCall: Date | undefined;
}

type Billing = Pick<BillingService, "getBalance" | "getUsage" | "listApiKeys" | "listLedgerEntries">;

/** A call's hold and its end are close together, so the newest call is nearly always on the first, small page. */
const FIRST_PAGE_SIZE = 5;
const PAGE_SIZE = 1000;

export const readFigures = async (
  billing: Billing,
  organizationId: string,
  nowMs: number,
): Promise<OrganizationFigures> => {
  const [balance, { rows }, { apiKeys }, lastCall] = await Promise.all([
    billing.getBalance({ organizationId }),
    billing.getUsage({ organizationId, fromDay: "", toDay: "" }),
    billing.listApiKeys({ organizationId }),
    findLastCall(billing, organizationId),
  ]);
  return {
    balanceNanoMxn: balance.balanceNanoMxn,
    heldNanoMxn: balance.heldNanoMxn,
    availableNanoMxn: balance.availableNanoMxn,
    calls: rows.reduce((sum, { calls }) => sum + calls, 0n),
    costNanoMxn: rows.reduce((sum, { costNanoMxn }) => sum + costNanoMxn, 0n),
    keys: apiKeys.filter(works(nowMs)).length,
    lastCall,
  };
};

const works =
  (nowMs: number) =>
  ({ revoked, expires }: ApiKey): boolean =>
    revoked === undefined && (expires === undefined || expires.getTime() > nowMs);

/** Only entries of calls have a request id. */
const findLastCall = async (billing: Billing, organizationId: string): Promise<Date | undefined> => {
  let cursor = "";
  let size = FIRST_PAGE_SIZE;
  do {
    const { entries, next } = await billing.listLedgerEntries({ organizationId, page: { size, cursor } });
    const call = entries.find(({ requestId }) => requestId !== "");
    if (call !== undefined) return call.at;
    cursor = next;
    size = PAGE_SIZE;
  } while (cursor !== "");
  return undefined;
};
