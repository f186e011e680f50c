import { RateLimiterMemory } from "rate-limiter-flexible";
import type { WindowState } from "./call-limits";

/** Points used by each subject in its current window. */
export interface RateWindow {
  /** Counts the points, whether or not they fit. */
  take(subject: string, points: number, limit: number): Promise<WindowState & { readonly fits: boolean }>;
  /** Counts more points, or fewer where negative, without asking whether they fit. */
  correct(subject: string, points: number): Promise<void>;
}

export const WINDOW_MS = 60_000;

/** Fixed windows of a minute in this process's memory. A window begins with the subject's first points. */
export const createMemoryRateWindow = (): RateWindow => {
  // The library counts; whether it fits is asked here, since each subject has a limit of its own.
  const limiter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: WINDOW_MS / 1_000 });
  return {
    async take(subject, points, limit) {
      const { consumedPoints, msBeforeNext } = await limiter.consume(subject, points);
      return { fits: consumedPoints <= limit, limit, remaining: Math.max(0, limit - consumedPoints), resetMs: Math.max(0, msBeforeNext) };
    },
    async correct(subject, points) {
      await (points < 0 ? limiter.reward(subject, -points) : limiter.penalty(subject, points));
    },
  };
};
