import { formatCount } from "../../format/format-count";
import type { KeyLimitsInput } from "../../generated/operations";
import type { ApiKey } from "./api-key";

/** Limits as typed; empty for the organization's. */
export interface LimitFields {
  readonly requestsPerMinute: string;
  readonly tokensPerMinute: string;
  readonly concurrentRequests: string;
}

export const NO_LIMITS: LimitFields = { requestsPerMinute: "", tokensPerMinute: "", concurrentRequests: "" };

const limitOf = (typed: string): number | null => (typed.trim() === "" ? null : Number(typed));

export const toLimits = ({ requestsPerMinute, tokensPerMinute, concurrentRequests }: LimitFields): KeyLimitsInput => ({
  requestsPerMinute: limitOf(requestsPerMinute),
  tokensPerMinute: limitOf(tokensPerMinute),
  concurrentRequests: limitOf(concurrentRequests),
});

export const toFields = ({
  requestsPerMinute,
  tokensPerMinute,
  concurrentRequests,
}: ApiKey["limits"]): LimitFields => ({
  requestsPerMinute: `${requestsPerMinute}`,
  tokensPerMinute: `${tokensPerMinute}`,
  concurrentRequests: `${concurrentRequests}`,
});

/** Only changed limits: a limit that is shown may be the organization's, and must not become the key's own. */
export const toChanges = (before: LimitFields, typed: LimitFields): KeyLimitsInput => {
  const { requestsPerMinute, tokensPerMinute, concurrentRequests } = toLimits(typed);
  return {
    ...(typed.requestsPerMinute === before.requestsPerMinute ? {} : { requestsPerMinute }),
    ...(typed.tokensPerMinute === before.tokensPerMinute ? {} : { tokensPerMinute }),
    ...(typed.concurrentRequests === before.concurrentRequests ? {} : { concurrentRequests }),
  };
};

/** `60 calls, 100,000 tokens a minute; 16 at once` */
export const describeLimits = (
  { requestsPerMinute, tokensPerMinute, concurrentRequests }: ApiKey["limits"],
  locale?: string,
): string =>
  `${formatCount(requestsPerMinute, locale)} calls, ${formatCount(tokensPerMinute, locale)} tokens a minute; ${formatCount(concurrentRequests, locale)} at once`;
