import { hasErrorCode } from "./cenote-error";
import { type Clock, sleep } from "./clock";

export interface RetryOptions {
  readonly clock: Clock;
  /** Time from the first request in which a failed request is retried. */
  readonly limitMs: number;
  /** Pause before a retry. */
  readonly retryAfterMs: number;
  /** Whether an error means that there was no answer. Default: if it is `overloaded`. Other errors are not retried. */
  readonly isUnanswered?: (error: unknown) => boolean;
  /** Called before a retry. */
  readonly onUnanswered?: (error: unknown) => void;
}

const isOverloaded = (error: unknown): boolean => hasErrorCode(error, "overloaded");

/**
 * Retries a request until it is answered. An unanswered request may have been executed nevertheless. Throws the last
 * error once the limit has passed.
 */
export const retryUntilAnswered = async <Answer>(
  ask: () => Promise<Answer>,
  { clock, limitMs, retryAfterMs, isUnanswered = isOverloaded, onUnanswered = () => {} }: RetryOptions,
): Promise<Answer> => {
  const untilMs = clock.monotonicMs() + limitMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isUnanswered(error) || clock.monotonicMs() >= untilMs) throw error;
      onUnanswered(error);
    }
    await sleep(clock, retryAfterMs);
  }
};
