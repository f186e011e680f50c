import { ShuttingDown } from "@cenote/core";

/** Only a shutdown. Whatever else ends a call, such as rubbish sent over its WebSocket, may be a caller's way to leave. */
const isCut = ({ reason }: AbortSignal): boolean => reason instanceof ShuttingDown;

/** Whether nobody waits for the answer any longer, by the caller's own doing. */
export const hasLeft = (signal: AbortSignal): boolean => signal.aborted && !isCut(signal);

/**
 * Last check before charging a plain answer: one that we do not deliver, because the process stops, is not charged.
 * Errors: the reason of the abort.
 */
export const throwIfCut = (signal: AbortSignal): void => {
  if (signal.aborted && isCut(signal)) throw signal.reason as ShuttingDown;
};
