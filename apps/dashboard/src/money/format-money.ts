export type Currency = "MXN" | "USD";

export interface MoneyForm {
  readonly currency: Currency;
  /** Default: the browser's. */
  readonly locale?: string;
}

/** More decimal places than any price or balance has. */
const ALL_DIGITS = 20;

/**
 * An amount as the locale writes it, with every digit: the text is never converted to a float.
 *
 * @param amount A decimal number as text, without an exponent.
 */
export const formatMoney = (amount: string, { currency, locale }: MoneyForm): string =>
  new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    currencyDisplay: "code",
    minimumFractionDigits: 2,
    maximumFractionDigits: ALL_DIGITS,
  }).format(amount as Intl.StringNumericLiteral);
