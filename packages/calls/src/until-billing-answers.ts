import { answeredWithin, CenoteError, type Clock, type Log, NoAnswer, sleep, toCenoteError } from "@cenote/core";
import { isRefusal } from "./billing-refusals";

export interface BillingRequest<Answer> {
  /** Asks once. However often it is asked, billing acts once. */
  readonly ask: () => Promise<Answer>;
  /** How long it is retried, pauses included. */
  readonly patienceMs: number;
  /** For the log. */
  readonly what: string;
  readonly requestId: string | undefined;
}

/**
 * Time limit of a retry; longer than billing takes to notice that its database is away. The first try is limited only
 * by that or by the connection's deadline, because a timer for every call that goes well would cost more than it saves.
 */
const TRY_MS = 10_000;
/** Pause before the second try; doubles each time, up to the longest. */
const BACKOFF_MS = 250;
const LONGEST_BACKOFF_MS = 4_000;

/** A try that is not answered in time has an unknown outcome, as when billing is away. */
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
 * Only a refusal by billing is final. After any other failure the request is repeated for a while: another replica of
 * billing may succeed, since this one may be down or have another internal token. Errors: those of the request. If it is
 * not known whether billing acted, the error is not retryable.
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
