import { formatMoney } from "./format-money";

/** Whichever kind of space the locale puts there. */
const plain = (text: string): string => text.replaceAll(/\s/gu, " ");

describe("an amount", () => {
  it("keeps every digit, however many a float would lose", () => {
    expect(plain(formatMoney("90071992547409931.123456789", { currency: "MXN", locale: "en-US" }))).toBe(
      "MXN 90,071,992,547,409,931.123456789",
    );
    expect(plain(formatMoney("0.000000001", { currency: "MXN", locale: "en-US" }))).toBe("MXN 0.000000001");
  });

  it("has two digits behind its point at least", () => {
    expect(plain(formatMoney("50", { currency: "MXN", locale: "en-US" }))).toBe("MXN 50.00");
    expect(plain(formatMoney("0.1", { currency: "USD", locale: "en-US" }))).toBe("USD 0.10");
  });

  it("is written as its reader writes it, and its currency can't be mistaken", () => {
    expect(plain(formatMoney("-1234.5", { currency: "MXN", locale: "de-DE" }))).toBe("-1.234,50 MXN");
    expect(plain(formatMoney("1234.5", { currency: "USD", locale: "es-MX" }))).toBe("USD 1,234.50");
  });
});
