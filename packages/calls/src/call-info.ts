import type { CallInfo } from "@cenote/contracts";
import type { CallTimes } from "./call-times";
import type { PaidCall } from "./paid-call";

/** Edition of new answers: REST renders an answer as its edition did. */
const EDITION = 4;

/** The info of a call's answer, so far. */
export const madeInfo = (
  { rateLimits }: PaidCall,
  times: CallTimes,
  { shutdownDate }: { readonly shutdownDate: string | undefined },
  droppedFields: readonly string[] = [],
): CallInfo => ({
  rateLimits,
  attempts: times.history.attempts.length,
  upstreamUs: times.upstreamUs(),
  droppedFields: [...droppedFields],
  shutdownDate,
  edition: EDITION,
});

/** The part of an answer's info that stays true when the answer is replayed. */
export const replayedInfo = (info: CallInfo | undefined): CallInfo => ({
  rateLimits: undefined,
  attempts: 0,
  upstreamUs: 0,
  droppedFields: info?.droppedFields ?? [],
  edition: info?.edition,
});
