/** Of each API key, or of an organization that a service acts for. */
export interface LimitNumbers {
  readonly requestsPerMinute: number;
  readonly tokensPerMinute: number;
  /** Calls at once. */
  readonly concurrentRequests: number;
}

export type LimitName = keyof LimitNumbers;

export const LIMIT_NAMES = ["requestsPerMinute", "tokensPerMinute", "concurrentRequests"] as const satisfies readonly LimitName[];

/** What an organization or a key has of its own; what is undefined is not set. */
export type OwnLimits = { readonly [Name in LimitName]?: number | undefined };

/** What is undefined stays as it is, 0 is taken away. */
export type LimitChanges = OwnLimits;

export const NO_LIMITS: OwnLimits = Object.freeze({});

/** Where a limit may come from, from far to near. */
export interface LimitSources {
  readonly configured: LimitNumbers;
  readonly organization: OwnLimits;
  readonly key: OwnLimits;
}

/**
 * What counts for a key: its own, else the organization's, else the configuration's. A key never has more than its organization:
 * whoever may only make keys can't raise what the operator gave.
 */
export const limitsInForce = ({ configured, organization, key }: LimitSources): LimitNumbers => ({
  requestsPerMinute: nearest(configured.requestsPerMinute, organization.requestsPerMinute, key.requestsPerMinute),
  tokensPerMinute: nearest(configured.tokensPerMinute, organization.tokensPerMinute, key.tokensPerMinute),
  concurrentRequests: nearest(configured.concurrentRequests, organization.concurrentRequests, key.concurrentRequests),
});

const nearest = (configured: number, organization: number = configured, key: number = organization): number => Math.min(key, organization);

/** What is set after a change. */
export const withChanges = (own: OwnLimits, changes: LimitChanges): OwnLimits =>
  Object.fromEntries(LIMIT_NAMES.flatMap((name) => {
    const limit = changes[name] ?? own[name];
    return limit === undefined || limit === 0 ? [] : [[name, limit]];
  }));
