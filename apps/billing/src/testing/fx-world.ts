import type { FxSource } from "@cenote/catalog";
import { parseDecimal } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { createFx } from "../pricing/fx";
import type { FetchRate } from "../pricing/fx-source";
import { testCatalog, testCatalogSource } from "./catalog";
import { createMemoryFxStore } from "./memory/fx-store";
import { createRecordingLog } from "./recording-log";

export const REFRESH_MS = 120_000;
export const MAX_AGE_MS = 5 * REFRESH_MS;
export const HOUR_MS = 3_600_000;
export const DISBELIEVED = "error: the exchange rate that the source gives is not believed: the old one stays";
export const fixed = (rate: string): FxSource => ({ kind: "fixed", mxnPerUsd: parseDecimal(rate) });
export const fetched = (whenStale: "warn" | "refuse" = "warn", maxAgeMs = MAX_AGE_MS): FxSource => ({
  kind: "url",
  url: "https://rates.example",
  path: ["mxn"],
  refreshMs: REFRESH_MS,
  maxAgeMs,
  whenStale,
});

/** A world in which any number of replicas share a store, a clock and a source. */
export const createWorld = (first: FxSource = fixed("20")) => {
  const clock = createManualClock();
  const store = createMemoryFxStore();
  const source: { rate: unknown; fails: boolean; asked: number } = { rate: "18", fails: false, asked: 0 };
  const fetchRate: FetchRate = async () => {
    source.asked++;
    if (source.fails) throw new Error("the source is away");
    return { mxn: source.rate };
  };
  /** @param aheadMs How far its clock is ahead. */
  const startReplica = async (fx: FxSource = first, fetch: FetchRate = fetchRate, aheadMs = 0) => {
    const catalog = testCatalogSource(testCatalog({ fx }));
    const log = createRecordingLog();
    const ownClock = { ...clock, nowMs: () => clock.nowMs() + aheadMs };
    const replica = await createFx({ store, catalog, clock: ownClock, log, fetchRate: fetch });
    const now = () => `${replica.current().text} ${replica.current().source}`;
    return {
      ...replica,
      now,
      log,
      configure: (changed: FxSource) => {
        catalog.change(testCatalog({ fx: changed }));
      },
    };
  };
  return { clock, store, source, startReplica };
};
