import type { PaidCall } from "./paid-call";

/** Ends the provider's call when the caller leaves, when the hold turns out to be refused, or when told to. */
export interface UpstreamSignal {
  readonly signal: AbortSignal;
  abort(): void;
  /** Aborts what may still run and lets go of the caller's signal. */
  close(): void;
}

/** @param caller Fires when the caller goes away. */
export const createUpstreamSignal = (caller: AbortSignal, paid: PaidCall): UpstreamSignal => {
  const controller = new AbortController();
  const abort = () => { controller.abort(); };
  if (caller.aborted) abort();
  else caller.addEventListener("abort", abort, { once: true });
  paid.confirmed.catch(abort);
  return {
    signal: controller.signal,
    abort,
    close() {
      caller.removeEventListener("abort", abort);
      abort();
    },
  };
};
