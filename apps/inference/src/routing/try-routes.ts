import { CenoteError, type Clock, type Log, toCenoteError } from "@cenote/core";
import { ProviderError } from "@cenote/providers";
import { afterFailure } from "./after-failure";
import type { Candidate } from "./candidates";
import { toCallError } from "./call-error";

/** One try, as it goes into the call's record. */
export interface Attempt {
  readonly route: string;
  /** `ok`, or the kind of failure. */
  readonly outcome: string;
  readonly durationMs: number;
}

export interface RouteAnswer<T> {
  readonly answer: T;
  readonly candidate: Candidate;
}

export interface TryRoutesOptions<T> {
  readonly candidates: readonly Candidate[];
  /** Resolves with the first content, rejects with a ProviderError. */
  readonly attempt: (candidate: Candidate) => Promise<T>;
  /** Filled as tries end, so that a caller who gives up still knows them. */
  readonly attempts: Attempt[];
  readonly clock: Clock;
  readonly log: Log;
  readonly requestId: string;
}

/**
 * Tries routes in order until one gives content. Errors: provider_unavailable with the words of the provider that failed
 * last, cancelled.
 */
export const tryRoutes = async <T>(options: TryRoutesOptions<T>): Promise<RouteAnswer<T>> => {
  const { candidates, attempt, attempts, clock, log, requestId } = options;
  let failure: unknown;
  for (const candidate of candidates) {
    const startMs = clock.monotonicMs();
    try {
      const answer = await attempt(candidate);
      attempts.push({ route: candidate.route, outcome: "ok", durationMs: clock.monotonicMs() - startMs });
      return { answer, candidate };
    } catch (error) {
      failure = error;
      if (!(error instanceof ProviderError)) throw toCenoteError(error);
      attempts.push({ route: candidate.route, outcome: error.kind, durationMs: clock.monotonicMs() - startMs });
      if (error.kind !== "aborted") {
        log.warn({ requestId, route: candidate.route, kind: error.kind, status: error.status, phase: error.phase }, "route failed");
      }
      if (afterFailure(error.kind) === "stop") break;
    }
  }
  if (failure === undefined) throw new CenoteError("provider_unavailable", "No route of this model can be used at the moment.");
  throw toCallError(failure);
};
