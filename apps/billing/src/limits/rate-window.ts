import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** Points used by each subject in its current window. */
export interface RateWindow {
  /** Counts the points, whether or not they fit. */
  take(subject: string, points: number): Promise<WindowState>;
  /** Counts more points, or fewer where negative, without asking whether they fit. */
  correct(subject: string, points: number): Promise<void>;
  /** From now on. */
  setLimit(points: number): void;
}

export interface WindowState {
  readonly fits: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Until the window ends and all points are there again. */
  readonly resetMs: number;
}

export const WINDOW_SECONDS = 60;

/** Fixed windows of a minute in this process's memory. A window begins with the subject's first points. */
export const createMemoryRateWindow = (limit: number): RateWindow => {
  const limiter = new RateLimiterMemory({ points: limit, duration: WINDOW_SECONDS });
  const stateOf = (result: RateLimiterRes, fits: boolean): WindowState =>
    ({ fits, limit: limiter.points, remaining: result.remainingPoints, resetMs: Math.max(0, result.msBeforeNext) });

  return {
    async take(subject, points) {
      try {
        return stateOf(await limiter.consume(subject, points), true);
      } catch (refusal) {
        // The library rejects with its result, which is no error.
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return stateOf(refusal, false);
      }
    },
    async correct(subject, points) {
      await (points < 0 ? limiter.reward(subject, -points) : limiter.penalty(subject, points));
    },
    setLimit(points) { limiter.points = points; },
  };
};
