import { formatCount } from "../../format/format-count";
import { formatDay } from "../../format/format-time";
import { formatMoney } from "../../money/format-money";
import type { Bar, Measure } from "./usage-bars";
import styles from "./usage-tooltip.module.css";

interface UsageTooltipProps {
  /** Set by the chart, like `payload`: whether the pointer is on a day. */
  readonly active?: boolean;
  readonly payload?: readonly { readonly payload?: Bar }[];
  readonly series: readonly string[];
  readonly measure: Measure;
  readonly colorOf: (index: number) => string;
}

const NOTHING: readonly never[] = [];

const formatAmount = (amount: string, measure: Measure): string =>
  measure === "cost" ? formatMoney(amount) : formatCount(Number(amount));

/** Exact amounts of one day. */
export const UsageTooltip = ({ active = false, payload = NOTHING, series, measure, colorOf }: UsageTooltipProps) => {
  const bar = payload[0]?.payload;
  if (!active || bar === undefined) return null;
  return (
    <div className={styles.tooltip}>
      <strong>{formatDay(bar.day)}</strong>
      {series.map((name, index) => {
        const { amount, height } = bar.pieces[index] ?? { amount: "0", height: 0 };
        return height === 0 ? null : (
          <span key={name}>
            <i style={{ background: colorOf(index) }} />
            {name}
            <b className="numbers">{formatAmount(amount, measure)}</b>
          </span>
        );
      })}
    </div>
  );
};
