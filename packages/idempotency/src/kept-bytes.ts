import { type Clock, createBoundedMap, DAY_MS, type Log } from "@cenote/core";
import { IDEMPOTENCY_LIMITS } from "./limits";

/** Counts the bytes of answers that this process stores for each organization in a day. */
export interface KeptBytes {
  /** @returns False if the organization's daily quota is used up: the answer must not be stored. */
  take(organizationId: string, bytes: number): boolean;
}

interface KeptDay {
  readonly endsMs: number;
  bytes: number;
  isLogged: boolean;
}

const MAX_ORGANIZATIONS = 10_000;

/**
 * A quota, because an answer can be large and cost next to nothing (embeddings of many short texts), and stays for a day
 * in a database that all organizations share. An organization's day begins with its first stored answer.
 */
export const createKeptBytes = ({ clock, log }: { readonly clock: Clock; readonly log: Log }): KeptBytes => {
  const days = createBoundedMap<KeptDay>(MAX_ORGANIZATIONS);
  return {
    take(organizationId, bytes) {
      const nowMs = clock.monotonicMs();
      let day = days.get(organizationId);
      if (day === undefined || day.endsMs <= nowMs) {
        day = { endsMs: nowMs + DAY_MS, bytes: 0, isLogged: false };
        days.set(organizationId, day);
      }
      if (day.bytes + bytes <= IDEMPOTENCY_LIMITS.maxKeptBytes) {
        day.bytes += bytes;
        return true;
      }
      if (!day.isLogged)
        log.warn({ organizationId, bytes: day.bytes }, "an organization has used up its daily storage for answers");
      day.isLogged = true;
      return false;
    },
  };
};
