import type { UsageUnit } from "../../generated/operations";
import { tellPrice } from "./tell-price";

const price = (unit: UsageUnit, mxn: string, per = 1_000_000) => ({ unit, variant: null, per, mxn });

describe("what a model costs, in one line", () => {
  it("is its price for what goes in and what comes out", () => {
    expect(
      tellPrice(
        [price("INPUT_TOKEN", "42"), price("CACHED_INPUT_TOKEN", "2.1"), price("OUTPUT_TOKEN", "210.5")],
        "en-US",
      )?.replaceAll("\u00A0", " "),
    ).toBe("MXN 42.00 in, MXN 210.50 out, for a million tokens");
  });

  it("is not told where it is counted in another way", () => {
    expect(tellPrice([price("INPUT_TOKEN", "42"), price("OUTPUT_TOKEN", "210", 1000)], "en-US")).toBeUndefined();
    expect(tellPrice([], "en-US")).toBeUndefined();
  });
});
