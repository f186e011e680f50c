import type { Clock } from "@cenote/core";
import type { Candidate, KeyedTarget, ProviderKey } from "./candidates";

/** Which keys of the providers are worth a try. */
export interface KeyRests {
  /**
   * The next key in turn that does not rest.
   * @param except Keys that must not be picked.
   */
  pick(candidate: Candidate, except: ReadonlySet<ProviderKey>): KeyedTarget | undefined;
  /** Whether `pick` would find one. It takes no key's turn. */
  canPick(candidate: Candidate, except: ReadonlySet<ProviderKey>): boolean;
  /** The key that will be back first, whether or not it rests. */
  pickSoonest(candidate: Candidate, except: ReadonlySet<ProviderKey>): KeyedTarget | undefined;
  /** When the first of a route's keys is back, monotonic; 0 if one does not rest. */
  usableFromMs(candidate: Candidate): number;
  /** The provider limits the rate of the key, for this route. @param retryAfterMs If it gives a time. */
  limited(candidate: Candidate, key: ProviderKey, retryAfterMs?: number): void;
  /** The provider rejects the key or its account, for all routes. @returns Whether that is new and should be logged. */
  refused(key: ProviderKey): boolean;
  /** The key was good for an answer. */
  worked(candidate: Candidate, key: ProviderKey): void;
}

/** For a rate limit without a time. */
const DEFAULT_RATE_LIMIT_REST_MS = 2_000;
const MAX_RATE_LIMIT_REST_MS = 5 * 60_000;
/** For what only a person can fix. */
const UNUSABLE_KEY_REST_MS = 5 * 60_000;

/** Until when, in monotonic time. Rests live with their key objects, so a new catalog begins without any. */
export const createKeyRests = ({ clock }: { readonly clock: Clock }): KeyRests => {
  const refusedUntilMs = new WeakMap<ProviderKey, number>();
  /** By key and route. */
  const limitedUntilMs = new WeakMap<ProviderKey, Map<string, number>>();
  const turns = new WeakMap<Candidate["targets"], number>();

  const untilMs = (candidate: Candidate, key: ProviderKey): number =>
    Math.max(refusedUntilMs.get(key) ?? 0, limitedUntilMs.get(key)?.get(candidate.route) ?? 0);
  const rests = (candidate: Candidate, key: ProviderKey): boolean => {
    const restMs = untilMs(candidate, key);
    return restMs > 0 && restMs > clock.monotonicMs();
  };

  return {
    pick(candidate, except) {
      const { targets } = candidate;
      const turn = turns.get(targets) ?? 0;
      for (let step = 0; step < targets.length; step++) {
        const index = (turn + step) % targets.length;
        const target = targets[index];
        if (target === undefined || except.has(target.key) || rests(candidate, target.key)) continue;
        if (targets.length > 1) turns.set(targets, index + 1);
        return target;
      }
      return undefined;
    },
    canPick: (candidate, except) => candidate.targets.some(({ key }) => !except.has(key) && !rests(candidate, key)),
    pickSoonest(candidate, except) {
      const left = candidate.targets.filter(({ key }) => !except.has(key));
      return left.sort((a, b) => untilMs(candidate, a.key) - untilMs(candidate, b.key))[0];
    },
    usableFromMs(candidate) {
      const firstMs = candidate.targets.reduce((first, { key }) => Math.min(first, untilMs(candidate, key)), Infinity);
      return firstMs > clock.monotonicMs() ? firstMs : 0;
    },
    limited(candidate, key, retryAfterMs = DEFAULT_RATE_LIMIT_REST_MS) {
      const byRoute = limitedUntilMs.get(key) ?? new Map<string, number>();
      byRoute.set(candidate.route, clock.monotonicMs() + Math.min(retryAfterMs, MAX_RATE_LIMIT_REST_MS));
      limitedUntilMs.set(key, byRoute);
    },
    refused(key) {
      const isNew = !refusedUntilMs.has(key);
      refusedUntilMs.set(key, clock.monotonicMs() + UNUSABLE_KEY_REST_MS);
      return isNew;
    },
    worked(candidate, key) {
      refusedUntilMs.delete(key);
      limitedUntilMs.get(key)?.delete(candidate.route);
    },
  };
};
