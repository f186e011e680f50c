import { ShuttingDown } from "@cenote/core";

/** Whether a shutdown ended the call. Any other end, such as invalid data over a WebSocket, may be the caller's doing. */
const isCut = ({ reason }: AbortSignal): boolean => reason instanceof ShuttingDown;

/** Whether the caller has left, so that nobody waits for the answer. */
export const hasLeft = (signal: AbortSignal): boolean => signal.aborted && !isCut(signal);

/**
 * The last check before a plain answer is charged. An answer that is not delivered because the process stops is free.
 * Errors: the reason of the abort.
 */
export const throwIfCut = (signal: AbortSignal): void => {
  if (signal.aborted && isCut(signal)) throw signal.reason as ShuttingDown;
};
