import type { ProviderError, ProviderErrorKind } from "@cenote/providers";

/**
 * The precedence of each kind, lowest first, by what the caller learns from it: what the caller can change, what is
 * transient, what is broken, what no route can express, what may be either side's fault, what is our own fault.
 */
const PRECEDENCE: Readonly<Record<ProviderErrorKind, number>> = {
  aborted: 0,
  content_policy: 1,
  rejected: 2,
  context_length: 3,
  over_limit: 4,
  rate_limited: 5,
  server: 6,
  malformed: 7,
  cut: 8,
  timeout: 9,
  unreachable: 10,
  invalid: 11,
  unexplained: 12,
  model_gone: 13,
  quota: 14,
  credentials: 15,
};

/**
 * The failure that is reported if all routes failed: the first one of the kind with the lowest precedence, with the
 * provider's message and the shortest retry time that any route gave.
 */
export const reportedFailure = (failures: readonly ProviderError[]): ProviderError | undefined => {
  const [first] = failures.toSorted((a, b) => PRECEDENCE[a.kind] - PRECEDENCE[b.kind]);
  if (first === undefined) return undefined;
  const times = failures.flatMap(({ retryAfterMs }) => retryAfterMs ?? []);
  if (times.length === 0 || Math.min(...times) === first.retryAfterMs) return first;
  return first.with({ retryAfterMs: Math.min(...times) }, first);
};
