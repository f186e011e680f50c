import { parseValue } from "graphql";
import { DecimalScalar } from "./decimal";

describe("Decimal", () => {
  it.each([
    ["12.50", "12.5"],
    ["-0.000000001", "-0.000000001"],
    ["12345678901234567890.5", "12345678901234567890.5"],
    ["007", "7"],
  ])("reads %s exactly", (text, exact) => {
    expect(DecimalScalar.parseValue(text)).toBe(exact);
    expect(DecimalScalar.serialize(text)).toBe(exact);
    expect(DecimalScalar.parseLiteral(parseValue(JSON.stringify(text)))).toBe(exact);
  });

  it.each([0.1, 5, "1e5", "", "a", null])("refuses %p, because it is not the text of a plain decimal", (value) => {
    expect(() => DecimalScalar.parseValue(value)).toThrow("Decimal: must be a string of digits");
    expect(() => DecimalScalar.parseLiteral(parseValue(JSON.stringify(value)))).toThrow(
      "Decimal: must be a string of digits",
    );
  });
});
