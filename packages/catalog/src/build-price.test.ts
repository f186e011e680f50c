import { IMAGE_QUALITIES } from "@cenote/core";
import fc from "fast-check";
import { CHAT, load, modelOf, priceOf, told, withModel } from "./testing/catalog-text";

describe("prices", () => {
  test("per million tokens are converted to per token exactly, and cached tokens default to the input price", () => {
    const catalog = load(
      withModel(CHAT.replace('"1", output', '"0.15", cached_input_per_million_tokens: "0.075", output')),
    );
    expect(priceOf(catalog, "input_token")).toBe("0.00000015");
    expect(priceOf(catalog, "cached_input_token")).toBe("0.000000075");
    expect(priceOf(catalog, "cache_write_token")).toBe("0.00000015");
    expect(priceOf(catalog, "output_token")).toBe("0.000002");
  });

  test("are parsed digit by digit, quoted or not", () => {
    const digits = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 9n }), fc.nat({ max: 15 }), fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }))
      .map(([whole, scale, fraction]) =>
        scale === 0 ? `${whole}` : `${whole}.${fraction.toString().padStart(15, "0").slice(0, scale)}`,
      );
    fc.assert(
      fc.property(digits, fc.boolean(), (written, quoted) => {
        const text = quoted ? `"${written}"` : written;
        const catalog = load(withModel(CHAT.replace('"1"', text)));
        const price = catalog.models.get("p/m")?.prices[0]?.usdEach;
        const [whole = "", fraction = ""] = written.split(".");
        // units / 10^scale must equal the written number divided by a million, checked without rounding.
        expect(price!.units * 10n ** BigInt(fraction.length + 6)).toBe(
          BigInt(whole + fraction) * 10n ** BigInt(price!.scale),
        );
      }),
    );
  });

  test.each(["1e-7", "0x10", ".5", "1_000", "-1", ".inf", ".nan", '"0,15"', '"free"', "true", "[]", '""'])(
    "%s is not a price",
    (written) => {
      expect(told(withModel(CHAT.replace('"1"', written)))).toEqual([
        expect.stringMatching(/^7: models\[0\]\.price_usd\.input_per_million_tokens must be /),
      ]);
    },
  );

  test.each([
    [
      "chat",
      "output_per_million_tokens",
      withModel(
        `id: p/m\ntype: chat\nprice_usd: { input_per_million_tokens: "1" }\nroutes: [{ provider: p, model: m }]`,
      ),
    ],
    [
      "embedding",
      "input_per_million_tokens",
      withModel(`id: p/m\ntype: embedding\ndimensions: 8\nprice_usd: {}\nroutes: [{ provider: p, model: m }]`),
    ],
    [
      "image",
      "per_image",
      withModel(`id: p/m\ntype: image\nprice_usd: { source: s }\nroutes: [{ provider: p, model: m }]`),
    ],
    [
      "video",
      "per_second",
      withModel(
        `id: p/m\ntype: video\ndefault_duration_s: 5\nmax_duration_s: 5\nprice_usd: {}\nroutes: [{ provider: p, model: m }]`,
      ),
    ],
  ])("a %s model without %s is rejected, not free", (_type, key, text) => {
    expect(told(text)).toEqual([
      `7: models[0].price_usd.${key} is missing`.replace(
        "7",
        text.includes("dimensions") ? "8" : text.includes("max_duration") ? "9" : "7",
      ),
    ]);
  });

  test("a model without price_usd is rejected", () => {
    expect(told(withModel("id: p/m\ntype: chat\nroutes: [{ provider: p, model: m }]"))).toEqual([
      "5: models[0].price_usd is missing",
    ]);
  });

  const image = (price: string, more = "") =>
    withModel(`id: p/m\ntype: image\n${more}price_usd: { per_image: ${price} }\nroutes: [{ provider: p, model: m }]`);

  test("of images are one number, or one per size, or one per size and quality", () => {
    expect(priceOf(load(image('"0.04"')), "image")).toBe("0.04");
    const table = load(image('{ 1024x1024: { standard: "0.04", hd: 0.08 }, 1792x1024: "0.12" }'));
    expect(priceOf(table, "image", "p/m", "1024x1024/standard")).toBe("0.04");
    expect(priceOf(table, "image", "p/m", "1024x1024/hd")).toBe("0.08");
    expect(priceOf(table, "image", "p/m", "1792x1024")).toBe("0.12");
    expect(modelOf(table, "image")?.sizes).toEqual(["1024x1024", "1792x1024"]);
  });

  test("a quality that nobody can ask for is reported, not taken for the usual one", () => {
    expect(told(image('{ 1024x1024: { standart: "0.04", hd: "0.08" } }'))).toEqual([
      "7: models[0].price_usd.per_image.1024x1024.standart is not a known key; did you mean standard?",
    ]);
    expect(told(image('{ 1024x1024: { ultra: "0.04" } }'))).toEqual([
      "7: models[0].price_usd.per_image.1024x1024.ultra is not a known key",
    ]);
    expect(told(image("{ 1024x1024: { hd: free } }"))).toEqual([
      expect.stringMatching(/^7: models\[0\]\.price_usd\.per_image\.1024x1024\.hd must be a decimal number/),
    ]);
    for (const quality of IMAGE_QUALITIES) expect(told(image(`{ 1024x1024: { ${quality}: "0.04" } }`))).toEqual([]);
  });

  test("a supported size without a price is reported when loading", () => {
    expect(told(image('{ 1024x1024: "0.04" }', "sizes: [1024x1024, 512x512]\n"))).toEqual([
      "7: models[0].sizes[1] has no price in price_usd.per_image",
    ]);
    expect(told(image("{}"))).toEqual(["7: models[0].price_usd.per_image has no price"]);
    expect(told(image('{ large: "0.04" }'))).toEqual([
      expect.stringContaining("models[0].price_usd.per_image.large is not a valid name"),
    ]);
  });
});

