import type { CallInfo } from "@cenote/contracts";

/** Id of the call that was charged. For a replayed answer, that is the earlier request's id. */
export const paidIdOf = (info: CallInfo | undefined, requestId: string): string => info?.originalRequestId ?? requestId;
