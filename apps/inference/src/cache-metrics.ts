import type { Metrics } from "@cenote/runtime";

/** The result of a call that requested the cache. `bypass`: the call may not use it. */
export type CacheResult = "hit" | "miss" | "bypass";

export interface CacheMetrics {
  found(result: CacheResult): void;
}

export const createCacheMetrics = (metrics: Metrics): CacheMetrics => {
  const lookups = metrics.counter({
    name: "cenote_cache_lookups_total",
    help: "Calls that asked for a cached answer, by what they found.",
    labels: ["result"],
  });
  return {
    found(result) {
      lookups.inc({ result });
    },
  };
};
