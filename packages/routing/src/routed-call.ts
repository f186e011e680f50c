import type { Model } from "@cenote/catalog";
import type { ProviderError, Target, TimeLimits } from "@cenote/providers";
import type { Verdict } from "./after-failure";
import type { Candidate } from "./candidates";

/** One try, as it goes into the call's record. */
export interface TryRecord {
  /** `<provider>/<upstream model>`; `<provider>#<n>/<upstream model>` where the provider has several keys. */
  readonly route: string;
  /** `ok`, or the kind of failure. */
  readonly outcome: string;
  /** To the end of its answer, whichever end that was; of an answer still under way, to its first content. */
  readonly durationMs: number;
}

/** The tries of a call so far. Filled as they end, so that a caller who gives up still knows them. */
export interface CallHistory {
  readonly attempts: TryRecord[];
  /** Milliseconds between rounds of tries. */
  waitedMs: number;
}

/** What one try is made with. */
export interface RouteTry<M extends Model = Model> {
  readonly candidate: Candidate<M>;
  /** With the key whose turn it is. */
  readonly target: Target;
  /** The route's, cut to what is left of the call's time. */
  readonly limits: TimeLimits;
  /** Whether another route in service could still be tried after it. */
  readonly hasSpare: () => boolean;
}

/** How a refusal of the prompt is reported. */
export interface RoutedPrompt {
  /** Its name: `provider_unavailable` has it as `param`. */
  readonly field: string;
  /** If it is too long, the error is a 400 that names it. */
  readonly isInvalidIfLong?: boolean;
}

/** @typeParam M Of the models that may answer. Its functions are handed nothing but `candidates`. */
export interface RoutedCall<T, M extends Model = Model> {
  readonly candidates: readonly Candidate<M>[];
  /** Rank by how much of the call a route leaves out; 0 for all if absent. Weights are shared only within a rank. */
  readonly rankOf?: (candidate: Candidate<M>) => number;
  /** Resolves with the first content or the whole answer, rejects with a ProviderError. */
  readonly attempt: (routeTry: RouteTry<M>) => Promise<T>;
  /** What follows a failure; `afterFailure` without. */
  readonly verdictOf?: (failure: ProviderError) => Verdict;
  readonly prompt?: RoutedPrompt;
  /**
   * Whether the caller set a field, by its REST name. If a provider's refusal names such a field, the call is a 400 that
   * names it. If it names another field, the operator's configuration is wrong, and the call is `provider_unavailable`.
   */
  readonly isGiven?: (field: string) => boolean;
  readonly history: CallHistory;
  readonly requestId: string;
  /** Fires when the caller goes away and ends waits at once; `attempt` has to listen to it itself. */
  readonly signal: AbortSignal;
  /** Monotonic time at which the call is over, all tries together; without it, the longest total limit from now on. */
  readonly deadlineMs?: number;
}

/** A route that answers. */
export interface RouteAnswer<T, M extends Model = Model> {
  readonly answer: T;
  readonly candidate: Candidate<M>;
  readonly deadlineMs: number;
  /** Reports how the answer ended, for the route's health and the record of the try. Only the first call counts. */
  ended(failure?: Pick<ProviderError, "kind" | "phase">): void;
}
