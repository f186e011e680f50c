import type { UnpaidCall, UnpaidCallStore } from "./store";

const START_MS = Date.UTC(2026, 0, 1);

const callOf = (number: number): UnpaidCall => ({
  organizationId: "00000000-0000-4000-8000-000000000001",
  mediaId: `00000000-0000-4000-9000-${number.toString().padStart(12, "0")}`,
  requestId: `req_${number.toString().padStart(24, "0")}`,
  atMs: START_MS + number,
});

/** The contract of every store of unpaid calls. @param create Returns an empty store. */
export const describeUnpaidCallStore = (name: string, create: () => Promise<UnpaidCallStore>): void => {
  describe(`unpaid calls, ${name}`, () => {
    test("calls recorded before a time are returned, oldest first, no more than asked for", async () => {
      const store = await create();
      for (const number of [3, 1, 2, 4]) await store.add(callOf(number));
      expect(await store.before(START_MS + 4, 10)).toEqual([1, 2, 3].map(callOf));
      expect(await store.before(START_MS + 4, 2)).toEqual([1, 2].map(callOf));
      expect(await store.before(START_MS, 10)).toEqual([]);
    });

    test("a call that is put off comes after earlier ones, and putting off an unknown call adds none", async () => {
      const store = await create();
      for (const number of [1, 2, 3]) await store.add(callOf(number));
      await store.putOff(callOf(1).mediaId, START_MS + 7);
      await store.putOff(callOf(4).mediaId, START_MS + 7);
      expect(await store.before(START_MS + 7, 10)).toEqual([2, 3].map(callOf));
      expect(await store.before(START_MS + 8, 10)).toEqual([
        callOf(2),
        callOf(3),
        { ...callOf(1), atMs: START_MS + 7 },
      ]);
    });

    test("a removed one is no longer returned, and may be removed again", async () => {
      const store = await create();
      await store.add(callOf(1));
      await store.add(callOf(2));
      await store.remove(callOf(1).mediaId);
      await store.remove(callOf(1).mediaId);
      expect(await store.before(START_MS + 9, 10)).toEqual([callOf(2)]);
    });
  });
};
