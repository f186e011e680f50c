import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { formatDay } from "../../format/format-time";
import styles from "./usage-chart.module.css";
import { UsageTooltip } from "./usage-tooltip";
import type { Bar as DayBar, Bars, Measure } from "./usage-bars";

const HEIGHT_PX = 260;
const AXIS_WIDTH_PX = 56;

const colorOf = (index: number): string => `var(--series-${index + 1})`;
const formatTick = new Intl.NumberFormat(undefined, { notation: "compact", maximumSignificantDigits: 3 });

interface UsageChartProps {
  readonly bars: Bars;
  readonly measure: Measure;
  /** What it shows, for screen readers. */
  readonly label: string;
}

export const UsageChart = ({ bars: { series, bars }, measure, label }: UsageChartProps) => (
  <figure className={styles.figure} aria-label={label}>
    <ResponsiveContainer width="100%" height={HEIGHT_PX}>
      <BarChart data={[...bars]} accessibilityLayer={false} margin={{ top: 8, right: 4, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="day"
          tickFormatter={(day: string) => formatDay(day)}
          tickLine={false}
          minTickGap={24}
          stroke="var(--mantine-color-dimmed)"
          fontSize={12}
        />
        <YAxis
          width={AXIS_WIDTH_PX}
          tickFormatter={(value: number) => formatTick.format(value)}
          tickLine={false}
          axisLine={false}
          stroke="var(--mantine-color-dimmed)"
          fontSize={12}
          allowDecimals={measure === "cost"}
        />
        <Tooltip
          cursor={{ fill: "var(--mark)" }}
          content={<UsageTooltip series={series} measure={measure} colorOf={colorOf} />}
        />
        <Legend iconType="circle" iconSize={9} itemSorter={null} />
        {series.map((name, index) => (
          <Bar
            key={name}
            name={name}
            stackId="day"
            dataKey={({ pieces }: DayBar) => pieces[index]?.height ?? 0}
            fill={colorOf(index)}
            isAnimationActive={false}
            maxBarSize={40}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  </figure>
);
