import type { ClientTokenRow, ClientTokenStore } from "./client-token-store";

export const createMemoryClientTokenStore = (): ClientTokenStore => {
  const rows = new Map<string, ClientTokenRow>();
  return {
    async insert(row) {
      if (rows.has(row.id)) throw new Error("the client token is taken");
      rows.set(row.id, row);
    },
    find: async (id) => rows.get(id),
    countLive: async (organizationId, nowMs) =>
      [...rows.values()].filter((row) => row.organizationId === organizationId && row.revokedAtMs === undefined && row.expiresAtMs > nowMs).length,
    async revoke(id, atMs) {
      const row = rows.get(id);
      if (row !== undefined && row.revokedAtMs === undefined) rows.set(id, { ...row, revokedAtMs: atMs });
    },
    revokedSince: async (sinceMs) => [...rows.values()].filter((row) => row.revokedAtMs !== undefined && row.revokedAtMs >= sinceMs),
  };
};
