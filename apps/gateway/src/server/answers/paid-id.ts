import type { CallInfo } from "@cenote/contracts";

/** Id of the call that was paid for: for an answer given again not this request's, but that of the one it was made for. */
export const paidIdOf = (info: CallInfo | undefined, requestId: string): string => info?.originalRequestId ?? requestId;
