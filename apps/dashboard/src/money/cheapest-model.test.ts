import { cheapestModel } from "./cheapest-model";

const model = (id: string, ...prices: readonly (readonly [string, string])[]) => ({ id, prices: prices.map(([unit, mxn]) => ({ unit, mxn })) });

describe("the model a page begins with", () => {
  it("costs the least for prompt and answer together, whatever else it has prices for", () => {
    const models = [
      model("dear", ["input_token", "42"], ["output_token", "210"]),
      model("cheap in", ["input_token", "0.5"], ["output_token", "100"]),
      model("cheap", ["input_token", "9"], ["cached_input_token", "900"], ["output_token", "10.5"]),
    ];
    expect(cheapestModel(models)?.id).toBe("cheap");
  });

  it("is the first of those that cost the same", () => {
    expect(cheapestModel([model("a", ["second", "0.84"]), model("b", ["second", "0.84"]), model("c", ["second", "8.4"])])?.id).toBe("a");
  });

  it("counts by the least price of a table", () => {
    expect(cheapestModel([model("one", ["image", "0.84"]), model("table", ["image", "2.7"], ["image", "0.063"], ["image", "1"])])?.id).toBe("table");
  });

  it("may be one that costs nothing", () => {
    expect(cheapestModel([model("cheap", ["input_token", "0.000001"], ["output_token", "0"]), model("free", ["input_token", "0"], ["output_token", "0"])])?.id).toBe("free");
  });

  it("is none where there is none", () => { expect(cheapestModel([])).toBeUndefined(); });
});
