import type { ProviderError } from "@cenote/providers";

/** What the call does after a failed try. */
export interface Verdict {
  /**
   * `stop`: the request itself is wrong, and the caller gets an error. `larger_context`: only routes with a larger
   * context window are tried from here on.
   */
  readonly next: "next_key" | "next_route" | "larger_context" | "stop";
  /** The failure is transient: the route may be tried again in another round, after the other routes. */
  readonly retryable: boolean;
  /** What the circuit breaker of the route counts it as; `none` if the route is not at fault. */
  readonly countsAs: "failure" | "answered" | "none";
}

const STOP: Verdict = { next: "stop", retryable: false, countsAs: "answered" };
const BROKEN: Verdict = { next: "next_route", retryable: false, countsAs: "failure" };
const PASSING: Verdict = { next: "next_route", retryable: true, countsAs: "failure" };
const KEY: Verdict = { next: "next_key", retryable: false, countsAs: "none" };

const FORBIDDEN = 403;

/**
 * Decides what follows a try that failed before any content. An invalid request is reported, since every route would
 * refuse it. A fault of the provider, of our key or of the network may not affect the next route.
 */
export const afterFailure = ({
  kind,
  phase,
  status,
}: Pick<ProviderError, "kind" | "phase"> & Partial<Pick<ProviderError, "status">>): Verdict => {
  switch (kind) {
    case "rejected":
    case "content_policy":
      return STOP;
    case "invalid":
      // Another provider's protocol may be able to express the request.
      return { ...BROKEN, countsAs: "none" };
    case "aborted":
      return { ...STOP, countsAs: "none" };
    case "context_length":
      return { ...STOP, next: "larger_context" };
    case "unreachable":
    case "server":
      return PASSING;
    case "rate_limited":
      return { ...KEY, retryable: true };
    case "credentials":
    case "quota":
    case "over_limit":
      return KEY;
    case "model_gone":
      return { ...BROKEN, countsAs: "none" };
    case "unexplained":
      // Another key may have the permission that this one lacks.
      return { ...KEY, next: status === FORBIDDEN ? "next_key" : "next_route" };
    case "timeout":
      // The deadline of the whole call has passed, which says nothing about the route.
      return phase === "total" ? { ...BROKEN, countsAs: "none" } : BROKEN;
    case "malformed":
    case "cut":
      return BROKEN;
  }
};
