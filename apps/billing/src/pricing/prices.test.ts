import { CHAT, EMBEDDING, testCatalog, testCatalogSource, testModel } from "../testing/catalog";
import { createRecordingLog } from "../testing/recording-log";
import { createPrices } from "./prices";

describe("prices", () => {
  test("a catalog in which something would be given away is refused, with everything that is missing", () => {
    const models = [
      testModel("a/chat", "chat", [["input_token", "1"]]), testModel("a/embedding", "embedding", []),
      testModel("a/image", "image", []), testModel("a/video", "video", [["second", "-1"]]),
    ];
    const catalog = testCatalogSource(testCatalog({}, models));
    expect(() => createPrices({ catalog, log: createRecordingLog() })).toThrow(
      "a/chat has no price for output_token; a/embedding has no price for input_token; a/image has no price for image; a/video has a negative price for second",
    );
  });

  test("an unknown model is model_not_found", () => {
    const prices = createPrices({ catalog: testCatalogSource(), log: createRecordingLog() });
    expect(() => prices.ofModel("gpt-4o")).toThrow(expect.objectContaining({ code: "model_not_found" }));
  });

  test("a changed price holds from the next look on, under its own version", () => {
    const catalog = testCatalogSource();
    const prices = createPrices({ catalog, log: createRecordingLog() });
    const dearer = testModel(EMBEDDING.id, "embedding", [["input_token", "0.5"]]);
    catalog.change(testCatalog({ priceVersion: "v2" }, [CHAT, dearer]));
    expect(prices.ofModel(EMBEDDING.id).version).toBe("v2");
    expect(prices.ofModel(EMBEDDING.id).usdEach("input_token", "")).toEqual({ units: 5n, scale: 1 });
  });

  test("a catalog that lacks a price leaves the one before in force", () => {
    const catalog = testCatalogSource();
    const log = createRecordingLog();
    const prices = createPrices({ catalog, log });
    catalog.change(testCatalog({ priceVersion: "v2" }, [testModel(CHAT.id, "chat", [])]));
    expect(prices.ofModel(CHAT.id).version).toBe("v1");
    expect(log.lines).toEqual(["error: the new catalog's prices were refused; those before stay in force"]);
  });

  test("a model that leaves takes no new call, and the calls under way are still charged", () => {
    const catalog = testCatalogSource();
    const prices = createPrices({ catalog, log: createRecordingLog() });
    catalog.change(testCatalog({ priceVersion: "v2" }, [CHAT]));
    expect(() => prices.ofModel(EMBEDDING.id)).toThrow(expect.objectContaining({ code: "model_not_found" }));
    expect(prices.forSettlement(EMBEDDING.id).version).toBe("v1");
    expect(() => prices.forSettlement("never/there")).toThrow(expect.objectContaining({ code: "model_not_found" }));
  });
});
