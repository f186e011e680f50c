import type { DemoStore } from "./demo-store";

/** What the first start relies on in every store. @param create Returns an empty store. */
export const describeDemoStore = (name: string, create: () => Promise<DemoStore>): void => {
  describe(name, () => {
    let store: DemoStore;
    beforeEach(async () => {
      store = await create();
    });
    const claim = (revision: number) => ({ claimedUntilMs: revision * 1_000, done: false, revision });

    test("accepts one of many concurrent first claims", async () => {
      expect(await store.read()).toBeUndefined();
      const taken = await Promise.all(
        [1, 2, 3, 4].map((number) => store.replace({ ...claim(1), claimedUntilMs: number }, undefined)),
      );
      expect(taken.filter(Boolean)).toHaveLength(1);
      expect((await store.read())?.claimedUntilMs).toBe(taken.indexOf(true) + 1);
    });

    test("replaces a claim only for a caller that knows its revision", async () => {
      await store.replace(claim(1), undefined);
      expect(await store.replace(claim(2), 7)).toBe(false);
      expect(await store.replace(claim(2), 1)).toBe(true);
      expect(await store.replace({ ...claim(2), done: true }, 1)).toBe(false);
      expect(await store.read()).toEqual(claim(2));
    });
  });
};
