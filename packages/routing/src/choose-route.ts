import type { Clock } from "@cenote/core";
import type { Candidate, KeyedTarget, ProviderKey } from "./candidates";
import type { KeyCooldowns } from "./key-cooldowns";
import type { RouteStates } from "./route-states";

export interface RouteChoice {
  readonly candidate: Candidate;
  readonly keyed: KeyedTarget;
}

/** The state of routes and keys between calls. */
export interface ChoiceScope {
  readonly states: RouteStates;
  readonly keys: KeyCooldowns;
  readonly clock: Clock;
}

const isUsable = ({ states, clock }: ChoiceScope, { route }: Candidate): boolean => {
  const { breaker, goneUntilMs } = states.of(route);
  return breaker.usable && (goneUntilMs === 0 || goneUntilMs <= clock.monotonicMs());
};

/**
 * The first usable route, with the key whose turn it is.
 * @param rejected Keys that the provider rejected in this call.
 * @param hasWaited Whether the call has waited for these routes. Then a key in cooldown is taken if the route has no
 * other; a route with an open breaker is still skipped.
 */
export const chooseRoute = (
  scope: ChoiceScope,
  pending: readonly Candidate[],
  rejected: ReadonlySet<ProviderKey>,
  hasWaited: boolean,
): RouteChoice | undefined => {
  const { keys } = scope;
  for (const candidate of pending) {
    if (!isUsable(scope, candidate)) continue;
    const keyed = keys.pick(candidate, rejected) ?? (hasWaited ? keys.pickSoonest(candidate, rejected) : undefined);
    if (keyed !== undefined) return { candidate, keyed };
  }
  return undefined;
};

/** Whether `chooseRoute` would find a route. It takes no key's turn. */
export const hasUsableRoute = (
  scope: ChoiceScope,
  pending: readonly Candidate[],
  rejected: ReadonlySet<ProviderKey>,
): boolean => pending.some((candidate) => isUsable(scope, candidate) && scope.keys.canPick(candidate, rejected));

/** If no route is usable: the one that will be usable first, so that no call is refused without a try. */
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
    const keyed = scope.keys.pickSoonest(candidate, rejected);
    if (keyed !== undefined) return { candidate, keyed };
  }
  return undefined;
};
