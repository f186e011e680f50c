import type { ProviderErrorKind } from "@cenote/providers";

/** What a failed try means for the rest of the call. */
export type Verdict = "next_route" | "stop";

/**
 * Decides after a try that failed before any content. What is wrong with the request itself is told, not routed
 * around; whatever is wrong with the provider, its key or the way to it may be right elsewhere.
 */
export const afterFailure = (kind: ProviderErrorKind): Verdict => {
  switch (kind) {
    case "rejected":
    case "content_policy":
    case "context_length":
    case "aborted":
      return "stop";
    case "unreachable":
    case "timeout":
    case "rate_limited":
    case "credentials":
    case "quota":
    case "model_gone":
    case "server":
    case "malformed":
    case "cut":
      return "next_route";
  }
};
