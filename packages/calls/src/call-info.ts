import type { CallInfo } from "@cenote/contracts";
import type { CallTimes } from "./call-times";
import type { PaidCall } from "./paid-call";

/** Of answers made now: REST gives an answer the members that came with its edition or before. */
const EDITION = 4;

/** How a call went so far, as its caller is told. */
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

/** What of it is true for whoever gets the answer later. */
export const replayedInfo = (info: CallInfo | undefined): CallInfo => ({
  rateLimits: undefined,
  attempts: 0,
  upstreamUs: 0,
  droppedFields: info?.droppedFields ?? [],
  edition: info?.edition,
});
