import type { UsageUnit } from "../generated/operations";
import { cheapestModel } from "./cheapest-model";

const model = (id: string, ...prices: readonly (readonly [UsageUnit, string])[]) => ({
  id,
  prices: prices.map(([unit, mxn]) => ({ unit, mxn })),
});

describe("cheapestModel", () => {
  it("compares the sum of the prompt's and the answer's price, without prices of other units", () => {
    const models = [
      model("dear", ["INPUT_TOKEN", "42"], ["OUTPUT_TOKEN", "210"]),
      model("cheap in", ["INPUT_TOKEN", "0.5"], ["OUTPUT_TOKEN", "100"]),
      model("cheap", ["INPUT_TOKEN", "9"], ["CACHED_INPUT_TOKEN", "900"], ["OUTPUT_TOKEN", "10.5"]),
    ];
    expect(cheapestModel(models)?.id).toBe("cheap");
  });

  it("is the first of models with the same price", () => {
    expect(
      cheapestModel([model("a", ["SECOND", "0.84"]), model("b", ["SECOND", "0.84"]), model("c", ["SECOND", "8.4"])])
        ?.id,
    ).toBe("a");
  });

  it("compares the lowest price of a unit that has several", () => {
    expect(
      cheapestModel([
        model("one", ["IMAGE", "0.84"]),
        model("table", ["IMAGE", "2.7"], ["IMAGE", "0.063"], ["IMAGE", "1"]),
      ])?.id,
    ).toBe("table");
  });

  it("can be a model that costs nothing", () => {
    expect(
      cheapestModel([
        model("cheap", ["INPUT_TOKEN", "0.000001"], ["OUTPUT_TOKEN", "0"]),
        model("free", ["INPUT_TOKEN", "0"], ["OUTPUT_TOKEN", "0"]),
      ])?.id,
    ).toBe("free");
  });

  it("is undefined without models", () => {
    expect(cheapestModel([])).toBeUndefined();
  });
});
