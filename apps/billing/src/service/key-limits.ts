import type { KeyLimits } from "@cenote/contracts";
import { invalidRequest } from "@cenote/core";
import {
  LIMIT_NAMES,
  type LimitChanges,
  type LimitName,
  type LimitNumbers,
  NO_LIMITS,
} from "../limits/limits-in-force";

/** The maximum of `cenote.yaml`. */
const MAX_LIMIT = 1_000_000_000;

const PARAMS = {
  requestsPerMinute: "limits.requests_per_minute",
  tokensPerMinute: "limits.tokens_per_minute",
  concurrentRequests: "limits.concurrent_requests",
} as const satisfies Record<LimitName, string>;

/** Errors: invalid_request_error. */
export const readLimits = (limits: KeyLimits | undefined): LimitChanges => {
  if (limits === undefined) return NO_LIMITS;
  for (const name of LIMIT_NAMES) {
    const limit = limits[name] ?? 0;
    if (limit < 0 || limit > MAX_LIMIT) throw invalidRequest(PARAMS[name], `${PARAMS[name]}: from 0 to ${MAX_LIMIT}.`);
  }
  return limits;
};

/** Errors: invalid_request_error. */
export const requireAtMost = (limits: LimitChanges, organization: LimitNumbers): void => {
  for (const name of LIMIT_NAMES) {
    if ((limits[name] ?? 0) > organization[name])
      throw invalidRequest(PARAMS[name], `${PARAMS[name]}: at most the organization's, ${organization[name]}.`);
  }
};
