import { parseDecimal } from "@cenote/core";
import { unitPrice, type UsageQuantity } from "@cenote/pricing";
import { testModel } from "@cenote/pricing/testing";
import { CHAT, EMBEDDING, IMAGE, testCatalog, testCatalogSource } from "../testing/catalog";
import { createMemoryPriceStore } from "../testing/memory/price-store";
import { createRecordingLog } from "../testing/recording-log";
import { createPrices, type PricesOptions } from "./prices";

const HD: readonly UsageQuantity[] = [{ unit: "image", quantity: 1n, variant: "1024x1024/hd" }];

const open = (options: Partial<PricesOptions> = {}) =>
  createPrices({
    catalog: testCatalogSource(),
    store: createMemoryPriceStore(),
    log: createRecordingLog(),
    ...options,
  });

describe("prices", () => {
  test("a catalog in which something would be free by mistake is rejected, with everything that is missing", async () => {
    const models = [
      testModel("a/chat", "chat", [["input_token", "1"]]),
      testModel("a/embedding", "embedding", []),
      testModel("a/image", "image", []),
      { ...testModel("a/editor", "image", [["image", "1"]]), edits: { maxInputs: 1, mask: false } },
      testModel("a/video", "video", [["second", "-1"]]),
    ];
    const catalog = testCatalogSource(testCatalog({}, models));
    await expect(open({ catalog })).rejects.toThrow(
      "a/chat has no price for output_token; a/embedding has no price for input_token; a/image has no price for image; a/editor has no price for input_image; a/video has a negative price for second",
    );
  });

  test("an unknown model is model_not_found", async () => {
    const prices = await open();
    expect(() => prices.ofModel("gpt-4o")).toThrow(expect.objectContaining({ code: "model_not_found" }));
  });

  test("a changed price applies from the next poll, under its own version", async () => {
    const catalog = testCatalogSource();
    const prices = await open({ catalog });
    const dearer = testModel(EMBEDDING.id, "embedding", [["input_token", "0.5"]]);
    catalog.change(testCatalog({ priceVersion: "v2" }, [CHAT, dearer]));
    expect(prices.ofModel(EMBEDDING.id).version).toBe("v2");
    expect(unitPrice(prices.ofModel(EMBEDDING.id), "input_token", "")).toEqual({ units: 5n, scale: 1 });
  });

  test("a catalog that lacks a price leaves the previous one in force", async () => {
    const catalog = testCatalogSource();
    const log = createRecordingLog();
    const prices = await open({ catalog, log });
    catalog.change(testCatalog({ priceVersion: "v2" }, [testModel(CHAT.id, "chat", [])]));
    expect(prices.ofModel(CHAT.id).version).toBe("v1");
    expect(log.lines).toEqual(["error: the new catalog's prices were refused; those before stay in force"]);
  });

  test("a removed model takes no new calls, but those under way are still charged", async () => {
    const catalog = testCatalogSource();
    const prices = await open({ catalog });
    catalog.change(testCatalog({ priceVersion: "v2" }, [CHAT]));
    expect(() => prices.ofModel(EMBEDDING.id)).toThrow(expect.objectContaining({ code: "model_not_found" }));
    expect(await prices.forSettlement(EMBEDDING.id, [])).toMatchObject({ version: "v1" });
    await expect(prices.forSettlement("never/there", [])).rejects.toMatchObject({ code: "model_not_found" });
  });

  test("a model removed while nothing runs, or by another replica, is still charged at its last price", async () => {
    const store = createMemoryPriceStore();
    const catalog = testCatalogSource();
    const before = await open({ catalog, store });
    catalog.change(testCatalog({ priceVersion: "v2", markup: parseDecimal("1.1") }));
    const sold = before.ofModel(IMAGE.id);
    await before.close();
    const after = await open({ catalog: testCatalogSource(testCatalog({ priceVersion: "v3" }, [CHAT])), store });
    const prices = await after.forSettlement(IMAGE.id, HD);
    expect(prices).toEqual(sold);
    expect(unitPrice(prices, "image", "1024x1024/hd")).toEqual(unitPrice(sold, "image", "1024x1024/hd"));
    expect(() => after.ofModel(IMAGE.id)).toThrow(expect.objectContaining({ code: "model_not_found" }));
  });

  describe("a line removed from a model's price table", () => {
    const without = (version: string, usd: string) =>
      testCatalog({ priceVersion: version, markup: parseDecimal("2") }, [
        CHAT,
        testModel(IMAGE.id, "image", [["image", usd, "1024x1024"]]),
      ]);
    const hdPrice = (prices: Parameters<typeof unitPrice>[0]) => unitPrice(prices, "image", "1024x1024/hd");
    const small: readonly UsageQuantity[] = [{ unit: "image", quantity: 1n, variant: "1024x1024" }];

    test("takes no new calls, and calls already made are charged at its last price, version and markup", async () => {
      const catalog = testCatalogSource();
      const prices = await open({ catalog });
      const sold = prices.ofModel(IMAGE.id);
      catalog.change(without("v2", "0.05"));
      catalog.change(without("v3", "0.06"));
      expect(hdPrice(prices.ofModel(IMAGE.id))).toBeUndefined();
      expect(await prices.forSettlement(IMAGE.id, HD)).toEqual(sold);
      expect(prices.forSettlement(IMAGE.id, small)).toMatchObject({ version: "v3", markupText: "2" });
    });

    test("is remembered across a restart and later changes", async () => {
      const store = createMemoryPriceStore();
      const sold = (await open({ store })).ofModel(IMAGE.id);
      for (const version of ["v2", "v3"])
        await open({ catalog: testCatalogSource(without(version, `0.0${version.slice(1)}`)), store });
      const prices = await open({ catalog: testCatalogSource(testCatalog({ priceVersion: "v4" }, [CHAT])), store });
      const last = await prices.forSettlement(IMAGE.id, HD);
      expect([hdPrice(last), last.version, last.markupText]).toEqual([hdPrice(sold), "v1", sold.markupText]);
      expect(await prices.forSettlement(IMAGE.id, small)).toMatchObject({ version: "v3", markupText: "2" });
    });

    test("that returns is sold at its new price only", async () => {
      const store = createMemoryPriceStore();
      await open({ store });
      await open({ catalog: testCatalogSource(without("v2", "0.05")), store });
      const prices = await open({ catalog: testCatalogSource(testCatalog({ priceVersion: "v3" })), store });
      expect(prices.forSettlement(IMAGE.id, HD)).toMatchObject({ version: "v3" });
      expect((await store.find(IMAGE.id))?.former).toEqual([]);
    });
  });

  test("prices that could not be stored are logged, and apply all the same", async () => {
    const log = createRecordingLog();
    const catalog = testCatalogSource();
    const store = createMemoryPriceStore();
    const prices = await open({
      catalog,
      log,
      store: {
        ...store,
        write: (rows) =>
          rows.some(({ version }) => version === "v2") ? Promise.reject(new Error("away")) : store.write(rows),
      },
    });
    catalog.change(testCatalog({ priceVersion: "v2" }));
    expect(prices.ofModel(CHAT.id).version).toBe("v2");
    catalog.change(testCatalog({ priceVersion: "v3" }));
    await prices.close();
    expect(log.lines).toEqual([expect.stringMatching(/^error: the new prices were not kept/)]);
    expect(await store.find(CHAT.id)).toMatchObject({ version: "v3" });
  });

  test("an unchanged price list is not written again", async () => {
    const store = createMemoryPriceStore();
    await open({ store });
    await open({ store: { ...store, write: () => Promise.reject(new Error("written again")) } });
  });
});
