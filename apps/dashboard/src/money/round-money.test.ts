import fc from "fast-check";
import { isLess } from "./add-money";
import { roundMoney } from "./round-money";

describe("roundMoney", () => {
  it.each([
    ["0.002134567", "0.0021", "0.0022"],
    ["0.002195", "0.0022", "0.0022"],
    ["0.000000001", "0.000000001", "0.000000001"],
    ["0.099600001", "0.1", "0.1"],
    ["0.387654321", "0.39", "0.39"],
    ["0.38", "0.38", "0.38"],
    ["4.3365", "4.34", "4.34"],
    ["387.654321", "387.65", "387.66"],
    ["9.999", "10", "10"],
    ["12", "12", "12"],
    ["0", "0", "0"],
    ["0.000", "0", "0"],
  ])("of %s is %s, and up %s", (amount, nearest, up) => {
    expect([roundMoney(amount, "nearest"), roundMoney(amount, "up")]).toEqual([nearest, up]);
  });

  it("is never below the amount if it is rounded up", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), (nano) => {
        const digits = nano.toString().padStart(10, "0");
        const amount = `${digits.slice(0, -9)}.${digits.slice(-9)}`;
        expect(isLess(roundMoney(amount, "up"), amount)).toBe(false);
      }),
    );
  });
});
