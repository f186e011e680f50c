import type { Model } from "@cenote/catalog";
import type { ProviderError, Target, TimeLimits } from "@cenote/providers";
import type { Verdict } from "./after-failure";
import type { Candidate } from "./candidates";

/** One try, as the call's record has it. */
export interface TryRecord {
  /** `<provider>/<upstream model>`; `<provider>#<n>/<upstream model>` where the provider has several keys. */
  readonly route: string;
  /** `ok`, or the kind of failure. */
  readonly outcome: string;
  /** To the end of the answer, complete or not. While the answer is under way: to its first content. */
  readonly durationMs: number;
}

/** The tries of a call so far. Entries are added as tries end, so a cancelled call has them as well. */
export interface CallHistory {
  readonly attempts: TryRecord[];
  /** Milliseconds between rounds of tries. */
  waitedMs: number;
}

/** The parameters of one try. */
export interface RouteTry<M extends Model = Model> {
  readonly candidate: Candidate<M>;
  /** Has the key whose turn it is. */
  readonly target: Target;
  /** The limits of the route, cut to the time left until the call's deadline. */
  readonly limits: TimeLimits;
  /** Whether another usable route is left to try after this one. */
  readonly hasSpare: () => boolean;
}

/** How a refusal of the prompt is reported. */
export interface RoutedPrompt {
  /** Name of the field with the prompt: the `param` of `provider_unavailable`. */
  readonly field: string;
  /** Whether a prompt that is too long is a 400 that names the field. */
  readonly isInvalidIfLong?: boolean;
}

/** @typeParam M Type of the models that may answer. The functions are called only with elements of `candidates`. */
export interface RoutedCall<T, M extends Model = Model> {
  readonly candidates: readonly Candidate<M>[];
  /** Rank of a route, by how much of the call it leaves out; 0 for all if absent. Weights apply only within a rank. */
  readonly rankOf?: (candidate: Candidate<M>) => number;
  /** Resolves with the first content or the whole answer, rejects with a ProviderError. */
  readonly attempt: (routeTry: RouteTry<M>) => Promise<T>;
  /** Decides what follows a failure. Default: `afterFailure`. */
  readonly verdictOf?: (failure: ProviderError) => Verdict;
  readonly prompt?: RoutedPrompt;
  /**
   * Whether the caller set a field, by its REST name. If a provider's error names a field that the caller set, the call
   * is a 400 that names it. If it names any other field, the operator's configuration is wrong, and the call is
   * `provider_unavailable`.
   */
  readonly isGiven?: (field: string) => boolean;
  readonly history: CallHistory;
  readonly requestId: string;
  /** Fires when the caller disconnects, which ends waits at once. `attempt` has to listen to it itself. */
  readonly signal: AbortSignal;
  /** Deadline of all tries together, monotonic time. Default: now plus the longest `totalMs` of the candidates. */
  readonly deadlineMs?: number;
}

/** The answer of a route, and the route. */
export interface RouteAnswer<T, M extends Model = Model> {
  readonly answer: T;
  readonly candidate: Candidate<M>;
  readonly deadlineMs: number;
  /** Reports how the answer ended, for the circuit breaker and the record of the try. Only the first call counts. */
  reportEnd(failure?: Pick<ProviderError, "kind" | "phase">): void;
}
