import type { Clock } from "@cenote/core";
import type { Candidate, KeyedTarget, ProviderKey } from "./candidates";
import type { KeyRests } from "./key-rests";
import type { RouteStates } from "./route-states";

export interface RouteChoice {
  readonly candidate: Candidate;
  readonly keyed: KeyedTarget;
}

export interface ChoiceScope {
  readonly states: RouteStates;
  readonly keys: KeyRests;
  readonly clock: Clock;
}

const isUsable = ({ states, clock }: ChoiceScope, { route }: Candidate): boolean => {
  const { breaker, goneUntilMs } = states.of(route);
  return breaker.usable && (goneUntilMs === 0 || goneUntilMs <= clock.monotonicMs());
};

/**
 * The first usable route, with the key whose turn it is.
 * @param rejected Keys that the provider refused in this call.
 */
export const chooseRoute = (
  scope: ChoiceScope,
  pending: readonly Candidate[],
  rejected: ReadonlySet<ProviderKey>,
): RouteChoice | undefined => {
  for (const candidate of pending) {
    if (!isUsable(scope, candidate)) continue;
    const keyed = scope.keys.pick(candidate, rejected);
    if (keyed !== undefined) return { candidate, keyed };
  }
  return undefined;
};

/**
 * For routes this call has waited for: a resting key will do, an open breaker will not. A route whose keys were all
 * refused meanwhile is skipped.
 */
export const chooseAwaited = (
  scope: ChoiceScope,
  pending: readonly Candidate[],
  rejected: ReadonlySet<ProviderKey>,
): RouteChoice | undefined => {
  for (const candidate of pending) {
    if (!isUsable(scope, candidate)) continue;
    const keyed = scope.keys.pick(candidate, rejected) ?? scope.keys.pickResting(candidate, rejected);
    if (keyed !== undefined) return { candidate, keyed };
  }
  return undefined;
};

/** If nothing is usable, the route that will be back first, so that no call is refused without a try. */
export const chooseLastResort = (
  scope: ChoiceScope,
  pending: readonly Candidate[],
  rejected: ReadonlySet<ProviderKey>,
): RouteChoice | undefined => {
  const backMs = (candidate: Candidate) => {
    const { breaker, goneUntilMs } = scope.states.of(candidate.route);
    return Math.max(breaker.usableFromMs, goneUntilMs, scope.keys.usableFromMs(candidate));
  };
  for (const candidate of pending.toSorted((a, b) => backMs(a) - backMs(b))) {
    const keyed = scope.keys.pickResting(candidate, rejected);
    if (keyed !== undefined) return { candidate, keyed };
  }
  return undefined;
};
