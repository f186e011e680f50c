import type { Clock } from "@cenote/core";
import type { TimeLimits } from "@cenote/providers";

/** A route with its time limits. */
interface TimedRoute {
  /** `<provider>/<upstream model>`. */
  readonly route: string;
  readonly limits: TimeLimits;
}

interface ExpectedCall {
  /** The `max_tokens` of the caller, if set. */
  readonly maxTokens?: number | undefined;
  /** Whether the call took long at another route. */
  readonly tookLong: boolean;
}

/**
 * Predicts plain answers that may take longer than the limit of the first content. Until it is complete, a plain answer
 * looks like silence, while a stream does not. Such answers are read as streams, at several times the processor time.
 */
export interface LongAnswers {
  /** Whether an answer should be read as a stream. */
  isExpected(route: TimedRoute, call: ExpectedCall): boolean;
  /**
   * @param tookMs Time from the request to the complete answer, or to the end of the wait. @returns Whether that was long.
   */
  note(route: TimedRoute, tookMs: number): boolean;
}

/** A wait of this fraction of the limit is long, because the next one may take several times as long. */
const LONG_SHARE = 0.25;
/** Time for which the answer times of a route are remembered. */
const REMEMBERED_MS = 600_000;
/** Most models are slower. */
const TOKENS_PER_SECOND = 100;
/** A limit as long as this is meant for complete answers, of models that reason without output. */
const MEANT_FOR_WHOLE_MS = 300_000;

/** Whether a route's first content may take as long as a complete answer. Then answers are never read as streams. */
export const isPatient = ({ firstContentMs, totalMs }: TimeLimits): boolean =>
  firstContentMs >= Math.min(totalMs, MEANT_FOR_WHOLE_MS);

export const createLongAnswers = (clock: Pick<Clock, "monotonicMs">): LongAnswers => {
  const longUntilMs = new Map<string, number>();
  return {
    isExpected({ route, limits }, { maxTokens = 0, tookLong }) {
      if (isPatient(limits)) return false;
      if (tookLong || maxTokens > (limits.firstContentMs / 1_000) * TOKENS_PER_SECOND) return true;
      const untilMs = longUntilMs.get(route);
      return untilMs !== undefined && untilMs > clock.monotonicMs();
    },
    note({ route, limits: { firstContentMs } }, tookMs) {
      if (tookMs < firstContentMs * LONG_SHARE) return false;
      longUntilMs.set(route, clock.monotonicMs() + REMEMBERED_MS);
      return true;
    },
  };
};
