import type { CallInfo } from "@cenote/contracts";

/** Id of the call that was paid for. For a replayed answer it is that of the earlier request, not of this one. */
export const paidIdOf = (info: CallInfo | undefined, requestId: string): string => info?.originalRequestId ?? requestId;
