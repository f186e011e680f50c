import { CenoteError, sleep } from "@cenote/core";
import { ProviderError } from "@cenote/providers";
import { type Verdict, afterFailure } from "./after-failure";
import { noProviderError, toCallError } from "./call-error";
import type { Candidate, ProviderKey } from "./candidates";
import { type RouteChoice, chooseLastResort, chooseRoute, hasUsableRoute } from "./choose-route";
import { type RoutingScope, tryOnce } from "./one-try";
import { orderRoutes } from "./order-routes";
import { type FailedRoute, nextRetryRound } from "./retry-round";
import type { RouteAnswer, RoutedCall } from "./routed-call";
import { reportedFailure } from "./reported-failure";

/** Tries of one call, all rounds, routes and keys together. */
const MAX_TRIES = 32;

const ALL_EQUAL = () => 0;

/** The state of one call. */
interface CallState {
  readonly deadlineMs: number;
  readonly failures: ProviderError[];
  readonly failed: Map<Candidate, FailedRoute>;
  /** Keys that a provider rejected in this call. */
  readonly rejected: Set<ProviderKey>;
  readonly counted: Set<string>;
  /** Not tried yet in this round, in order. */
  pending: readonly Candidate[];
  round: number;
  hadLastResort: boolean;
  /** Largest context window that was too small for the prompt, in tokens. */
  exceededTokens: number | undefined;
  stopped: boolean;
}

const fits = ({ exceededTokens }: CallState, { contextTokens }: Candidate): boolean =>
  exceededTokens === undefined || (contextTokens !== undefined && contextTokens > exceededTokens);

const choose = (scope: RoutingScope, state: CallState): RouteChoice | undefined => {
  const { pending, rejected } = state;
  const inService = chooseRoute(scope, pending, rejected, state.round > 0);
  if (inService !== undefined || state.hadLastResort) return inService;
  state.hadLastResort = true;
  return chooseLastResort(scope, pending, rejected);
};

/** A failed try, and what follows it. */
interface FailedTry extends RouteChoice {
  readonly error: ProviderError;
  readonly verdict: Verdict;
  /** Monotonic time. */
  readonly atMs: number;
}

/** A route whose last key was rejected can still be retried if another of its keys was only rate limited. */
const failedRoute = (before: FailedRoute | undefined, { candidate, error, verdict, atMs }: FailedTry): FailedRoute => {
  const { next, retryable } = verdict;
  if (next === "next_key" && before?.retryable === true && (!retryable || error.retryAfterMs === undefined))
    return before;
  return { candidate, retryable, atMs, retryAfterMs: error.retryAfterMs };
};

const recordFailure = (state: CallState, failed: FailedTry): void => {
  const { candidate, keyed, error, verdict } = failed;
  state.failures.push(error);
  state.failed.set(candidate, failedRoute(state.failed.get(candidate), failed));
  if (error.kind === "credentials" || error.kind === "quota") state.rejected.add(keyed.key);
  if (verdict.next === "stop") state.stopped = true;
  if (verdict.next === "larger_context") {
    // How small an unknown context is nobody can tell: every known one may be larger.
    state.exceededTokens = Math.max(state.exceededTokens ?? 0, candidate.contextTokens ?? 0);
    state.pending = state.pending.filter((one) => fits(state, one));
  }
};

/** Tries one route with its keys, one after the other. @returns Undefined if none of them gave an answer. */
const tryKeys = async <T>(
  scope: RoutingScope,
  call: RoutedCall<T>,
  state: CallState,
  choice: RouteChoice,
): Promise<RouteAnswer<T> | undefined> => {
  const { candidate } = choice;
  const hasSpare = () => hasUsableRoute(scope, state.pending, state.rejected);
  const tried = new Set<ProviderKey>();
  for (let { keyed } = choice; ;) {
    const result = await tryOnce(scope, call, {
      candidate,
      keyed,
      deadlineMs: state.deadlineMs,
      hasSpare,
      counted: state.counted,
    });
    if (!(result instanceof ProviderError)) return result;
    const verdict = (call.verdictOf ?? afterFailure)(result);
    recordFailure(state, { candidate, keyed, error: result, verdict, atMs: scope.clock.monotonicMs() });
    if (verdict.next !== "next_key" || isOver(scope, state)) return undefined;
    tried.add(keyed.key);
    const next = scope.keys.pick(candidate, new Set([...state.rejected, ...tried]));
    if (next === undefined) return undefined;
    keyed = next;
  }
};

const isOver = ({ clock }: RoutingScope, { stopped, failures, deadlineMs }: CallState): boolean =>
  stopped || failures.length >= MAX_TRIES || clock.monotonicMs() >= deadlineMs;

/** Waits for the next round. @returns False if there is none. */
const startNextRound = async <T>(
  { clock, random }: RoutingScope,
  { signal, history }: RoutedCall<T>,
  state: CallState,
): Promise<boolean> => {
  const failed = [...state.failed.values()].filter(({ candidate }) => fits(state, candidate));
  const next = nextRetryRound({
    round: state.round,
    failed,
    nowMs: clock.monotonicMs(),
    deadlineMs: state.deadlineMs,
    random,
  });
  if (next === undefined) return false;
  history.waitedMs += next.waitMs;
  try {
    await sleep(clock, next.waitMs, signal);
  } catch (error) {
    throw new CenoteError("cancelled", undefined, { cause: error });
  }
  state.round += 1;
  state.pending = next.candidates;
  return true;
};

/**
 * Tries routes until one gives content: first the usable routes in order, each with its keys; then, once, the route that
 * will be usable first; then further rounds over the routes whose failure is retryable. Errors: provider_unavailable
 * with the message of `reportedFailure`, cancelled.
 */
export const tryRoutes = async <T>(scope: RoutingScope, call: RoutedCall<T>): Promise<RouteAnswer<T>> => {
  const { candidates, rankOf = ALL_EQUAL } = call;
  if (candidates.length === 0) throw noProviderError();
  const state: CallState = {
    deadlineMs:
      call.deadlineMs ??
      scope.clock.monotonicMs() + candidates.reduce((longest, { limits }) => Math.max(longest, limits.totalMs), 0),
    failures: [],
    failed: new Map(),
    rejected: new Set(),
    counted: new Set(),
    pending: orderRoutes(candidates, {
      random: scope.random,
      latencyMs: ({ route }) => scope.states.of(route).latency.meanMs,
      rankOf,
    }),
    round: 0,
    hadLastResort: false,
    exceededTokens: undefined,
    stopped: false,
  };
  do {
    for (let choice = choose(scope, state); choice !== undefined; choice = choose(scope, state)) {
      const { candidate } = choice;
      state.pending = state.pending.filter((one) => one !== candidate);
      const answer = await tryKeys(scope, call, state, choice);
      if (answer !== undefined) return answer;
      if (isOver(scope, state)) break;
    }
  } while (!isOver(scope, state) && (await startNextRound(scope, call, state)));

  const failure = reportedFailure(state.failures);
  if (failure === undefined)
    throw new CenoteError("provider_unavailable", "No route of this model can be used at the moment.");
  throw toCallError(failure, call);
};
