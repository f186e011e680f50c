import type { Clock } from "@cenote/core";

/** A moving average in which recent measurements weigh most. */
export interface LatencyMean {
  record(durationMs: number): void;
  /** Milliseconds; undefined before the first measurement. */
  readonly meanMs: number | undefined;
}

/** After this time without a measurement, the old mean has half of its weight at the next one. */
const HALF_LIFE_MS = 10_000;
/** Largest weight of the old mean. Without this limit, measurements in quick succession would hardly change it. */
const MOST_KEPT = 0.9;

export const createLatencyMean = (clock: Clock): LatencyMean => {
  let meanMs: number | undefined;
  let atMs = 0;
  return {
    record(durationMs) {
      const nowMs = clock.monotonicMs();
      const kept = meanMs === undefined ? 0 : Math.min(MOST_KEPT, 0.5 ** ((nowMs - atMs) / HALF_LIFE_MS));
      meanMs = (meanMs ?? 0) * kept + durationMs * (1 - kept);
      atMs = nowMs;
    },
    get meanMs() {
      return meanMs;
    },
  };
};
