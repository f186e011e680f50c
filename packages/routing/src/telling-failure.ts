import type { ProviderError, ProviderErrorKind } from "@cenote/providers";

/**
 * Most telling first: what the caller can change, what will pass, what is broken, what no route can express, what may be
 * either side's fault, what is ours.
 */
const MOST_TELLING: readonly ProviderErrorKind[] = [
  "aborted",
  "content_policy",
  "rejected",
  "context_length",
  "over_limit",
  "rate_limited",
  "server",
  "malformed",
  "cut",
  "timeout",
  "unreachable",
  "invalid",
  "unexplained",
  "model_gone",
  "quota",
  "credentials",
];

/**
 * The failure reported for a call that failed everywhere: the first of the most telling kind, in the provider's words,
 * with the soonest retry time any route gave.
 */
export const tellingFailure = (failures: readonly ProviderError[]): ProviderError | undefined => {
  const [first] = failures.toSorted((a, b) => MOST_TELLING.indexOf(a.kind) - MOST_TELLING.indexOf(b.kind));
  if (first === undefined) return undefined;
  const times = failures.flatMap(({ retryAfterMs }) => retryAfterMs ?? []);
  if (times.length === 0 || Math.min(...times) === first.retryAfterMs) return first;
  return first.with({ retryAfterMs: Math.min(...times) }, first);
};
