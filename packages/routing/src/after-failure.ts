import type { ProviderError } from "@cenote/providers";

/** What a failed try means for the rest of its call. */
export interface Verdict {
  /**
   * `stop`: the request itself is wrong, and the caller is told. `larger_context`: only routes that take a longer
   * prompt.
   */
  readonly next: "next_key" | "next_route" | "larger_context" | "stop";
  /** The failure may pass: worth another round after the other routes. */
  readonly again: boolean;
  /** What it counts as for the route; `none` if the fault is not the route's. */
  readonly counts: "failure" | "answered" | "none";
}

const STOP: Verdict = { next: "stop", again: false, counts: "answered" };
const BROKEN: Verdict = { next: "next_route", again: false, counts: "failure" };
const PASSING: Verdict = { next: "next_route", again: true, counts: "failure" };
const KEY: Verdict = { next: "next_key", again: false, counts: "none" };

const FORBIDDEN = 403;

/**
 * Decides what follows a try that failed before any content. A request that is wrong is reported, not routed around; a
 * fault of the provider, its key or the way to it may not exist elsewhere.
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
      // Another protocol may be able to express it.
      return { ...BROKEN, counts: "none" };
    case "aborted":
      return { ...STOP, counts: "none" };
    case "context_length":
      return { ...STOP, next: "larger_context" };
    case "unreachable":
    case "server":
      return PASSING;
    case "rate_limited":
      return { ...KEY, again: true };
    case "credentials":
    case "quota":
    case "over_limit":
      return KEY;
    case "model_gone":
      return { ...BROKEN, counts: "none" };
    case "unexplained":
      // Another key may be allowed what this one is not.
      return { ...KEY, next: status === FORBIDDEN ? "next_key" : "next_route" };
    case "timeout":
      // The call's own time ran out, which says nothing about the route.
      return phase === "total" ? { ...BROKEN, counts: "none" } : BROKEN;
    case "malformed":
    case "cut":
      return BROKEN;
  }
};
