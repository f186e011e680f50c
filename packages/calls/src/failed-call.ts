import type { CenoteError } from "@cenote/core";
import type { CallTimes } from "./call-times";
import type { PaidCall } from "./paid-call";

/** A call's error with how the call went: the tries it made and the limits of its key. */
export const withCallInfo = (
  error: CenoteError,
  { rateLimits }: Pick<PaidCall, "rateLimits">,
  { history }: Pick<CallTimes, "history">,
): CenoteError => error.with({ attempts: history.attempts.length, rateLimits });

/** Releases what a call held of which nothing was delivered. @returns Its error, with how the call went. */
export const failedCall = async (paid: PaidCall, times: CallTimes, error: CenoteError): Promise<CenoteError> => {
  await paid.release(times.record(error.code));
  return withCallInfo(error, paid, times);
};
