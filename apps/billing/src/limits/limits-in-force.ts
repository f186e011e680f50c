/** Of each API key, or of an organization that a service acts for. */
export interface LimitNumbers {
  readonly requestsPerMinute: number;
  readonly tokensPerMinute: number;
  /** Calls at once. */
  readonly concurrentRequests: number;
}

export type LimitName = keyof LimitNumbers;

export const LIMIT_NAMES = [
  "requestsPerMinute",
  "tokensPerMinute",
  "concurrentRequests",
] as const satisfies readonly LimitName[];

/** Limits set for an organization or a key itself; undefined ones are not set. */
export type OwnLimits = { readonly [Name in LimitName]?: number | undefined };

/** Undefined leaves a limit as it is, 0 removes it. */
export type LimitChanges = OwnLimits;

export const NO_LIMITS: OwnLimits = Object.freeze({});

/** Where a limit may come from, least specific first. */
export interface LimitSources {
  readonly configured: LimitNumbers;
  readonly organization: OwnLimits;
  readonly key: OwnLimits;
}

/**
 * The limits of a key: its own, else the organization's, else the configuration's, and never more than the
 * organization's: whoever may only make keys can't raise what the operator granted.
 */
export const limitsInForce = ({ configured, organization, key }: LimitSources): LimitNumbers => ({
  requestsPerMinute: nearest(configured.requestsPerMinute, organization.requestsPerMinute, key.requestsPerMinute),
  tokensPerMinute: nearest(configured.tokensPerMinute, organization.tokensPerMinute, key.tokensPerMinute),
  concurrentRequests: nearest(configured.concurrentRequests, organization.concurrentRequests, key.concurrentRequests),
});

const nearest = (configured: number, organization: number = configured, key: number = organization): number =>
  Math.min(key, organization);

/** The limits set after a change. */
export const withChanges = (own: OwnLimits, changes: LimitChanges): OwnLimits =>
  Object.fromEntries(
    LIMIT_NAMES.flatMap((name) => {
      const limit = changes[name] ?? own[name];
      return limit === undefined || limit === 0 ? [] : [[name, limit]];
    }),
  );
