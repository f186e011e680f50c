import { nanoMxn } from "@cenote/core";
import type { ClientTokenRow, ClientTokenStore } from "./client-token-store";

const ORG = "00000000-0000-4000-8000-000000000001";
const OTHER_ORG = "00000000-0000-4000-8000-000000000002";
const CREATED_MS = Date.UTC(2026, 0, 1);
const EXPIRES_MS = CREATED_MS + 600_000;

const rowOf = (number: number, changes: Partial<ClientTokenRow> = {}): ClientTokenRow => ({
  id: `00000000-0000-4000-9000-${number.toString().padStart(12, "0")}`,
  organizationId: ORG,
  keyId: "00000000-0000-4000-9000-00000000aaaa",
  keyDigest: "ab".repeat(32),
  digest: number.toString(16).padStart(64, "0"),
  operations: ["chat", "balance"],
  models: ["openai/gpt-4o-mini"],
  origins: ["https://app.example"],
  budget: nanoMxn(2n ** 60n + 1n),
  createdAtMs: CREATED_MS,
  expiresAtMs: EXPIRES_MS,
  revokedAtMs: undefined,
  ...changes,
});

/** What billing relies on in every store. @param create Returns an empty store. */
export const describeClientTokenStore = (name: string, create: () => Promise<ClientTokenStore>): void => {
  describe(name, () => {
    let store: ClientTokenStore;
    beforeEach(async () => {
      store = await create();
    });

    test("finds what was inserted, to the nano-peso", async () => {
      const [full, bare] = [rowOf(1), rowOf(2, { models: [], origins: [] })];
      await store.insert(full);
      await store.insert(bare);
      expect(await store.find(full.id)).toEqual(full);
      expect(await store.find(bare.id)).toEqual(bare);
      expect(await store.find(rowOf(3).id)).toBeUndefined();
    });

    test("rejects a second token with the same id", async () => {
      await store.insert(rowOf(1));
      await expect(store.insert(rowOf(1))).rejects.toThrow();
    });

    test("counts an organization's tokens that are neither expired nor revoked", async () => {
      await store.insert(rowOf(1));
      await store.insert(rowOf(2, { expiresAtMs: CREATED_MS + 1 }));
      await store.insert(rowOf(3, { organizationId: OTHER_ORG }));
      await store.insert(rowOf(4));
      await store.revoke(rowOf(4).id, CREATED_MS + 2);
      expect(await store.countLive(ORG, CREATED_MS + 1)).toBe(1);
    });

    test("counts those of a key", async () => {
      const { keyId } = rowOf(1);
      await store.insert(rowOf(1));
      await store.insert(rowOf(2, { expiresAtMs: CREATED_MS + 1 }));
      await store.insert(rowOf(3, { keyId: "00000000-0000-4000-9000-00000000bbbb" }));
      await store.insert(rowOf(4));
      await store.insert(rowOf(5));
      await store.revoke(rowOf(5).id, CREATED_MS + 2);
      expect(await store.countLiveOfKey(keyId, CREATED_MS + 1)).toBe(2);
    });

    test("lists the same, newest first, page by page, even within one millisecond", async () => {
      const later = { createdAtMs: CREATED_MS + 3 };
      for (const row of [
        rowOf(3),
        rowOf(1),
        rowOf(2, later),
        rowOf(4, later),
        rowOf(5),
        rowOf(6, { organizationId: OTHER_ORG }),
        rowOf(7, { expiresAtMs: CREATED_MS + 4 }),
        rowOf(8),
        rowOf(9, { createdAtMs: CREATED_MS - 1 }),
      ])
        await store.insert(row);
      await store.revoke(rowOf(8).id, CREATED_MS + 2);
      const page = { nowMs: CREATED_MS + 4, madeSinceMs: CREATED_MS, after: undefined, limit: 3 };
      const first = await store.listLive(ORG, page);
      expect(first).toEqual([rowOf(4, later), rowOf(2, later), rowOf(5)]);
      const rest = await store.listLive(ORG, { ...page, after: first[2] });
      expect(rest).toEqual([rowOf(3), rowOf(1)]);
      expect(await store.listLive(ORG, { ...page, after: rest[1] })).toEqual([]);
    });

    test("revokes a token once and keeps the first time", async () => {
      await store.insert(rowOf(1));
      await store.revoke(rowOf(1).id, CREATED_MS + 5);
      await store.revoke(rowOf(1).id, CREATED_MS + 9);
      await store.revoke(rowOf(2).id, CREATED_MS + 5);
      expect(await store.find(rowOf(1).id)).toEqual(rowOf(1, { revokedAtMs: CREATED_MS + 5 }));
      expect(await store.revokedSince(CREATED_MS + 5)).toHaveLength(1);
      expect(await store.revokedSince(CREATED_MS + 6)).toHaveLength(0);
    });
  });
};
