import type { Clock } from "@cenote/core";
import type { TimeLimits } from "@cenote/providers";

/** A route as a call has it. */
interface TimedRoute {
  /** `<provider>/<upstream model>`. */
  readonly route: string;
  readonly limits: TimeLimits;
}

interface ExpectedCall {
  /** The most that the caller asks for, if it is said. */
  readonly maxTokens?: number | undefined;
  /** It took long at another route. */
  readonly tookLong: boolean;
}

/**
 * Plain answers that may take so long that the limit of the first content would end them: until it is complete a plain
 * answer looks like silence, and a stream does not. They are read as streams, at several times the processor time.
 */
export interface LongAnswers {
  /** Whether an answer is to be read as a stream. */
  isExpected(route: TimedRoute, call: ExpectedCall): boolean;
  /**
   * @param tookMs From the request to the whole answer, or to the end of the wait for it. @returns Whether that was long.
   */
  note(route: TimedRoute, tookMs: number): boolean;
}

/** A wait of this share of the limit is long: the next one may be several times longer. */
const LONG_SHARE = 0.25;
/** What a route did is remembered for this long. */
const REMEMBERED_MS = 600_000;
/** Most models make fewer. */
const TOKENS_PER_SECOND = 100;
/** A limit as long as this is meant for whole answers, of models that think without a word. */
const MEANT_FOR_WHOLE_MS = 300_000;

/** Whether a route's first content may take as long as a whole answer: then it is never read as a stream. */
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
