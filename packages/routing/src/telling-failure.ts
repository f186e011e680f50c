import { ProviderError, type ProviderErrorKind } from "@cenote/providers";

/** The earlier in this list, the more it tells the caller: what he can change, what will pass, what is broken, what may be his or our affair, what is ours. */
const MOST_TELLING: readonly ProviderErrorKind[] = [
  "aborted", "content_policy", "rejected", "context_length", "invalid", "rate_limited", "server", "malformed", "cut", "timeout", "unreachable", "unexplained", "model_gone", "quota", "credentials",
];

/**
 * The one failure a call that failed everywhere is told with: of the most telling kind, the first there was. Words are the
 * provider's; the time to come back is the soonest that any route gave.
 */
export const tellingFailure = (failures: readonly ProviderError[]): ProviderError | undefined => {
  const [first] = failures.toSorted((a, b) => MOST_TELLING.indexOf(a.kind) - MOST_TELLING.indexOf(b.kind));
  if (first === undefined) return undefined;
  const times = failures.flatMap(({ retryAfterMs }) => retryAfterMs ?? []);
  if (times.length === 0 || Math.min(...times) === first.retryAfterMs) return first;
  const { kind, message, status, phase, param, sent } = first;
  return new ProviderError({
    kind, message, sent, retryAfterMs: Math.min(...times), ...(status === undefined ? {} : { status }), ...(phase === undefined ? {} : { phase }),
    ...(param === undefined ? {} : { param }),
  }, first);
};
