import { hasErrorCode } from "./cenote-error";
import { type Clock, sleep } from "./clock";

export interface Patience {
  readonly clock: Clock;
  /** How long after the first request a failure still leads to another. */
  readonly limitMs: number;
  readonly againAfterMs: number;
  /** Whether a failure means that nobody answered: by default, if it is `overloaded`. A refusal is not repeated. */
  readonly isUnanswered?: (error: unknown) => boolean;
  /** Called before it is asked again. */
  readonly onUnanswered?: (error: unknown) => void;
}

const isOverloaded = (error: unknown): boolean => hasErrorCode(error, "overloaded");

/**
 * Repeats a request until it is answered; an unanswered one may have been executed all the same. Throws the last failure
 * once the limit has passed.
 */
export const patiently = async <Answer>(
  ask: () => Promise<Answer>,
  { clock, limitMs, againAfterMs, isUnanswered = isOverloaded, onUnanswered = () => {} }: Patience,
): Promise<Answer> => {
  const untilMs = clock.monotonicMs() + limitMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isUnanswered(error) || clock.monotonicMs() >= untilMs) throw error;
      onUnanswered(error);
    }
    await sleep(clock, againAfterMs);
  }
};
