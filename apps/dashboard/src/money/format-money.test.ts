import { formatMoney } from "./format-money";

/** Replaces the locale's kind of space. */
const plain = (text: string): string => text.replaceAll(/\s/gu, " ");

describe("formatMoney", () => {
  it("keeps every digit, also those that a float would lose", () => {
    expect(plain(formatMoney("90071992547409931.123456789", "MXN", "en-US"))).toBe(
      "MXN 90,071,992,547,409,931.123456789",
    );
    expect(plain(formatMoney("0.000000001", "MXN", "en-US"))).toBe("MXN 0.000000001");
  });

  it("writes at least two digits after the point", () => {
    expect(plain(formatMoney("50", "MXN", "en-US"))).toBe("MXN 50.00");
    expect(plain(formatMoney("0.1", "USD", "en-US"))).toBe("USD 0.10");
  });

  it("follows the locale, and writes the code of the currency", () => {
    expect(plain(formatMoney("-1234.5", "MXN", "de-DE"))).toBe("-1.234,50 MXN");
    expect(plain(formatMoney("1234.5", "USD", "es-MX"))).toBe("USD 1,234.50");
  });
});
