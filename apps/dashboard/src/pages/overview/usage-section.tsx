import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { useQueryWithRetry } from "../../api/use-query-with-retry";
import { nowMs } from "../../clock";
import { KeyNamesDocument, UsageDocument, type UsageGrouping } from "../../generated/operations";
import { Choice } from "../../parts/choice";
import { Empty } from "../../parts/empty";
import { Failure } from "../../parts/failure";
import { Loading } from "../../parts/loading";
import { Section } from "../../parts/section";
import { keyNames } from "./key-names";
import { useAfterCharge } from "./use-after-charge";
import { groupingAddress, readGrouping } from "../../shell/usage-address";
import { barsOf, type Measure, MEASURES } from "./usage-bars";
import { lastDays, RANGES_DAYS, type RangeDays, startOfDay } from "./usage-range";
import styles from "./usage-section.module.css";
import { byName, type UsageRow } from "./usage-summary";
import { UsageTable } from "./usage-table";

const UsageChart = lazy(async () => ({ default: (await import("./usage-chart")).UsageChart }));

/** The unit of a bar's height. */
const UNIT_NAMES: Readonly<Record<Measure, string>> = { cost: "Pesos", tokens: "Tokens, in and out,", calls: "Calls" };

const MEASURE_NAMES: Readonly<Record<Measure, string>> = { cost: "Cost", tokens: "Tokens", calls: "Calls" };

const GROUPINGS = [
  { value: "MODEL", label: "By model" },
  { value: "KEY", label: "By key" },
] as const satisfies readonly { readonly value: UsageGrouping; readonly label: string }[];

/** The grouping of an answer: after another choice the earlier answer stays until the next one arrives. */
const groupingOf = ({ model }: { readonly model: string }): UsageGrouping => (model === "" ? "KEY" : "MODEL");

/** Usage by day and model, or by day and key. */
export const UsageSection = () => {
  const [range, setRange] = useState<RangeDays>(30);
  const [measure, setMeasure] = useState<Measure>("cost");
  const by = readGrouping(useSearch());
  const [, go] = useLocation();
  const [loadedMs, setLoadedMs] = useState(nowMs);
  const days = useMemo(() => lastDays(range, loadedMs), [range, loadedMs]);
  const { data, fetching, failure, reload } = useQueryWithRetry({
    query: UsageDocument,
    variables: { from: days[0] ?? "", to: days.at(-1) ?? "", by },
  });
  const keys = useQueryWithRetry({ query: KeyNamesDocument, pause: by === "MODEL" });
  const reloadUpToToday = useCallback(() => {
    // A page may stay open past midnight; new charges then belong to a day after the loaded range.
    setLoadedMs(nowMs());
    reload();
  }, [reload]);
  useAfterCharge(reloadUpToToday);

  const usage = data?.usage ?? undefined;
  const shownBy = usage?.[0] === undefined ? by : groupingOf(usage[0]);
  const what = shownBy === "KEY" ? "key" : "model";
  const apiKeys = keys.data?.apiKeys;
  // If the names can't be loaded, keys are shown by their ids.
  const isNamed = shownBy === "MODEL" || !keys.fetching;
  const rows = useMemo(() => {
    const nameOf = keyNames(apiKeys ?? []);
    return isNamed
      ? usage?.map((row): UsageRow =>
          shownBy === "KEY"
            ? { ...row, id: row.keyId, name: nameOf(row.keyId) }
            : { ...row, id: row.model, name: row.model },
        )
      : undefined;
  }, [usage, shownBy, apiKeys, isNamed]);
  const totals = useMemo(() => byName(rows ?? []), [rows]);
  const bars = useMemo(
    () => barsOf(rows ?? [], { days, totals, others: `other ${what}s`, measure }),
    [rows, days, totals, what, measure],
  );

  const controls = (
    <div className={styles.controls}>
      <Choice
        legend="Usage by"
        value={by}
        options={GROUPINGS}
        choose={(value) => {
          go(groupingAddress(value), { replace: true });
        }}
      />
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
        (fetching || keys.fetching) && <Loading label="Loading usage" isTall />
      ) : rows.length === 0 ? (
        <Empty>
          Nothing was used in the last {range} days. Ask a model something in the playground, or call the API.
        </Empty>
      ) : (
        <>
          <p className={`faint ${styles.unit}`}>{UNIT_NAMES[measure]} a day. A day begins at midnight of UTC.</p>
          <div className={styles.chart}>
            <Suspense fallback={<Loading label="Loading the chart" />}>
              <UsageChart
                bars={bars}
                measure={measure}
                label={`${MEASURE_NAMES[measure]} by day and ${what}, the last ${range} days. The same by ${what} is in the table below.`}
              />
            </Suspense>
          </div>
          <UsageTable key={what} rows={rows} totals={totals} what={what} from={startOfDay(days[0] ?? "")} />
        </>
      )}
    </Section>
  );
};
