import { firstModel } from "./first-model";

const DEAR = { id: "test/dear", prices: [{ unit: "IMAGE" as const, mxn: "2.00" }] };
const CHEAP = { id: "test/cheap", prices: [{ unit: "IMAGE" as const, mxn: "0.10" }] };

describe("the model of a page that is opened", () => {
  it("is the one that the address asks for, whatever it costs", () => {
    expect(firstModel("model=test/dear", [CHEAP, DEAR])).toBe(DEAR);
  });

  it.each(["", "model=test/gone"])("is the cheapest if the address is %j", (search) => {
    expect(firstModel(search, [DEAR, CHEAP])).toBe(CHEAP);
  });

  it("is none if there are no models", () => {
    expect(firstModel("model=test/dear", [])).toBeUndefined();
  });
});
