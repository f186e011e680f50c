import type { KeyLimits } from "@cenote/contracts";
import { invalidField } from "@cenote/core";

const FIELDS = [
  "requestsPerMinute",
  "tokensPerMinute",
  "concurrentRequests",
] as const satisfies readonly (keyof KeyLimits)[];

/**
 * The limits of a key that another key creates. They may not exceed the creator's: otherwise a key could grant itself
 * more than it has. Pure.
 * @param maker The creator's own limits; absent or 0 for the organization's. Errors: invalid_request_error.
 */
export const limitsUnder = (maker: KeyLimits | undefined, asked: KeyLimits): KeyLimits => {
  const limits: KeyLimits = { ...asked };
  for (const field of FIELDS) {
    const most = maker?.[field] ?? 0;
    if (most === 0) continue;
    const wanted = asked[field] ?? 0;
    if (wanted > most) throw invalidField(`limits.${field}`, `at most ${most}, as of the key this is asked with.`);
    limits[field] = wanted === 0 ? most : wanted;
  }
  return limits;
};

/**
 * The same for changing a key: only the requested limits are checked and returned. Pure. Errors: invalid_request_error.
 */
export const changesUnder = (maker: KeyLimits | undefined, asked: KeyLimits): KeyLimits => {
  const limits = limitsUnder(maker, asked);
  return Object.fromEntries(
    FIELDS.filter((field) => asked[field] !== undefined).map((field) => [field, limits[field]]),
  );
};
