import { LIMIT_NAMES, type LimitChanges, type LimitName, NO_LIMITS, type OwnLimits } from "../limits/limits-in-force";

/** Limits in the document of their owner; absent: not set. */
export interface LimitsDocument {
  readonly requests_per_minute?: number;
  readonly tokens_per_minute?: number;
  readonly concurrent_requests?: number;
}

const FIELDS = {
  requestsPerMinute: "requests_per_minute",
  tokensPerMinute: "tokens_per_minute",
  concurrentRequests: "concurrent_requests",
} as const satisfies Record<LimitName, keyof LimitsDocument>;

export const limitsSchema = { requests_per_minute: Number, tokens_per_minute: Number, concurrent_requests: Number };

/** The fields of a new document. */
export const limitFields = (limits: OwnLimits): { readonly limits?: LimitsDocument } => {
  const set = LIMIT_NAMES.filter((name) => limits[name] !== undefined);
  return set.length === 0 ? {} : { limits: Object.fromEntries(set.map((name) => [FIELDS[name], limits[name]])) };
};

/** For `$set` and `$unset`. */
export const limitsUpdate = (
  changes: LimitChanges,
): { readonly set: Readonly<Record<string, number>>; readonly unset: Readonly<Record<string, 1>> } => {
  const changed = LIMIT_NAMES.flatMap((name) =>
    changes[name] === undefined ? [] : [{ path: `limits.${FIELDS[name]}`, limit: changes[name] }],
  );
  return {
    set: Object.fromEntries(changed.filter(({ limit }) => limit > 0).map(({ path, limit }) => [path, limit])),
    unset: Object.fromEntries(changed.filter(({ limit }) => limit === 0).map(({ path }) => [path, 1])),
  };
};

export const toLimits = (document: LimitsDocument | undefined): OwnLimits => {
  if (document === undefined) return NO_LIMITS;
  return Object.fromEntries(
    LIMIT_NAMES.flatMap((name) => (document[FIELDS[name]] === undefined ? [] : [[name, document[FIELDS[name]]]])),
  );
};
