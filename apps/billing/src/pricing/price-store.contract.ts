import type { PriceRow, PriceStore } from "./price-store";

const CHAT: PriceRow = {
  model: "openai/chat",
  version: "v1",
  markup: "1.05",
  lines: [
    { unit: "input_token", variant: "", usdEach: "0.00000015" },
    { unit: "output_token", variant: "", usdEach: "0.0000006" },
  ],
  former: [],
};
const IMAGE: PriceRow = {
  model: "openai/image.v1",
  version: "v1",
  markup: "1",
  lines: [{ unit: "image", variant: "1024x1024/hd", usdEach: "0.08" }],
  former: [{ unit: "image", variant: "512x512", usdEach: "0.02", version: "v0", markup: "1.1" }],
};

const byModel = (rows: readonly PriceRow[]) => [...rows].sort((a, b) => (a.model < b.model ? -1 : 1));

/** What billing relies on in every store. @param create Returns an empty store. */
export const describePriceStore = (name: string, create: () => Promise<PriceStore>): void => {
  describe(name, () => {
    let store: PriceStore;
    beforeEach(async () => {
      store = await create();
    });

    test("is empty at first", async () => {
      expect(await store.readAll()).toEqual([]);
      expect(await store.find(CHAT.model)).toBeUndefined();
    });

    test("returns rows unchanged, all of them or one", async () => {
      await store.write([CHAT, IMAGE]);
      expect(byModel(await store.readAll())).toEqual([CHAT, IMAGE]);
      expect(await store.find(IMAGE.model)).toEqual(IMAGE);
    });

    test("replaces a whole row, and leaves the others", async () => {
      await store.write([CHAT, IMAGE]);
      const dearer: PriceRow = { ...CHAT, version: "v2", lines: [{ unit: "input_token", variant: "", usdEach: "1" }] };
      await store.write([dearer]);
      expect(byModel(await store.readAll())).toEqual([dearer, IMAGE]);
    });

    test("accepts concurrent first writes", async () => {
      await Promise.all([1, 2, 3, 4, 5].map((number) => store.write([{ ...CHAT, version: `v${number}` }, IMAGE])));
      expect(byModel(await store.readAll()).map(({ model }) => model)).toEqual([CHAT.model, IMAGE.model]);
    });
  });
};
