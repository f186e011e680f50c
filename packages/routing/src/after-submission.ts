import type { ProviderError } from "@cenote/providers";
import { type Verdict, afterFailure } from "./after-failure";

type Failure = Pick<ProviderError, "kind" | "phase" | "sent"> & Partial<Pick<ProviderError, "status">>;

/**
 * Statuses with which a proxy, or the provider's gateway, says that the server behind it did not answer: 408, 502, 504,
 * and Cloudflare's 520 and 524. A 503 and Cloudflare's other statuses say that this server was not reached.
 */
const UNANSWERED: ReadonlySet<number | undefined> = new Set([408, 502, 504, 520, 524]);

/** Whether the provider may have accepted the job, although its answer did not arrive or can't be read. */
const mayBeAccepted = ({ kind, phase, sent, status }: Failure): boolean => {
  switch (kind) {
    case "timeout":
      return phase !== "connect";
    case "unreachable":
      return sent;
    case "malformed":
    case "cut":
    case "aborted":
      return true;
    case "server":
      return UNANSWERED.has(status);
    case "invalid":
    case "rate_limited":
    case "credentials":
    case "quota":
    case "over_limit":
    case "model_gone":
    case "unexplained":
    case "rejected":
    case "content_policy":
    case "context_length":
      return false;
  }
};

/**
 * Like `afterFailure`, for the submission of a job. A job that a provider may have accepted is not submitted anywhere
 * else, because it could be made and billed twice. After a server error of a provider, the same provider is not tried
 * again, because it is unknown how far it came.
 */
export const afterSubmission = (failure: Failure): Verdict => {
  const verdict = afterFailure(failure);
  if (mayBeAccepted(failure)) return { ...verdict, next: "stop", retryable: false };
  return failure.kind === "server" ? { ...verdict, retryable: false } : verdict;
};
