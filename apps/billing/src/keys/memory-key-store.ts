import { withChanges } from "../limits/limits-in-force";
import { type KeyRow, type KeyStore, newestFirst } from "./key-store";

interface Kept {
  readonly row: KeyRow;
  readonly changedAtMs: number | undefined;
}

export const createMemoryKeyStore = (): KeyStore => {
  const kept = new Map<string, Kept>();
  const select = (keep: (row: KeyRow) => boolean): KeyRow[] => [...kept.values()].map(({ row }) => row).filter(keep);
  /** Of a key that works. */
  const update = (id: string, changes: (row: KeyRow) => Partial<KeyRow>, changedAtMs: number): void => {
    const found = kept.get(id);
    if (found !== undefined && found.row.revokedAtMs === undefined)
      kept.set(id, { row: { ...found.row, ...changes(found.row) }, changedAtMs });
  };
  return {
    async insert(row) {
      if (kept.has(row.id) || select(({ digest }) => digest === row.digest).length > 0)
        throw new Error("the key is taken");
      kept.set(row.id, { row, changedAtMs: row.revokedAtMs });
    },
    find: async (id) => kept.get(id)?.row,
    findByDigest: async (digest) => select((row) => row.digest === digest)[0],
    async list(organizationId, maxRevoked) {
      const rows = select((row) => row.organizationId === organizationId).sort(newestFirst);
      const revoked = new Set(rows.filter(({ revokedAtMs }) => revokedAtMs !== undefined).slice(0, maxRevoked));
      return rows.filter((row) => row.revokedAtMs === undefined || revoked.has(row));
    },
    countWorking: async (organizationId) =>
      select((row) => row.organizationId === organizationId && row.revokedAtMs === undefined).length,
    async revoke(id, atMs) {
      update(id, () => ({ revokedAtMs: atMs }), atMs);
    },
    async change(id, changes, atMs) {
      update(
        id,
        ({ name, limits, revision }) => ({
          name: changes.name ?? name,
          limits: withChanges(limits, changes.limits),
          revision: revision + 1,
        }),
        atMs,
      );
    },
    changedSince: async (sinceMs) =>
      [...kept.values()]
        .filter(({ changedAtMs }) => changedAtMs !== undefined && changedAtMs >= sinceMs)
        .map(({ row }) => row),
  };
};
