import { CenoteError } from "@cenote/core";

/** Ends the provider's stream when the caller leaves, and when this side has a reason of its own. */
export interface UpstreamSignal {
  readonly signal: AbortSignal;
  abort(): void;
  /** Lets go of the caller's signal. */
  close(): void;
}

/** @param caller Fires when the caller goes away. */
export const createUpstreamSignal = (caller: AbortSignal): UpstreamSignal => {
  const controller = new AbortController();
  // A reason of our own: the default is an exception with a stack, built each time.
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
