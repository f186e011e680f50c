import { newestFirst } from "@cenote/core";
import type { KeyRestrictions, RestrictionChanges } from "../../keys/key-restrictions";
import { isWorking, type KeyRow, type KeyStore } from "../../keys/key-store";
import { withChanges } from "../../limits/limits-in-force";

interface Kept {
  readonly row: KeyRow;
  readonly changedAtMs: number | undefined;
  readonly hadTotalBudget: boolean;
}

export const createMemoryKeyStore = (): KeyStore => {
  const kept = new Map<string, Kept>();
  const select = (keep: (row: KeyRow) => boolean): KeyRow[] => [...kept.values()].map(({ row }) => row).filter(keep);
  /** Changes a key unless it is revoked. */
  const update = (id: string, changes: (row: KeyRow) => Partial<KeyRow>, changedAtMs: number): void => {
    const found = kept.get(id);
    if (found === undefined || found.row.revokedAtMs !== undefined) return;
    const row = { ...found.row, ...changes(found.row) };
    kept.set(id, { row, changedAtMs, hadTotalBudget: found.hadTotalBudget || hasTotalBudget(row) });
  };
  return {
    async insert(row) {
      if (kept.has(row.id) || select(({ digest }) => digest === row.digest).length > 0)
        throw new Error("the key is taken");
      kept.set(row.id, { row, changedAtMs: row.revokedAtMs, hadTotalBudget: hasTotalBudget(row) });
    },
    find: async (id) => kept.get(id)?.row,
    findByDigest: async (digest) => select((row) => row.digest === digest)[0],
    async list(organizationId, maxEnded, nowMs) {
      const rows = select((row) => row.organizationId === organizationId).sort(newestFirst);
      const ended = new Set(rows.filter((row) => !isWorking(row, nowMs)).slice(0, maxEnded));
      return rows.filter((row) => isWorking(row, nowMs) || ended.has(row));
    },
    countWorking: async (organizationId, nowMs) =>
      select((row) => row.organizationId === organizationId && isWorking(row, nowMs)).length,
    countTotalBudgets: async (organizationId) =>
      [...kept.values()].filter(({ row, hadTotalBudget }) => row.organizationId === organizationId && hadTotalBudget)
        .length,
    async revoke(id, atMs) {
      update(id, () => ({ revokedAtMs: atMs }), atMs);
    },
    async change(id, changes, atMs) {
      update(
        id,
        ({ name, limits, restrictions, revision }) => ({
          name: changes.name ?? name,
          limits: withChanges(limits, changes.limits),
          restrictions: withRestrictions(restrictions, changes.restrictions ?? {}),
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

const hasTotalBudget = ({ restrictions }: KeyRow): boolean => restrictions.budget?.period === "total";

/** The restrictions after a change. */
const withRestrictions = (
  own: KeyRestrictions,
  {
    budget = own.budget,
    expiresAtMs = own.expiresAtMs,
    models = own.models,
    networks = own.networks,
  }: RestrictionChanges,
): KeyRestrictions => ({ budget: budget ?? undefined, expiresAtMs: expiresAtMs ?? undefined, models, networks });
