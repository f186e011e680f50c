export type Currency = "MXN" | "USD";

/** More decimal places than any price or balance has. */
const ALL_DIGITS = 20;

/**
 * An amount in the locale's format, with every digit: the text is never converted to a float.
 *
 * @param amount A decimal number as text, without an exponent.
 * @param locale Default: the browser's.
 */
export const formatMoney = (amount: string, currency: Currency = "MXN", locale?: string): string =>
  new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    currencyDisplay: "code",
    minimumFractionDigits: 2,
    maximumFractionDigits: ALL_DIGITS,
  }).format(amount as Intl.StringNumericLiteral);
