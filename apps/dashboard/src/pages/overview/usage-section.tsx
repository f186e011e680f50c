import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { useQueryWithRetry } from "../../api/use-query-with-retry";
import { nowMs } from "../../clock";
import { UsageDocument } from "../../generated/operations";
import { Choice } from "../../parts/choice";
import { Empty } from "../../parts/empty";
import { Failure } from "../../parts/failure";
import { Loading } from "../../parts/loading";
import { Section } from "../../parts/section";
import { useAfterCharge } from "./use-after-charge";
import { barsOf, type Measure, MEASURES } from "./usage-bars";
import { lastDays, RANGES_DAYS, type RangeDays } from "./usage-range";
import styles from "./usage-section.module.css";
import { byModel } from "./usage-summary";
import { UsageTable } from "./usage-table";

const UsageChart = lazy(async () => ({ default: (await import("./usage-chart")).UsageChart }));

/** The unit of a bar's height. */
const UNIT_NAMES: Readonly<Record<Measure, string>> = { cost: "Pesos", tokens: "Tokens, in and out,", calls: "Calls" };

const MEASURE_NAMES: Readonly<Record<Measure, string>> = { cost: "Cost", tokens: "Tokens", calls: "Calls" };

/** Usage by day and model. */
export const UsageSection = () => {
  const [range, setRange] = useState<RangeDays>(30);
  const [measure, setMeasure] = useState<Measure>("cost");
  const [loadedMs, setLoadedMs] = useState(nowMs);
  const days = useMemo(() => lastDays(range, loadedMs), [range, loadedMs]);
  const { data, fetching, failure, reload } = useQueryWithRetry({
    query: UsageDocument,
    variables: { from: days[0] ?? "", to: days.at(-1) ?? "" },
  });
  const reloadUpToToday = useCallback(() => {
    // A page may stay open over midnight: then new charges belong to a day after the last one of the range.
    setLoadedMs(nowMs());
    reload();
  }, [reload]);
  useAfterCharge(reloadUpToToday);

  const rows = data?.usage;
  const models = useMemo(() => byModel(rows ?? []), [rows]);
  const bars = useMemo(() => barsOf(rows ?? [], { days, models, measure }), [rows, days, models, measure]);

  const controls = (
    <div className={styles.controls}>
      <Choice
        legend="Measure"
        value={measure}
        options={MEASURES.map((value) => ({ value, label: MEASURE_NAMES[value] }))}
        choose={setMeasure}
      />
      <Choice
        legend="Days"
        value={range}
        options={RANGES_DAYS.map((value) => ({ value, label: `${value} days` }))}
        choose={setRange}
      />
    </div>
  );
  return (
    <Section title="Usage" controls={controls}>
      {failure === undefined ? null : <Failure {...failure} />}
      {rows === undefined ? (
        fetching && <Loading label="Loading usage" />
      ) : rows.length === 0 ? (
        <Empty>
          Nothing was used in the last {range} days. Ask a model something in the playground, or call the API.
        </Empty>
      ) : (
        <>
          <p className={`faint ${styles.unit}`}>{UNIT_NAMES[measure]} a day. A day begins at midnight of UTC.</p>
          <Suspense fallback={<Loading label="Loading the chart" />}>
            <UsageChart
              bars={bars}
              measure={measure}
              label={`${MEASURE_NAMES[measure]} by day and model, the last ${range} days. The same by model is in the table below.`}
            />
          </Suspense>
          <UsageTable rows={rows} models={models} />
        </>
      )}
    </Section>
  );
};
