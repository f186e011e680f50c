import { type BillingService, type LedgerEntry as SentEntry, UsageUnit } from "@cenote/contracts";
import { formatMxn } from "@cenote/core";
import { withBilling } from "./billing";
import { eventually } from "./eventually";
import type { System } from "./system";

/** An entry as the operator's tool prints it. */
export interface LedgerEntry {
  readonly seq: number;
  readonly id: string;
  readonly type: "credit" | "hold" | "settle" | "release" | "expire" | "adjust";
  readonly amount_mxn: string;
  readonly balance_mxn: string;
  readonly request_id: string | null;
  readonly at: string;
  readonly charge: {
    readonly model: string;
    readonly key_id: string;
    readonly usage: readonly { readonly unit: string; readonly quantity: number }[];
    readonly cost_usd: string;
    readonly markup: string;
    readonly fx: { readonly mxn_per_usd: string; readonly source: string };
    readonly call: { readonly outcome: string; readonly stream: boolean; readonly cached: boolean } | null;
  } | null;
}

export interface Balance {
  readonly org: string;
  readonly balance_mxn: string;
  readonly held_mxn: string;
  readonly available_mxn: string;
}

const PAGE = 1_000;

const isId = (org: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(org);

/** @param org Id or name, as for the tool. */
const idOf = async (billing: BillingService, org: string): Promise<string> => {
  if (isId(org)) return org;
  const { organizations } = await billing.listOrganizations({ page: { size: PAGE, cursor: "" } });
  const found = organizations.find(({ name }) => name === org);
  if (found === undefined) throw new Error(`there is no organization ${org}`);
  return found.id;
};

const toEntry = ({ seq, id, type, amountNanoMxn, balanceNanoMxn, requestId, at, charge }: SentEntry): LedgerEntry => ({
  seq: Number(seq),
  id,
  type: type as LedgerEntry["type"],
  amount_mxn: formatMxn(amountNanoMxn),
  balance_mxn: formatMxn(balanceNanoMxn),
  request_id: requestId === "" ? null : requestId,
  at: at?.toISOString() ?? "",
  charge:
    charge === undefined
      ? null
      : {
          model: charge.model,
          key_id: charge.keyId,
          cost_usd: charge.costUsd,
          markup: charge.markup,
          usage: charge.usage.map(({ unit, quantity }) => ({
            unit: (UsageUnit[unit] ?? "").replace("USAGE_UNIT_", "").toLowerCase(),
            quantity: Number(quantity),
          })),
          fx: { mxn_per_usd: charge.fx?.mxnPerUsd ?? "", source: charge.fx?.source ?? "" },
          call:
            charge.record === undefined
              ? null
              : { outcome: charge.record.outcome, stream: charge.record.stream, cached: charge.record.cached === true },
        },
});

/** The entries of an organization after `seq`, newest first. */
export const entriesAfter = (system: System, org: string, seq: number): Promise<LedgerEntry[]> =>
  withBilling(system, async (billing) => {
    const organizationId = await idOf(billing, org);
    const entries: LedgerEntry[] = [];
    let cursor = "";
    do {
      const page = await billing.listLedgerEntries({ organizationId, page: { size: PAGE, cursor } });
      const read = page.entries.map(toEntry);
      entries.push(...read.filter((entry) => entry.seq > seq));
      cursor = read.some((entry) => entry.seq <= seq) ? "" : page.next;
    } while (cursor !== "");
    return entries;
  });

/** Every entry of an organization, newest first. */
export const allEntries = (system: System, org: string): Promise<LedgerEntry[]> => entriesAfter(system, org, 0);

/** The newest entries of a call, once `type` is among them. */
export const entryOf = (
  system: System,
  org: string,
  requestId: string,
  type: LedgerEntry["type"],
): Promise<LedgerEntry> =>
  withBilling(system, async (billing) => {
    const organizationId = await idOf(billing, org);
    return eventually(`a ${type} of ${requestId}`, async () => {
      const { entries } = await billing.listLedgerEntries({ organizationId, page: { size: PAGE, cursor: "" } });
      const found = entries.find((entry) => entry.requestId === requestId && entry.type === type);
      return found === undefined ? undefined : toEntry(found);
    });
  });

const readBalance = async (billing: BillingService, org: string): Promise<Balance> => {
  const { balanceNanoMxn, heldNanoMxn, availableNanoMxn } = await billing.getBalance({ organizationId: org });
  return {
    org,
    balance_mxn: formatMxn(balanceNanoMxn),
    held_mxn: formatMxn(heldNanoMxn),
    available_mxn: formatMxn(availableNanoMxn),
  };
};

export const balanceOf = (system: System, org: string): Promise<Balance> =>
  withBilling(system, async (billing) => readBalance(billing, await idOf(billing, org)));

/** The balance once nothing is held any more. */
export const settledBalance = (system: System, org: string): Promise<Balance> =>
  withBilling(system, async (billing) => {
    const id = await idOf(billing, org);
    return eventually(`nothing held for ${org}`, async () => {
      const balance = await readBalance(billing, id);
      return balance.held_mxn === "0" ? balance : undefined;
    });
  });
