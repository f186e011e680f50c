import { type Clock, createBoundedMap, DAY_MS, type Log } from "@cenote/core";
import { IDEMPOTENCY_LIMITS } from "./limits";

/** Bytes that this process has kept for each organization in its current day. */
export interface KeptShares {
  /** @returns False if the organization has used up its share of the day; the answer is then not kept. */
  take(organizationId: string, bytes: number): boolean;
}

interface Share {
  readonly endsMs: number;
  bytes: number;
  isTold: boolean;
}

const MAX_ORGANIZATIONS = 10_000;

/**
 * An answer can be large and cost next to nothing (embeddings of many short texts), and it stays for a day in a
 * database that all organizations share. An organization's day begins with the first answer kept in it.
 */
export const createKeptShares = ({ clock, log }: { readonly clock: Clock; readonly log: Log }): KeptShares => {
  const shares = createBoundedMap<Share>(MAX_ORGANIZATIONS);
  return {
    take(organizationId, bytes) {
      const nowMs = clock.monotonicMs();
      let share = shares.get(organizationId);
      if (share === undefined || share.endsMs <= nowMs) {
        share = { endsMs: nowMs + DAY_MS, bytes: 0, isTold: false };
        shares.set(organizationId, share);
      }
      if (share.bytes + bytes <= IDEMPOTENCY_LIMITS.maxKeptBytes) {
        share.bytes += bytes;
        return true;
      }
      if (!share.isTold)
        log.warn({ organizationId, bytes: share.bytes }, "an organization has used up its daily storage for answers");
      share.isTold = true;
      return false;
    },
  };
};
