import { nanoMxn } from "@cenote/core";
import type { TopUp } from "./top-up";
import type { TopUpStore } from "./top-up-store";

const ORG = "00000000-0000-4000-8000-000000000001";
const OTHER_ORG = "00000000-0000-4000-8000-000000000002";
const CREATED_MS = Date.UTC(2026, 0, 1);
const DUE_MS = CREATED_MS + 60_000;

const topUpOf = (number: number, changes: Partial<TopUp> = {}): TopUp => ({
  id: `00000000-0000-4000-9000-${number.toString().padStart(12, "0")}`,
  organizationId: ORG,
  amount: nanoMxn(2n ** 59n + 1n),
  state: "open",
  checkout: undefined,
  paymentId: undefined,
  refunded: nanoMxn(0n),
  createdAtMs: CREATED_MS,
  expiresAtMs: CREATED_MS + 7_200_000,
  endedAtMs: undefined,
  lookedAtMs: CREATED_MS,
  dueAtMs: DUE_MS,
  version: 0,
  ...changes,
});
const PAGE = { id: "cs_1", url: "https://pay.test/cs_1" };
const PAID = { state: "paid", paymentId: "pi_1", endedAtMs: CREATED_MS + 5, dueAtMs: undefined } as const;

/** What billing relies on in every store. @param create Returns an empty store. */
export const describeTopUpStore = (name: string, create: () => Promise<TopUpStore>): void => {
  describe(name, () => {
    let store: TopUpStore;
    beforeEach(async () => {
      store = await create();
    });

    test("finds what was inserted, to the nano-peso, by its id and by its payment", async () => {
      const [bare, full] = [topUpOf(1), topUpOf(2, { ...PAID, checkout: PAGE, refunded: nanoMxn(7n), version: 3 })];
      await store.insert(bare);
      await store.insert(full);
      expect(await store.find(bare.id)).toEqual(bare);
      expect(await store.find(full.id)).toEqual(full);
      expect(await store.findByPayment("pi_1")).toEqual(full);
      expect(await store.find(topUpOf(3).id)).toBeUndefined();
      expect(await store.findByPayment("pi_2")).toBeUndefined();
    });

    test("rejects a second one with the same id", async () => {
      await store.insert(topUpOf(1));
      await expect(store.insert(topUpOf(1))).rejects.toThrow();
    });

    test("lets one of many writers change a row, and keeps what a change leaves out", async () => {
      await store.insert(topUpOf(1));
      const changed = await Promise.all(
        Array.from({ length: 10 }, (_, index) => store.update(topUpOf(1), { lookedAtMs: CREATED_MS + index })),
      );
      const [winner, ...others] = changed.filter((row) => row !== undefined);
      expect(others).toEqual([]);
      expect(await store.find(topUpOf(1).id)).toEqual(winner);
      expect(winner).toEqual(topUpOf(1, { lookedAtMs: winner?.lookedAtMs ?? 0, version: 1 }));
    });

    test("stores each field of a change", async () => {
      await store.insert(topUpOf(1));
      const opened = await store.update(topUpOf(1), { checkout: PAGE });
      const ended = opened && (await store.update(opened, { ...PAID, refunded: nanoMxn(3n) }));
      expect(ended).toEqual(topUpOf(1, { ...PAID, checkout: PAGE, refunded: nanoMxn(3n), version: 2 }));
      expect(await store.find(topUpOf(1).id)).toEqual(ended);
    });

    test("counts those that wait for a payment, and finds those that are due", async () => {
      await store.insert(topUpOf(1));
      await store.insert(topUpOf(2, { state: "processing", dueAtMs: DUE_MS + 1 }));
      await store.insert(topUpOf(3, PAID));
      await store.insert(topUpOf(4, { organizationId: OTHER_ORG }));
      expect(await store.countWaiting(ORG)).toBe(2);
      const ids = async (nowMs: number, limit: number) => (await store.due(nowMs, limit)).map(({ id }) => id).sort();
      expect(await ids(DUE_MS - 1, 9)).toEqual([]);
      expect(await ids(DUE_MS, 9)).toEqual([topUpOf(1).id, topUpOf(4).id]);
      expect(await ids(DUE_MS + 1, 1)).toHaveLength(1);
    });

    test("lists an organization's, newest first, page by page, even within one millisecond", async () => {
      const later = { createdAtMs: CREATED_MS + 3 };
      for (const row of [topUpOf(3), topUpOf(1), topUpOf(2, later), topUpOf(4, { organizationId: OTHER_ORG })])
        await store.insert(row);
      const first = await store.list(ORG, { after: undefined, limit: 2 });
      expect(first).toEqual([topUpOf(2, later), topUpOf(3)]);
      expect(await store.list(ORG, { after: first[1], limit: 2 })).toEqual([topUpOf(1)]);
    });
  });
};
