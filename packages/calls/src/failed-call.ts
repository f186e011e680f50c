import type { CenoteError } from "@cenote/core";
import type { CallTimes } from "./call-times";
import type { PaidCall } from "./paid-call";

/** Releases what a call held of which nothing was delivered. @returns Its error, with how the call went. */
export const failedCall = async (paid: PaidCall, times: CallTimes, error: CenoteError): Promise<CenoteError> => {
  const failure = error.with({ attempts: times.trace.attempts.length, rateLimits: paid.rateLimits });
  await paid.release(times.record(failure.code));
  return failure;
};
