import type { Clock } from "@cenote/core";
import type { Candidate, KeyedTarget, ProviderKey } from "./candidates";

/** Which of our provider keys may be used now, and which are in cooldown. */
export interface KeyCooldowns {
  /**
   * The next key in turn that is not in cooldown.
   * @param except Keys that must not be picked.
   */
  pick(candidate: Candidate, except: ReadonlySet<ProviderKey>): KeyedTarget | undefined;
  /** Whether `pick` would find one. It takes no key's turn. */
  canPick(candidate: Candidate, except: ReadonlySet<ProviderKey>): boolean;
  /** The key whose cooldown ends first, or one that has none. */
  pickSoonest(candidate: Candidate, except: ReadonlySet<ProviderKey>): KeyedTarget | undefined;
  /** When the first cooldown of a route's keys ends, in monotonic time; 0 if a key has none. */
  usableFromMs(candidate: Candidate): number;
  /** The provider rate-limited the key for this route. @param retryAfterMs From `Retry-After`, if given. */
  rateLimited(candidate: Candidate, key: ProviderKey, retryAfterMs?: number): void;
  /** The provider rejected the key or its account, for all routes. @returns Whether this is new and should be logged. */
  rejected(key: ProviderKey): boolean;
  /** The provider accepted the key: its cooldowns end. */
  succeeded(candidate: Candidate, key: ProviderKey): void;
}

/** For a rate limit without `Retry-After`. */
const DEFAULT_RATE_LIMIT_COOLDOWN_MS = 2_000;
const MAX_RATE_LIMIT_COOLDOWN_MS = 5 * 60_000;
/** For a rejected key, which only the operator can replace. */
const UNUSABLE_KEY_COOLDOWN_MS = 5 * 60_000;

/** All times are monotonic. Cooldowns are kept by key object, so a new catalog begins without any. */
export const createKeyCooldowns = ({ clock }: { readonly clock: Clock }): KeyCooldowns => {
  const refusedUntilMs = new WeakMap<ProviderKey, number>();
  /** By key and route. */
  const limitedUntilMs = new WeakMap<ProviderKey, Map<string, number>>();
  const turns = new WeakMap<Candidate["targets"], number>();

  const untilMs = (candidate: Candidate, key: ProviderKey): number =>
    Math.max(refusedUntilMs.get(key) ?? 0, limitedUntilMs.get(key)?.get(candidate.route) ?? 0);
  const isCoolingDown = (candidate: Candidate, key: ProviderKey): boolean => {
    const endMs = untilMs(candidate, key);
    return endMs > 0 && endMs > clock.monotonicMs();
  };

  return {
    pick(candidate, except) {
      const { targets } = candidate;
      const turn = turns.get(targets) ?? 0;
      for (let step = 0; step < targets.length; step++) {
        const index = (turn + step) % targets.length;
        const target = targets[index];
        if (target === undefined || except.has(target.key) || isCoolingDown(candidate, target.key)) continue;
        if (targets.length > 1) turns.set(targets, index + 1);
        return target;
      }
      return undefined;
    },
    canPick: (candidate, except) =>
      candidate.targets.some(({ key }) => !except.has(key) && !isCoolingDown(candidate, key)),
    pickSoonest(candidate, except) {
      const left = candidate.targets.filter(({ key }) => !except.has(key));
      return left.sort((a, b) => untilMs(candidate, a.key) - untilMs(candidate, b.key))[0];
    },
    usableFromMs(candidate) {
      const firstMs = candidate.targets.reduce((first, { key }) => Math.min(first, untilMs(candidate, key)), Infinity);
      return firstMs > clock.monotonicMs() ? firstMs : 0;
    },
    rateLimited(candidate, key, retryAfterMs = DEFAULT_RATE_LIMIT_COOLDOWN_MS) {
      const byRoute = limitedUntilMs.get(key) ?? new Map<string, number>();
      byRoute.set(candidate.route, clock.monotonicMs() + Math.min(retryAfterMs, MAX_RATE_LIMIT_COOLDOWN_MS));
      limitedUntilMs.set(key, byRoute);
    },
    rejected(key) {
      const isNew = !refusedUntilMs.has(key);
      refusedUntilMs.set(key, clock.monotonicMs() + UNUSABLE_KEY_COOLDOWN_MS);
      return isNew;
    },
    succeeded(candidate, key) {
      refusedUntilMs.delete(key);
      limitedUntilMs.get(key)?.delete(candidate.route);
    },
  };
};
