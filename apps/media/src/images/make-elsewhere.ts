import type { ProviderErrorKind } from "@cenote/providers";

/** Whether another provider may do better. What is wrong with the request itself is told, not routed around. */
export const mayMakeElsewhere = (kind: ProviderErrorKind): boolean => {
  switch (kind) {
    case "rejected":
    case "content_policy":
    case "context_length":
    case "aborted":
      return false;
    case "invalid":
    case "unreachable":
    case "timeout":
    case "rate_limited":
    case "credentials":
    case "quota":
    case "model_gone":
    case "server":
    case "malformed":
    case "cut":
      return true;
  }
};
