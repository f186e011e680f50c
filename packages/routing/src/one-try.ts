import { type Log, toCenoteError } from "@cenote/core";
import { ProviderError, type TimeLimits } from "@cenote/providers";
import { type Verdict, afterFailure } from "./after-failure";
import type { BreakerUse } from "./breaker";
import { tryName } from "./candidates";
import type { ChoiceScope, RouteChoice } from "./choose-route";
import type { RouteObserver } from "./route-observer";
import type { RouteAnswer, RoutedCall } from "./routed-call";

/** What the tries of all calls work with. */
export interface RoutingScope extends ChoiceScope {
  readonly log: Log;
  readonly observer: RouteObserver;
  /** 0 to 1, 1 excluded. */
  readonly random: () => number;
}

export interface TryOptions extends RouteChoice {
  readonly deadlineMs: number;
  readonly hasSpare: () => boolean;
  /** Routes whose failure was counted already: a call counts as one failure of a route, however often it tries it. */
  readonly counted: Set<string>;
}

/** How long a provider's statement that it does not serve a model is believed. */
const GONE_MS = 10 * 60_000;

/** After this many in a row the operator is told: that many callers hardly all name things that are not theirs. */
const MAX_UNEXPLAINED = 5;

const cutTo = (limits: TimeLimits, leftMs: number): TimeLimits =>
  leftMs >= limits.totalMs ? limits : { ...limits, totalMs: Math.max(1, leftMs) };

/** How a try failed, as far as it is known: of an answer that broke off, hardly anything is. */
type Failure = Pick<ProviderError, "kind" | "phase"> &
  Partial<Pick<ProviderError, "status" | "retryAfterMs" | "origin" | "redirect" | "hint">>;

/** Puts keys and routes to rest. What only a person can fix is logged once, in the provider's words. */
const putToRest = (
  { keys, states, clock, log }: RoutingScope,
  { candidate, keyed }: TryOptions,
  error: ProviderError,
): void => {
  const { kind, message, status, retryAfterMs, hint } = error;
  const fields = { route: candidate.route, key: keyed.key.name, kind, status, message };
  if (kind === "rate_limited") keys.limited(candidate, keyed.key, retryAfterMs);
  if ((kind === "credentials" || kind === "quota") && keys.refused(keyed.key))
    log.error(fields, "a provider rejects our key");
  if (kind === "model_gone") {
    const state = states.of(candidate.route);
    if (state.goneUntilMs === 0) log.error(fields, "a provider does not serve a model of the catalog");
    state.goneUntilMs = clock.monotonicMs() + GONE_MS;
  }
  if (kind === "unexplained") {
    const state = states.of(candidate.route);
    state.unexplained += 1;
    // Without the provider's words, which may repeat the caller's; and nothing is put to rest for what a caller can
    // cause.
    if (state.unexplained === MAX_UNEXPLAINED)
      log.error(
        { route: candidate.route, key: keyed.key.name, kind, status, times: MAX_UNEXPLAINED, hint },
        "a provider refuses a route's calls and does not say whether for our key or model",
      );
  }
};

/** One line for each try; at `debug` if it answered, since that is in the call's record as well. */
const logTry = (
  { log, clock }: RoutingScope,
  { requestId }: RoutedCall<unknown>,
  { candidate, keyed }: TryOptions,
  { startMs, failure, afterContent }: { startMs: number; failure?: Failure | undefined; afterContent?: boolean },
): void => {
  if (failure?.kind === "aborted") return;
  const tried = { requestId, route: candidate.route, key: keyed.key.name };
  const durationMs = Math.round(clock.monotonicMs() - startMs);
  if (failure === undefined) {
    log.debug({ ...tried, durationMs }, "route answered");
    return;
  }
  const { kind, status, phase, retryAfterMs, origin, redirect, hint } = failure;
  log.warn(
    { ...tried, kind, status, phase, afterContent, retryAfterMs, origin, redirect, hint, durationMs },
    "route failed",
  );
};

/** For jobs, too: what follows a failure is another matter there, what it counts as is not. */
const countFailure = (use: BreakerUse, { counts }: Verdict, { candidate: { route }, counted }: TryOptions): void => {
  if (counts === "answered") use.answering();
  else if (counts === "none" || counted.has(route)) use.abandoned();
  else {
    counted.add(route);
    use.failed();
  }
};

/**
 * One try at one route with one key, with everything that is remembered of it. @returns The answer, or why there is
 * none. Throws only what is not a provider's failure.
 */
export const tryOnce = async <T>(
  scope: RoutingScope,
  call: RoutedCall<T>,
  options: TryOptions,
): Promise<RouteAnswer<T> | ProviderError> => {
  const { clock, keys, observer } = scope;
  const { candidate, keyed, deadlineMs, hasSpare } = options;
  const { attempts } = call.history;
  const state = scope.states.of(candidate.route);
  const use = state.breaker.use();
  const name = tryName(candidate, keyed.key);
  const startMs = clock.monotonicMs();
  try {
    const answer = await call.attempt({
      candidate,
      target: keyed.target,
      limits: cutTo(candidate.limits, deadlineMs - startMs),
      hasSpare,
    });
    const durationMs = clock.monotonicMs() - startMs;
    const index = attempts.push({ route: name, outcome: "ok", durationMs }) - 1;
    state.latency.note(durationMs);
    state.goneUntilMs = 0;
    state.unexplained = 0;
    use.answering();
    keys.worked(candidate, keyed.key);
    observer.firstContent(candidate.route, durationMs);
    let over = false;
    return {
      answer,
      candidate,
      deadlineMs,
      ended(failure) {
        if (over) return;
        over = true;
        observer.tried(candidate.route, failure?.kind ?? "ok");
        logTry(scope, call, options, { startMs, failure, afterContent: true });
        attempts[index] = { route: name, outcome: failure?.kind ?? "ok", durationMs: clock.monotonicMs() - startMs };
        if (failure === undefined) use.succeeded();
        else countFailure(use, afterFailure(failure), options);
      },
    };
  } catch (error) {
    if (!(error instanceof ProviderError)) {
      use.abandoned();
      throw toCenoteError(error);
    }
    const durationMs = clock.monotonicMs() - startMs;
    const { kind } = error;
    attempts.push({ route: name, outcome: kind, durationMs });
    observer.tried(candidate.route, kind);
    const verdict = afterFailure(error);
    countFailure(use, verdict, options);
    // Only a provider that takes our key and has the model says what is wrong with the request.
    if (verdict.counts === "answered") {
      keys.worked(candidate, keyed.key);
      state.goneUntilMs = 0;
    }
    putToRest(scope, options, error);
    logTry(scope, call, options, { startMs, failure: error });
    return error;
  }
};
