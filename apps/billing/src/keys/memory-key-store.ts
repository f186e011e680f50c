import type { KeyRow, KeyStore } from "./key-store";

export const createMemoryKeyStore = (): KeyStore => {
  const rows = new Map<string, KeyRow>();
  const select = (keep: (row: KeyRow) => boolean): KeyRow[] => [...rows.values()].filter(keep);
  return {
    async insert(row) {
      if (rows.has(row.id) || select(({ digest }) => digest === row.digest).length > 0) throw new Error("the key is taken");
      rows.set(row.id, row);
    },
    find: async (id) => rows.get(id),
    findByDigest: async (digest) => select((row) => row.digest === digest)[0],
    list: async (organizationId, limit) =>
      select((row) => row.organizationId === organizationId)
        .sort((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1))
        .slice(0, limit),
    countWorking: async (organizationId) =>
      select((row) => row.organizationId === organizationId && row.revokedAtMs === undefined).length,
    async revoke(id, atMs) {
      const row = rows.get(id);
      if (row !== undefined && row.revokedAtMs === undefined) rows.set(id, { ...row, revokedAtMs: atMs });
    },
    revokedSince: async (sinceMs) => select((row) => row.revokedAtMs !== undefined && row.revokedAtMs >= sinceMs),
  };
};
