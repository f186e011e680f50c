/** The limits of an API key, or of an organization that a service acts for. */
export interface LimitNumbers {
  readonly requestsPerMinute: number;
  readonly tokensPerMinute: number;
  /** Concurrent calls. */
  readonly concurrentRequests: number;
}

export type LimitName = keyof LimitNumbers;

export const LIMIT_NAMES = [
  "requestsPerMinute",
  "tokensPerMinute",
  "concurrentRequests",
] as const satisfies readonly LimitName[];

/** Limits that an organization or a key sets itself; undefined: not set. */
export type OwnLimits = { readonly [Name in LimitName]?: number | undefined };

/** Undefined leaves a limit unchanged, 0 removes it. */
export type LimitChanges = OwnLimits;

export const NO_LIMITS: OwnLimits = Object.freeze({});

/** The sources of limits, least specific first. */
export interface LimitSources {
  readonly configured: LimitNumbers;
  readonly organization: OwnLimits;
  readonly key: OwnLimits;
}

/**
 * The limits of a key: its own, else the organization's, else the configuration's. Never above the organization's, so that
 * a caller who may create keys can't raise what the operator granted.
 */
export const limitsInForce = ({ configured, organization, key }: LimitSources): LimitNumbers => ({
  requestsPerMinute: nearest(configured.requestsPerMinute, organization.requestsPerMinute, key.requestsPerMinute),
  tokensPerMinute: nearest(configured.tokensPerMinute, organization.tokensPerMinute, key.tokensPerMinute),
  concurrentRequests: nearest(configured.concurrentRequests, organization.concurrentRequests, key.concurrentRequests),
});

const nearest = (configured: number, organization: number = configured, key: number = organization): number =>
  Math.min(key, organization);

/** The set limits after a change. */
export const withChanges = (own: OwnLimits, changes: LimitChanges): OwnLimits =>
  Object.fromEntries(
    LIMIT_NAMES.flatMap((name) => {
      const limit = changes[name] ?? own[name];
      return limit === undefined || limit === 0 ? [] : [[name, limit]];
    }),
  );
