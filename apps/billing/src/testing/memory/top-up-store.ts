import { newestFirst } from "@cenote/core";
import { isEnded, type TopUp } from "../../top-ups/top-up";
import type { TopUpStore } from "../../top-ups/top-up-store";

export const createMemoryTopUpStore = (): TopUpStore => {
  const rows = new Map<string, TopUp>();
  const of = (id: string) => [...rows.values()].filter(({ organizationId }) => organizationId === id);
  return {
    async insert(topUp) {
      if (rows.has(topUp.id)) throw new Error("the top-up's id is taken");
      rows.set(topUp.id, topUp);
    },
    find: async (id) => rows.get(id),
    findByPayment: async (wanted) => [...rows.values()].find(({ paymentId }) => paymentId === wanted),
    async update(topUp, change) {
      if (rows.get(topUp.id)?.version !== topUp.version) return undefined;
      const changed = { ...topUp, ...change, version: topUp.version + 1 };
      rows.set(topUp.id, changed);
      return changed;
    },
    countWaiting: async (organizationId) => of(organizationId).filter((topUp) => !isEnded(topUp)).length,
    list: async (organizationId, { after, limit }) =>
      of(organizationId)
        .filter((topUp) => after === undefined || newestFirst(after, topUp) < 0)
        .sort(newestFirst)
        .slice(0, limit),
    due: async (nowMs, limit) =>
      [...rows.values()]
        .filter(({ dueAtMs = Infinity }) => dueAtMs <= nowMs)
        .sort((a, b) => Number(a.dueAtMs) - Number(b.dueAtMs))
        .slice(0, limit),
  };
};
