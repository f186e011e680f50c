import { newestFirst } from "@cenote/core";
import type { ClientTokenRow, ClientTokenStore } from "../../client-tokens/client-token-store";

export const createMemoryClientTokenStore = (): ClientTokenStore => {
  const rows = new Map<string, ClientTokenRow>();
  const working = (nowMs: number) =>
    [...rows.values()].filter(({ revokedAtMs, expiresAtMs }) => revokedAtMs === undefined && expiresAtMs > nowMs);
  const live = (ofOrganization: string, nowMs: number) =>
    working(nowMs).filter(({ organizationId }) => organizationId === ofOrganization);
  return {
    async insert(row) {
      if (rows.has(row.id)) throw new Error("the client token is taken");
      rows.set(row.id, row);
    },
    find: async (id) => rows.get(id),
    countLive: async (organizationId, nowMs) => live(organizationId, nowMs).length,
    countLiveOfKey: async (ofKey, nowMs) => working(nowMs).filter(({ keyId }) => keyId === ofKey).length,
    listLive: async (organizationId, { nowMs, madeSinceMs, after, limit }) =>
      live(organizationId, nowMs)
        .filter((row) => row.createdAtMs >= madeSinceMs && (after === undefined || newestFirst(after, row) < 0))
        .sort(newestFirst)
        .slice(0, limit),
    async revoke(id, atMs) {
      const row = rows.get(id);
      if (row !== undefined && row.revokedAtMs === undefined) rows.set(id, { ...row, revokedAtMs: atMs });
    },
    revokedSince: async (sinceMs) =>
      [...rows.values()].filter((row) => row.revokedAtMs !== undefined && row.revokedAtMs >= sinceMs),
  };
};
