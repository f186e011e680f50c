import { findImageModel } from "../testing/catalog";
import { checkImageOptions, chooseImageOptions } from "./image-options";

const choose = (id: string, asked: Parameters<typeof chooseImageOptions>[1] = {}) =>
  chooseImageOptions(findImageModel(id), asked);

test("a model with one price accepts any size and ignores quality", () => {
  expect(choose("test/image")).toEqual({ count: 1, size: undefined, quality: undefined, variant: "" });
  expect(choose("test/image", { n: 3, size: "640x480", quality: "hd" })).toEqual({
    count: 3,
    size: "640x480",
    quality: undefined,
    variant: "",
  });
});

test("if the price depends on size, the size is always sent", () => {
  expect(choose("test/sized")).toEqual({ count: 1, size: "1024x1024", quality: undefined, variant: "1024x1024" });
  expect(choose("test/sized", { size: "1536x1024", quality: "hd" })).toMatchObject({
    size: "1536x1024",
    quality: undefined,
    variant: "1536x1024",
  });
});

test("an edit keeps the shape of its image, unless a size is asked for or the price depends on it", () => {
  const inputs = [Buffer.from("x")];
  expect(choose("test/edit", { inputs })).toMatchObject({ size: undefined, variant: "" });
  expect(choose("test/edit", { inputs, size: "1024x768" })).toMatchObject({ size: "1024x768", variant: "" });
  expect(choose("test/edit", { inputs: [] })).toMatchObject({ size: "1024x1024" });
  expect(choose("test/edit-sized", { inputs })).toMatchObject({ size: "1024x1024", variant: "1024x1024" });
});

test("if it depends on quality, that is sent too", () => {
  expect(choose("test/quality")).toMatchObject({
    size: "1024x1024",
    quality: "standard",
    variant: "1024x1024/standard",
  });
  expect(choose("test/quality", { quality: "hd" })).toMatchObject({ quality: "hd", variant: "1024x1024/hd" });
});

describe("a model with qualities of its own", () => {
  const qualityFor = (qualities: readonly string[], quality?: string) =>
    chooseImageOptions(
      {
        ...findImageModel("test/quality"),
        prices: qualities.map((each) => ({
          ...findImageModel("test/quality").prices[0]!,
          variant: `1024x1024/${each}`,
        })),
      },
      { ...(quality && { quality }) },
    );

  test("is asked for its first, and ignores the contract's two", () => {
    const own = ["medium", "low", "high"];
    expect(qualityFor(own)).toMatchObject({ quality: "medium", variant: "1024x1024/medium" });
    expect(qualityFor(own, "high")).toMatchObject({ quality: "high", variant: "1024x1024/high" });
    expect(qualityFor(own, "hd")).toMatchObject({ quality: "medium", variant: "1024x1024/medium" });
    expect(() => qualityFor(own, "max")).toThrow(
      expect.objectContaining({ param: "quality", message: "quality: test/quality takes medium, low, high." }) as Error,
    );
  });

  test("gets quality standard if it has it, at any position of its table", () => {
    expect(qualityFor(["hd", "standard"])).toMatchObject({ quality: "standard", variant: "1024x1024/standard" });
    expect(qualityFor(["hd", "standard"], "hd")).toMatchObject({ quality: "hd", variant: "1024x1024/hd" });
  });
});

test.each([
  ["test/sized", { size: "512x512" }, "size", "size: test/sized takes 1024x1024, 1536x1024."],
  ["test/quality", { quality: "high" }, "quality", "quality: test/quality takes standard, hd."],
  ["test/sized", { size: "99x1" }, "size", "size: test/sized takes 1024x1024, 1536x1024."],
  [
    "test/quality",
    { size: "1792x1024", quality: "hd" },
    "quality",
    "quality: test/quality has no price for hd in 1792x1024.",
  ],
])("%s does not support %o", (id, asked, param, message) => {
  expect(() => choose(id, asked)).toThrow(
    expect.objectContaining({ code: "invalid_request_error", param, message }) as Error,
  );
});

test("a size without a price is reported as such, whatever the quality, by a model without qualities", () => {
  const model = { ...findImageModel("test/sized"), sizes: [] };
  for (const asked of [{ size: "512x512" }, { size: "512x512", quality: "hd" }])
    expect(() => chooseImageOptions(model, asked)).toThrow(
      expect.objectContaining({ param: "size", message: "size: test/sized has no price for 512x512." }) as Error,
    );
  expect(() => chooseImageOptions(model, {})).toThrow(
    expect.objectContaining({ param: "size", message: "size: test/sized has no price for none." }) as Error,
  );
});

test("a size that no model has is judged by the model, whose own sizes say more", () => {
  expect(() => {
    checkImageOptions({ size: "99x1" });
  }).not.toThrow();
});

test.each([
  [{ n: 0 }, "n"],
  [{ n: 9 }, "n"],
  [{ size: "1024" }, "size"],
  [{ size: "0x1024" }, "size"],
  [{ size: "1024X1024" }, "size"],
  [{ quality: "best" }, "quality"],
])("%o is wrong for every model", (asked, param) => {
  expect(() => {
    checkImageOptions(asked);
  }).toThrow(expect.objectContaining({ code: "invalid_request_error", param }) as Error);
});
