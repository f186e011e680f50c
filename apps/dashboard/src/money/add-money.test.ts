import fc from "fast-check";
import { addMoney } from "./add-money";

const NANO = 1_000_000_000n;
const textOf = (nano: bigint): string => {
  const size = nano < 0n ? -nano : nano;
  return `${nano < 0n ? "-" : ""}${size / NANO}.${(size % NANO).toString().padStart(9, "0")}`;
};
const nanoOf = (text: string): bigint => {
  const [whole = "", fraction = ""] = text.replace("-", "").split(".");
  const size = BigInt(whole) * NANO + BigInt(fraction.padEnd(9, "0"));
  return text.startsWith("-") ? -size : size;
};

describe("addMoney", () => {
  it("is exact", () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n })), (amounts) => {
        expect(nanoOf(addMoney(amounts.map(textOf)))).toBe(amounts.reduce((total, amount) => total + amount, 0n));
      }),
    );
  });

  it.each([
    [[], "0"],
    [["0.1", "0.2"], "0.3"],
    [["1", "2.50"], "3.5"],
    [["0.000000001", "-0.000000001"], "0"],
    [["-0.05"], "-0.05"],
    [["10"], "10"],
    [["9.99", "0.01"], "10"],
  ])("adds %j to %s", (amounts, sum) => {
    expect(addMoney(amounts)).toBe(sum);
  });

  it("throws if a text is not a decimal number", () => {
    expect(() => addMoney(["1e3"])).toThrow("no decimal number: 1e3");
  });
});
