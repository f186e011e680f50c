import type { ProviderError, ProviderErrorKind } from "@cenote/providers";

/**
 * The place of each kind, the most telling first: what the caller can change, what will pass, what is broken, what no
 * route can express, what may be either side's fault, what is ours.
 */
const PLACE: Readonly<Record<ProviderErrorKind, number>> = {
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
 * The failure reported for a call that failed everywhere: the first of the most telling kind, in the provider's words,
 * with the soonest retry time any route gave.
 */
export const tellingFailure = (failures: readonly ProviderError[]): ProviderError | undefined => {
  const [first] = failures.toSorted((a, b) => PLACE[a.kind] - PLACE[b.kind]);
  if (first === undefined) return undefined;
  const times = failures.flatMap(({ retryAfterMs }) => retryAfterMs ?? []);
  if (times.length === 0 || Math.min(...times) === first.retryAfterMs) return first;
  return first.with({ retryAfterMs: Math.min(...times) }, first);
};
