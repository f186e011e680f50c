import { nanoMxn } from "@cenote/core";
import { type RestrictionChanges, UNRESTRICTED } from "./key-restrictions";
import type { KeyRow, KeyStore } from "./key-store";

const ORG = "00000000-0000-4000-8000-000000000001";
const OTHER_ORG = "00000000-0000-4000-8000-000000000002";

const rowOf = (number: number, changes: Partial<KeyRow> = {}): KeyRow => ({
  id: `00000000-0000-4000-9000-${number.toString().padStart(12, "0")}`,
  organizationId: ORG,
  name: `key ${number}`,
  digest: number.toString(16).padStart(64, "0"),
  hint: "cen_sk_live_…abcd",
  limits: {},
  restrictions: UNRESTRICTED,
  createdAtMs: Date.UTC(2026, 0, 1) + number,
  revokedAtMs: undefined,
  revision: 0,
  ...changes,
});

const RESTRICTED = {
  budget: { limit: nanoMxn(10n ** 18n), period: "month" },
  expiresAtMs: Date.UTC(2027, 0, 1),
  models: ["openai/gpt-4o-mini", "mistral/*"],
  networks: ["203.0.113.0/24", "2001:db8::1"],
} as const;
const NOW_MS = Date.UTC(2026, 5, 1);

