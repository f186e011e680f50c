import type { Clock } from "@cenote/core";

/** A moving mean in which recent measurements count most. */
export interface LatencyMean {
  note(durationMs: number): void;
  /** Milliseconds; undefined before the first. */
  readonly meanMs: number | undefined;
}

/** After this time without a measurement, half of the old mean is forgotten at the next. */
const HALF_LIFE_MS = 10_000;
/** Largest share of the old mean that is kept, so that a burst of measurements counts too. */
const MOST_KEPT = 0.9;

export const createLatencyMean = (clock: Clock): LatencyMean => {
  let meanMs: number | undefined;
  let atMs = 0;
  return {
    note(durationMs) {
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