describe("a model that edits images", () => {
  const editing = (edits: string, price: string) =>
    withModel(
      `id: p/m\ntype: image\n${edits}price_usd: { per_image: "0.04"${price} }\nroutes: [{ provider: p, model: m }]`,
    );

  test("has a price for each image given to it", () => {
    const catalog = load(editing("edits: { max_input_images: 3 }\n", ', per_input_image: "0.002"'));
    expect(modelOf(catalog, "image")?.edits).toEqual({ maxInputs: 3, mask: false });
    expect(priceOf(catalog, "input_image")).toBe("0.002");
    expect(priceOf(catalog, "image")).toBe("0.04");
    const masked = load(editing("edits: { max_input_images: 16, mask: true }\n", ", per_input_image: 0.01"));
    expect(modelOf(masked, "image")?.edits).toEqual({ maxInputs: 16, mask: true });
  });

  test("is a mistake without that price, and so is that price without edits", () => {
    expect(told(editing("edits: { max_input_images: 3 }\n", ""))).toEqual([
      "8: models[0].price_usd.per_input_image is required with edits",
    ]);
    expect(told(editing("", ', per_input_image: "0.002"'))).toEqual([
      "7: models[0].price_usd.per_input_image is only for a model with edits",
    ]);
    expect(modelOf(load(editing("", "")), "image")?.edits).toBeUndefined();
  });
});

describe("the price version", () => {
  const version = (text: string) => load(text).priceVersion;

  test("is the same however prices are written, and changes with any price or the markup", () => {
    const base = version(withModel(CHAT));
    expect(version(withModel(CHAT.replace('"1"', "1.00")))).toBe(base);
    expect(version(`limits: { body_mib: 1 }${withModel(CHAT)}`)).toBe(base);
    expect(version(withModel(CHAT.replace('"1"', '"1.01"')))).not.toBe(base);
    expect(version(`markup: "1.06"${withModel(CHAT)}`)).not.toBe(base);
  });
});
