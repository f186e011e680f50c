import { CenoteError } from "@cenote/core";

/** Ends the provider's stream when the caller leaves, or for a reason of our own. */
export interface UpstreamSignal {
  readonly signal: AbortSignal;
  abort(): void;
  /** Stops listening to the caller's signal. */
  close(): void;
}

/** @param caller Fires when the caller disconnects. */
export const createUpstreamSignal = (caller: AbortSignal): UpstreamSignal => {
  const controller = new AbortController();
  // An explicit reason, because the default is an exception whose stack is captured each time.
  const abort = () => {
    controller.abort(caller.aborted ? caller.reason : new CenoteError("cancelled"));
  };
  if (caller.aborted) abort();
  else caller.addEventListener("abort", abort, { once: true });
  return {
    signal: controller.signal,
    abort,
    close() {
      caller.removeEventListener("abort", abort);
    },
  };
};
