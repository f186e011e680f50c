import { type Currency, formatMoney } from "../money/format-money";

interface MoneyProps {
  /** A decimal number as text. */
  readonly amount: string;
  /** Default: pesos. */
  readonly currency?: Currency;
}

/** An amount with every digit. */
export const Money = ({ amount, currency }: MoneyProps) => (
  <span className="numbers">{formatMoney(amount, currency)}</span>
);
