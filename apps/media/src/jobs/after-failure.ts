import type { ProviderError } from "@cenote/providers";

/**
 * Whether another provider may be asked after one did not take a job. Not where the request itself is at fault, and not
 * where the provider may have taken it after all: the video would be made, and paid for by us, twice.
 */
export const mayTryNextRoute = ({ kind, phase }: ProviderError): boolean => {
  switch (kind) {
    case "invalid":
    case "unreachable":
    case "rate_limited":
    case "credentials":
    case "quota":
    case "model_gone":
    case "server":
      return true;
    case "timeout":
      return phase === "connect";
    case "rejected":
    case "content_policy":
    case "context_length":
    case "malformed":
    case "cut":
    case "aborted":
      return false;
  }
};
