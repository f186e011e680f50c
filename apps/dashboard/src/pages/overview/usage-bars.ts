import { addMoney } from "../../money/add-money";
import type { NamedUsage, UsageRow } from "./usage-summary";

export const MEASURES = ["cost", "tokens", "calls"] as const;
export type Measure = (typeof MEASURES)[number];

/** One model or key on one day, or all others combined. */
export interface BarPiece {
  /** The amount as a float, for drawing. */
  readonly height: number;
  /** Exact decimal text: pesos or a count. */
  readonly amount: string;
}

export interface Bar {
  readonly day: string;
  /** In the order of `series`. */
  readonly pieces: readonly BarPiece[];
}

export interface Bars {
  /** Models or keys, the most expensive first; if there are more, the last series combines the others. */
  readonly series: readonly string[];
  readonly bars: readonly Bar[];
}

/** More colours would be hard to distinguish. */
const MAX_SERIES = 7;

const amountOf = (rows: readonly UsageRow[], measure: Measure): string => {
  switch (measure) {
    case "cost":
      return addMoney(rows.map(({ costMxn }) => costMxn));
    case "tokens":
      return String(
        rows.reduce(
          (total, { inputTokens, cachedInputTokens, outputTokens }) =>
            total + inputTokens + cachedInputTokens + outputTokens,
          0,
        ),
      );
    case "calls":
      return String(rows.reduce((total, { calls }) => total + calls, 0));
  }
};

/** One bar per day, also for days without usage, with one piece per series. */
export const barsOf = (
  rows: readonly UsageRow[],
  {
    days,
    totals,
    others,
    measure,
  }: {
    readonly days: readonly string[];
    readonly totals: readonly NamedUsage[];
    /** Name of the last series if there are more. */
    readonly others: string;
    readonly measure: Measure;
  },
): Bars => {
  const named = totals.slice(0, totals.length > MAX_SERIES ? MAX_SERIES - 1 : MAX_SERIES).map(({ name }) => name);
  const series = totals.length > named.length ? [...named, others] : named;
  const seriesOf = ({ name }: UsageRow): string => (named.includes(name) ? name : others);
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return {
    series,
    bars: days.map((day) => {
      const bySeries = Map.groupBy(byDay.get(day) ?? [], seriesOf);
      return {
        day,
        pieces: series.map((name) => {
          const amount = amountOf(bySeries.get(name) ?? [], measure);
          return { amount, height: Number(amount) };
        }),
      };
    }),
  };
};
