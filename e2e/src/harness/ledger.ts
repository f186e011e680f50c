import { eventually } from "./eventually";
import type { System } from "./system";

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
    readonly usage: readonly { readonly unit: string; readonly quantity: number }[];
    readonly cost_usd: string;
    readonly call: { readonly outcome: string; readonly stream: boolean } | null;
  } | null;
}

export interface Balance {
  readonly org: string;
  readonly balance_mxn: string;
  readonly held_mxn: string;
  readonly available_mxn: string;
}

const PAGE = "1000";

/** The entries of an organization behind `seq`, newest first. */
export const entriesAfter = async (system: System, org: string, seq: number): Promise<LedgerEntry[]> => {
  const entries: LedgerEntry[] = [];
  let cursor: string | null = "";
  do {
    const page: { entries: LedgerEntry[]; next: string | null } = await system.cenote("ledger", "show", org, "--limit", PAGE, ...(cursor === "" ? [] : ["--cursor", cursor]));
    entries.push(...page.entries.filter((entry) => entry.seq > seq));
    cursor = page.entries.some((entry) => entry.seq <= seq) ? null : page.next;
  } while (cursor !== null);
  return entries;
};

/** Every entry of an organization, newest first. */
export const allEntries = (system: System, org: string): Promise<LedgerEntry[]> => entriesAfter(system, org, 0);

/** The newest entries of one call, once `type` is among them. */
export const entryOf = (system: System, org: string, requestId: string, type: LedgerEntry["type"]): Promise<LedgerEntry> =>
  eventually(`a ${type} of ${requestId}`, async () => {
    const { entries } = await system.cenote<{ entries: LedgerEntry[] }>("ledger", "show", org, "--limit", PAGE);
    return entries.find((entry) => entry.request_id === requestId && entry.type === type);
  });

export const balanceOf = (system: System, org: string): Promise<Balance> => system.cenote<Balance>("balance", org);

/** The balance once nothing is held any more. */
export const settledBalance = (system: System, org: string, limitMs?: number): Promise<Balance> =>
  eventually(`nothing held for ${org}`, async () => {
    const balance = await balanceOf(system, org);
    return balance.held_mxn === "0" ? balance : undefined;
  }, limitMs);
