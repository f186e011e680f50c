import { type Log, toCenoteError } from "@cenote/core";
import { ProviderError, type TimeLimits } from "@cenote/providers";
import { type Verdict, afterFailure } from "./after-failure";
import type { BreakerUse } from "./breaker";
import { tryName } from "./candidates";
import type { ChoiceScope, RouteChoice } from "./choose-route";
import type { RouteObserver } from "./route-observer";
import type { RouteAnswer, RoutedCall } from "./routed-call";

/** What the tries of all calls share. */
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

/** How long a route is skipped after its provider said that it does not serve the model. */
const GONE_MS = 10 * 60_000;

/** After this many in a row an error is logged: so many are hardly all due to what callers sent. */
const MAX_UNEXPLAINED = 5;

const cutTo = (limits: TimeLimits, leftMs: number): TimeLimits =>
  leftMs >= limits.totalMs ? limits : { ...limits, totalMs: Math.max(1, leftMs) };

/** How a try failed. Little of it is known if the answer broke off. */
type Failure = Pick<ProviderError, "kind" | "phase"> &
  Partial<Pick<ProviderError, "status" | "retryAfterMs" | "origin" | "redirect" | "hint">>;

/** Starts the cooldown of a key or route. What only the operator can fix is logged once, with the provider's message. */
const startCooldowns = (
  { keys, states, clock, log }: RoutingScope,
  { candidate, keyed }: TryOptions,
  error: ProviderError,
): void => {
  const { kind, message, status, retryAfterMs, hint } = error;
  const fields = { route: candidate.route, key: keyed.key.name, kind, status, message };
  if (kind === "rate_limited") keys.rateLimited(candidate, keyed.key, retryAfterMs);
  if ((kind === "credentials" || kind === "quota") && keys.rejected(keyed.key))
    log.error(fields, "a provider rejects our key");
  if (kind === "model_gone") {
    const state = states.of(candidate.route);
    if (state.goneUntilMs === 0) log.error(fields, "a provider does not serve a model of the catalog");
    state.goneUntilMs = clock.monotonicMs() + GONE_MS;
  }
  if (kind === "unexplained") {
    const state = states.of(candidate.route);
    state.unexplained += 1;
    // The provider's message is left out, since it may quote the caller's content. There is no cooldown, since callers
    // can cause this failure.
    if (state.unexplained === MAX_UNEXPLAINED)
      log.error(
        { route: candidate.route, key: keyed.key.name, kind, status, times: MAX_UNEXPLAINED, hint },
        "a provider refuses a route's calls and does not say whether for our key or model",
      );
  }
};

/** Logs one line for each try. Successful tries are logged at `debug`, since the call's record has them as well. */
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

/** Also for jobs. Their next step after a failure is different (`afterSubmission`), but it counts the same. */
const countFailure = (use: BreakerUse, { countsAs }: Verdict, { candidate: { route }, counted }: TryOptions): void => {
  if (countsAs === "answered") use.answering();
  else if (countsAs === "none" || counted.has(route)) use.abandoned();
  else {
    counted.add(route);
    use.failed();
  }
};

/**
 * Tries one route once with one key, and updates the state of both. @returns The answer, or the provider's failure.
 * Throws only errors that are not a provider's failure.
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
    state.latency.record(durationMs);
    state.goneUntilMs = 0;
    state.unexplained = 0;
    use.answering();
    keys.succeeded(candidate, keyed.key);
    observer.firstContent(candidate.route, durationMs);
    let over = false;
    return {
      answer,
      candidate,
      deadlineMs,
      reportEnd(failure) {
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
    // A provider that judges the request has accepted our key and serves the model.
    if (verdict.countsAs === "answered") {
      keys.succeeded(candidate, keyed.key);
      state.goneUntilMs = 0;
    }
    startCooldowns(scope, options, error);
    logTry(scope, call, options, { startMs, failure: error });
    return error;
  }
};
