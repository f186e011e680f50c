import type { Metrics } from "@cenote/runtime";

/** What a call that asked for the cache found. `bypass`: it may not take part. */
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
