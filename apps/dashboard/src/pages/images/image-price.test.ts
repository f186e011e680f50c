import { imagePrice } from "./image-price";

const price = (variant: string | null, mxn: string) => ({ unit: "IMAGE" as const, variant, per: 1, mxn });
const TOKENS = { unit: "INPUT_TOKEN" as const, variant: null, per: 1_000_000, mxn: "0.01" };
const BY_QUALITY = [
  price("1024x1024/standard", "0.924"),
  price("1024x1024/hd", "1.848"),
  price("1792x1024/hd", "2.772"),
];

describe("imagePrice", () => {
  it.each([
    ["one price for all sizes", [TOKENS, price(null, "0.063")], { size: "512x512", count: 3 }, ["0.189", "0.189"]],
    ["a price for each size", [price("a", "1"), price("ab", "2")], { size: "a", count: 1 }, ["1", "1"]],
    ["qualities of one size", BY_QUALITY, { size: "1024x1024", count: 2 }, ["1.848", "3.696"]],
    ["the model's own size", BY_QUALITY, { size: "", count: 1 }, ["0.924", "2.772"]],
  ])("has the bounds for %s", (_, prices, wanted, [least, most]) => {
    expect(imagePrice(prices, wanted)).toEqual({ least, most });
  });

  it("is undefined if images have no price", () => {
    expect(imagePrice([TOKENS], { size: "", count: 1 })).toBeUndefined();
  });
});
