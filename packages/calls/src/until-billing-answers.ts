import { answeredWithin, CenoteError, type Clock, type Log, NoAnswer, sleep, toCenoteError } from "@cenote/core";
import { isRefusal } from "./billing-refusals";

export interface BillingRequest<Answer> {
  /** One attempt. Must be idempotent in billing. */
  readonly ask: () => Promise<Answer>;
  /** How long to retry, including pauses. */
  readonly patienceMs: number;
  /** For the log. */
  readonly what: string;
  readonly requestId: string | undefined;
}

/**
 * Timeout of a retry; longer than billing takes to detect that its database is away. The first attempt has no timer of its
 * own, which would cost every successful call; billing's detection or the connection's deadline ends it.
 */
const TRY_MS = 10_000;
/** Pause before the second attempt; doubles each time, up to `LONGEST_BACKOFF_MS`. */
const BACKOFF_MS = 250;
const LONGEST_BACKOFF_MS = 4_000;

/** A retry. After its timeout the outcome is unknown, as when billing is down. */
const askAgain = async <Answer>(clock: Clock, ask: () => Promise<Answer>, limitMs: number): Promise<Answer> => {
  try {
    return await answeredWithin(clock, limitMs, ask());
  } catch (thrown) {
    throw thrown instanceof NoAnswer
      ? new CenoteError("overloaded", "Billing does not answer.", { cause: thrown })
      : thrown;
  }
};

/**
 * Sends a request to billing, with retries. Only a refusal is final. After any other failure the request is retried with
 * backoff: this replica of billing may be down or have another internal token, and another one may succeed. Errors: those
 * of the request. If it is unknown whether billing acted, the error is not retryable.
 */
export const untilBillingAnswers = async <Answer>(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  { ask, patienceMs, what, requestId }: BillingRequest<Answer>,
): Promise<Answer> => {
  const untilMs = clock.monotonicMs() + patienceMs;
  for (let tries = 1, backoffMs = BACKOFF_MS; ; tries++, backoffMs = Math.min(backoffMs * 2, LONGEST_BACKOFF_MS)) {
    try {
      const answer = tries === 1 ? ask() : askAgain(clock, ask, Math.min(TRY_MS, untilMs - clock.monotonicMs()));
      return await answer;
    } catch (thrown) {
      const error = toCenoteError(thrown);
      if (isRefusal(error)) throw error;
      if (clock.monotonicMs() + backoffMs >= untilMs)
        throw new CenoteError(error.code, error.message, { retryable: false, cause: thrown });
      log.warn({ requestId, tries, error }, `${what} failed and is retried`);
      await sleep(clock, backoffMs);
    }
  }
};
