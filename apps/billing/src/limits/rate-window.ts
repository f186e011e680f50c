import type { Clock } from "@cenote/core";
import type { WindowState } from "./call-limits";

/** Counts points per subject in windows of a minute. A window begins with its first points. */
export interface RateWindow {
  /** Adds the points, whether or not they fit. */
  take(subject: string, points: number, limit: number): WindowState & { readonly fits: boolean };
  /**
   * Adds points, or removes them if negative, without a check. No effect if the window has ended: points removed from the
   * next window would be free.
   */
  correct(subject: string, points: number): void;
  /** Forgets windows that are over. */
  sweep(): void;
}

interface Counted {
  points: number;
  readonly endsAtMs: number;
}

export const WINDOW_MS = 60_000;

/** Counts in this process's memory. */
export const createMemoryRateWindow = (clock: Clock): RateWindow => {
  const windows = new Map<string, Counted>();

  const current = (subject: string, nowMs: number): Counted => {
    const known = windows.get(subject);
    if (known !== undefined && nowMs < known.endsAtMs) return known;
    const begun = { points: 0, endsAtMs: nowMs + WINDOW_MS };
    windows.set(subject, begun);
    return begun;
  };

  return {
    take(subject, points, limit) {
      const nowMs = clock.monotonicMs();
      const counted = current(subject, nowMs);
      counted.points += points;
      return {
        fits: counted.points <= limit,
        limit,
        remaining: Math.max(0, limit - counted.points),
        resetMs: counted.endsAtMs - nowMs,
      };
    },
    correct(subject, points) {
      const counted = windows.get(subject);
      if (counted !== undefined && clock.monotonicMs() < counted.endsAtMs) counted.points += points;
    },
    sweep() {
      const nowMs = clock.monotonicMs();
      for (const [subject, { endsAtMs }] of windows) if (endsAtMs <= nowMs) windows.delete(subject);
    },
  };
};
