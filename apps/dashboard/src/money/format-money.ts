export type Currency = "MXN" | "USD";

export interface MoneyForm {
  readonly currency: Currency;
  /** The reader's own without. */
  readonly locale?: string;
}

/** More than any price or balance has. */
const ALL_DIGITS = 20;

/**
 * An amount in the reader's way of writing, every digit of it: the text is never turned into a float.
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
