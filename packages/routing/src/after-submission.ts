import type { ProviderError } from "@cenote/providers";
import { type Verdict, afterFailure } from "./after-failure";

type Failure = Pick<ProviderError, "kind" | "phase" | "sent"> & Partial<Pick<ProviderError, "status">>;

/**
 * What something in between, or the provider's own entrance, says when it has no answer of the one that takes jobs: 408,
 * 502, 504, and Cloudflare's 520 and 524. A 503 and the other numbers of Cloudflare's say that it was not reached.
 */
const UNANSWERED: ReadonlySet<number | undefined> = new Set([408, 502, 504, 520, 524]);

/** Whether the job may be under way at the provider, though its answer never came or can't be read. */
const mayBeTaken = ({ kind, phase, sent, status }: Failure): boolean => {
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
 * Like `afterFailure`, for a provider that did not accept a job. If it may have accepted it, nobody else gets the job:
 * it would be made and paid for twice. A provider that failed internally is not asked again: nobody knows how far it
 * came.
 */
export const afterSubmission = (failure: Failure): Verdict => {
  const verdict = afterFailure(failure);
  if (mayBeTaken(failure)) return { ...verdict, next: "stop", again: false };
  return failure.kind === "server" ? { ...verdict, again: false } : verdict;
};
