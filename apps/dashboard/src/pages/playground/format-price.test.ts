import type { UsageUnit } from "../../generated/operations";
import { formatPrice } from "./format-price";

const price = (unit: UsageUnit, mxn: string, per = 1_000_000) => ({ unit, variant: null, per, mxn });

describe("formatPrice", () => {
  it("has the price of input and of output, per million tokens", () => {
    expect(
      formatPrice(
        [price("INPUT_TOKEN", "42"), price("CACHED_INPUT_TOKEN", "2.1"), price("OUTPUT_TOKEN", "210.5")],
        "en-US",
      )?.replaceAll("\u00A0", " "),
    ).toBe("MXN 42.00 in, MXN 210.50 out, for a million tokens");
  });

  it("is undefined if the prices are for another quantity or missing", () => {
    expect(formatPrice([price("INPUT_TOKEN", "42"), price("OUTPUT_TOKEN", "210", 1000)], "en-US")).toBeUndefined();
    expect(formatPrice([], "en-US")).toBeUndefined();
  });
});
