import type { CenoteError } from "@cenote/core";
import type { CallTimes } from "./call-times";
import type { PaidCall } from "./paid-call";

/** Adds a call's number of attempts and its key's rate limits to its error. */
export const withCallInfo = (
  error: CenoteError,
  { rateLimits }: Pick<PaidCall, "rateLimits">,
  { history }: Pick<CallTimes, "history">,
): CenoteError => error.with({ attempts: history.attempts.length, rateLimits });

/** Releases the hold of a call that delivered nothing. @returns Its error, with the call's info. */
export const failedCall = async (paid: PaidCall, times: CallTimes, error: CenoteError): Promise<CenoteError> => {
  await paid.release(times.record(error.code));
  return withCallInfo(error, paid, times);
};
