import type { FxStore } from "./fx-store";

/** What billing relies on in every store. @param create Returns an empty store. */
export const describeFxStore = (name: string, create: () => Promise<FxStore>): void => {
  describe(name, () => {
    let store: FxStore;
    beforeEach(async () => {
      store = await create();
    });
    const quoted = {
      signature: "url 1",
      source: "url",
      mxnPerUsd: "17.123456789012",
      atMs: 1_000,
      checkedAtMs: 2_000,
    } as const;

    test("is empty at first", async () => {
      expect(await store.read()).toEqual({});
    });

    test("keeps three separate rows, each as last written", async () => {
      await store.writeQuoted(quoted);
      await store.writeOperator({ mxnPerUsd: "20", atMs: 9_000 });
      await store.writeConfigured({ signature: "url 1", atMs: 500 });
      await store.writeOperator({ mxnPerUsd: "21", atMs: 8_000 });
      const rows = await store.read();
      expect(rows.quoted).toEqual(quoted);
      expect(rows.operator).toMatchObject({ mxnPerUsd: "21", atMs: 8_000 });
      expect(rows.configured).toMatchObject({ signature: "url 1", atMs: 500 });
    });

    test("says again which configuration is in force only where that is still the one", async () => {
      const [first, second] = [
        { signature: "url 1", atMs: 500, seenAtMs: 500 },
        { signature: "fixed 20", atMs: 600, seenAtMs: 600 },
      ];
      await store.writeConfigured(first);
      await store.writeConfigured({ ...first, seenAtMs: 550 }, first);
      expect((await store.read()).configured).toMatchObject({ ...first, seenAtMs: 550 });
      await store.writeConfigured(second);
      await store.writeConfigured({ ...first, seenAtMs: 650 }, first);
      expect((await store.read()).configured).toMatchObject(second);
    });

    test("accepts concurrent first writes", async () => {
      await Promise.all(
        [1, 2, 3, 4, 5].map((number) => store.writeOperator({ mxnPerUsd: String(number), atMs: number })),
      );
      expect(["1", "2", "3", "4", "5"]).toContain((await store.read()).operator?.mxnPerUsd);
    });
  });
};
