import { type AlertChange, type BalanceAlert, nextDueMs } from "../../alerts/balance-alert";
import { NO_LIMITS, withChanges } from "../../limits/limits-in-force";
import type { OrganizationRow, OrganizationStore } from "../../organizations/organization-store";

interface Kept {
  row: OrganizationRow;
  changedAtMs: number | undefined;
  promisedCredit: string | undefined;
}

export const createMemoryOrganizationStore = (): OrganizationStore => {
  const kept = new Map<string, Kept>();
  const all = () => [...kept.values()];
  return {
    async insert(row, promisedCredit) {
      if (kept.has(row.id)) throw new Error("the organization is taken");
      kept.set(row.id, { row, changedAtMs: undefined, promisedCredit });
    },
    find: async (id) => kept.get(id)?.row,
    list: async (after, limit) =>
      all()
        .map(({ row }) => row)
        .sort((a, b) => a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : 1))
        .filter(
          (row) =>
            after === undefined ||
            row.createdAtMs > after.createdAtMs ||
            (row.createdAtMs === after.createdAtMs && row.id > after.id),
        )
        .slice(0, limit),
    async change(id, { zdr, limits = NO_LIMITS, balanceAlert = {}, suspension }, atMs) {
      const found = kept.get(id);
      if (found === undefined) return;
      const { row } = found;
      found.row = {
        ...row,
        zdr: zdr ?? row.zdr,
        limits: withChanges(row.limits, limits),
        balanceAlert: changedAlert(row.balanceAlert, balanceAlert),
        suspension: suspension === "none" ? undefined : (suspension ?? row.suspension),
        revision: row.revision + 1,
      };
      found.changedAtMs = atMs;
    },
    async changeAlert({ id, revision }, balanceAlert, atMs) {
      const found = kept.get(id);
      if (found?.row.balanceAlert === undefined || found.row.revision !== revision) return false;
      found.row = { ...found.row, balanceAlert, revision: revision + 1 };
      found.changedAtMs = atMs;
      return true;
    },
    withAlert: async (after, limit) =>
      all()
        .map(({ row }) => row)
        .filter(({ id, balanceAlert }) => balanceAlert !== undefined && id > after)
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit),
    withDueAlert: async (nowMs, limit) =>
      all()
        .map(({ row }) => row)
        .filter(({ balanceAlert }) => balanceAlert !== undefined && (nextDueMs(balanceAlert) ?? Infinity) <= nowMs)
        .slice(0, limit),
    changedSince: async (sinceMs) =>
      all()
        .filter(({ changedAtMs }) => changedAtMs !== undefined && changedAtMs >= sinceMs)
        .map(({ row }) => row),
    promisedCredits: async (limit) =>
      all()
        .flatMap(({ row, promisedCredit }) =>
          promisedCredit === undefined ? [] : [{ organizationId: row.id, amount: promisedCredit }],
        )
        .slice(0, limit),
    async markCredited(id, hasJournal) {
      const found = kept.get(id);
      if (found === undefined) return;
      found.promisedCredit = undefined;
      if (hasJournal) found.row = { ...found.row, hasJournal };
    },
  };
};

const changedAlert = (before: BalanceAlert | undefined, change: AlertChange): BalanceAlert | undefined => {
  if (change === "none") return undefined;
  const { threshold = before?.threshold, url = before?.url } = change;
  return threshold === undefined || url === undefined ? undefined : { ...before, threshold, url };
};