/** What billing relies on in every store. @param create Returns an empty store. */
export const describeKeyStore = (name: string, create: () => Promise<KeyStore>): void => {
  describe(name, () => {
    let store: KeyStore;
    beforeEach(async () => {
      store = await create();
    });

    test("finds what was inserted, by id and by digest, field by field", async () => {
      const row = rowOf(1, { name: "clé 🔑", limits: { requestsPerMinute: 5 }, restrictions: RESTRICTED });
      await store.insert(row);
      expect(await store.find(row.id)).toEqual(row);
      expect(await store.findByDigest(row.digest)).toEqual(row);
      expect(await store.find(rowOf(2).id)).toBeUndefined();
      expect(await store.findByDigest(rowOf(2).digest)).toBeUndefined();
    });

    test("rejects a second key with the same digest or id", async () => {
      await store.insert(rowOf(1));
      await expect(store.insert(rowOf(2, { digest: rowOf(1).digest }))).rejects.toThrow(Error);
      await expect(store.insert(rowOf(1, { digest: rowOf(2).digest }))).rejects.toThrow(Error);
      expect(await store.list(ORG, 10, NOW_MS)).toEqual([rowOf(1)]);
    });

    test("lists an organization's keys, newest first", async () => {
      const sameTime = rowOf(2).createdAtMs;
      for (const row of [
        rowOf(2),
        rowOf(4),
        rowOf(1),
        rowOf(3, { createdAtMs: sameTime }),
        rowOf(9, { organizationId: OTHER_ORG }),
      ])
        await store.insert(row);
      expect((await store.list(ORG, 10, NOW_MS)).map((row) => row.name)).toEqual(["key 4", "key 3", "key 2", "key 1"]);
    });

    test("lists every active key, however many were revoked or expired since, and the newest of those", async () => {
      const until = (expiresAtMs: number) => ({ restrictions: { ...UNRESTRICTED, expiresAtMs } });
      for (const number of [1, 2, 4, 6]) await store.insert(rowOf(number));
      await store.insert(rowOf(3, until(NOW_MS + 1)));
      await store.insert(rowOf(5, until(NOW_MS)));
      for (const number of [2, 4, 6]) await store.revoke(rowOf(number).id, 9_000);
      expect((await store.list(ORG, 2, NOW_MS)).map((row) => row.name)).toEqual(["key 6", "key 5", "key 3", "key 1"]);
      expect(await store.countWorking(ORG, NOW_MS)).toBe(2);
    });

    test("changes and removes budget, end, models and networks, one by one", async () => {
      const { id } = rowOf(1);
      await store.insert(rowOf(1));
      const change = async (restrictions: RestrictionChanges) => {
        await store.change(id, { limits: {}, restrictions }, 1_000);
        return (await store.find(id))?.restrictions;
      };
      expect(await change({ ...RESTRICTED })).toEqual(RESTRICTED);
      expect(await change({})).toEqual(RESTRICTED);
      expect(await change({ budget: null })).toEqual({ ...RESTRICTED, budget: undefined });
      expect(await change({ models: [] })).toEqual({ ...RESTRICTED, budget: undefined, models: [] });
      expect(await change({ networks: [] })).toEqual({ ...UNRESTRICTED, expiresAtMs: RESTRICTED.expiresAtMs });
      expect(await change({ expiresAtMs: null })).toEqual(UNRESTRICTED);
    });

    test("counts the keys that have or had a total budget", async () => {
      const total = { limit: nanoMxn(1n), period: "total" } as const;
      for (const number of [1, 2, 3]) await store.insert(rowOf(number));
      await store.insert(rowOf(4, { restrictions: { ...UNRESTRICTED, budget: total } }));
      await store.insert(rowOf(5, { restrictions: RESTRICTED }));
      await store.change(rowOf(1).id, { limits: {}, restrictions: { budget: total } }, 1_000);
      await store.change(rowOf(1).id, { limits: {}, restrictions: { budget: null } }, 2_000);
      await store.revoke(rowOf(4).id, 3_000);
      expect(await store.countTotalBudgets(ORG)).toBe(2);
      expect(await store.countTotalBudgets(OTHER_ORG)).toBe(0);
    });

    test("revokes a key once and keeps the first time", async () => {
      await store.insert(rowOf(1));
      await store.insert(rowOf(2));
      await store.revoke(rowOf(1).id, 5_000);
      await store.revoke(rowOf(1).id, 9_000);
      await store.revoke(rowOf(7).id, 9_000);
      expect(await store.find(rowOf(1).id)).toEqual(rowOf(1, { revokedAtMs: 5_000 }));
      expect(await store.find(rowOf(2).id)).toEqual(rowOf(2));
      expect(await store.countWorking(ORG, NOW_MS)).toBe(1);
      expect(await store.countWorking(OTHER_ORG, NOW_MS)).toBe(0);
    });

    test("sets name and limits, and removes limits, one by one while the key works", async () => {
      await store.insert(rowOf(1, { limits: { concurrentRequests: 3 } }));
      await store.change(
        rowOf(1).id,
        { name: "renamed", limits: { requestsPerMinute: 1_200, tokensPerMinute: 1_000_000_000 } },
        1_000,
      );
      await store.change(rowOf(1).id, { limits: { tokensPerMinute: 0, requestsPerMinute: 7 } }, 2_000);
      await store.change(rowOf(7).id, { limits: { requestsPerMinute: 7 } }, 2_000);
      const changed = rowOf(1, {
        name: "renamed",
        limits: { requestsPerMinute: 7, concurrentRequests: 3 },
        revision: 2,
      });
      expect(await store.find(rowOf(1).id)).toEqual(changed);
      expect(await store.changedSince(2_000)).toEqual([changed]);
      await store.revoke(rowOf(1).id, 5_000);
      await store.change(rowOf(1).id, { name: "", limits: { requestsPerMinute: 9 } }, 6_000);
      expect(await store.find(rowOf(1).id)).toEqual({ ...changed, revokedAtMs: 5_000 });
    });

    test("returns keys revoked at or after a given time", async () => {
      for (const number of [1, 2, 3, 4]) await store.insert(rowOf(number));
      for (const number of [1, 2, 3]) await store.revoke(rowOf(number).id, number * 1_000);
      expect((await store.changedSince(2_000)).map((row) => row.name).sort()).toEqual(["key 2", "key 3"]);
      expect(await store.changedSince(3_001)).toEqual([]);
    });
  });
};
