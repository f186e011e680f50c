import { faultOfAmount, suggestedAmounts } from "./amounts";
import { formatMethods } from "./state-words";

const TERMS = { minimum: "50", maximum: "10000" };

describe("an amount that is paid in", () => {
  it.each(["50", "50.00", " 200.05 ", "10000", "10000.0"])("may be %j", (typed) => {
    expect(faultOfAmount(typed, TERMS)).toBeUndefined();
  });

  it.each(["", "49.99", "10000.01", "100.001", "1e3", "-100", "100,50", "cien"])("may not be %j", (typed) => {
    expect(faultOfAmount(typed, TERMS)).toBe("An amount from 50 to 10000 pesos, with at most two decimals.");
  });

  it("is suggested within the bounds", () => {
    expect(suggestedAmounts(TERMS)).toEqual(["100", "200", "500", "1000"]);
    expect(suggestedAmounts({ minimum: "300", maximum: "1500" })).toEqual(["500", "1000"]);
    expect(suggestedAmounts({ minimum: "7000", maximum: "8000" })).toEqual(["7000"]);
  });
});

test("the ways to pay are told in words", () => {
  expect(formatMethods(["CARD"])).toBe("card");
  expect(formatMethods(["CARD", "OXXO", "SPEI"])).toBe("card, cash at OXXO, or SPEI transfer");
});
