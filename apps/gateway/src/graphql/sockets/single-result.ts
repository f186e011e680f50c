import type { ExecutionResult } from "graphql";
import { createEventSource, type EventSource } from "../streams/event-source";

export interface SingleResultOptions {
  readonly run: () => Promise<ExecutionResult>;
  /** Called at the end, or when the client completes the operation. */
  readonly stop: () => void;
}

/**
 * The result of a query or mutation as a stream of one result. When a client completes an operation, the library stops
 * only streams. Without this, a call would continue and be charged although nobody reads it.
 */
export const createSingleResult = ({ run, stop }: SingleResultOptions): EventSource<ExecutionResult> => {
  let isRead = false;
  return createEventSource({
    async read() {
      if (isRead) return undefined;
      isRead = true;
      return [await run()];
    },
    close: stop,
  });
};
