import { ChurnMap } from "@cenote/core";
import { createFairShares } from "./fair-shares";

/** Bounds what the bodies of calls under way may take of the memory: each may be large, and there may be thousands. */
export interface LargeBodies {
  /**
   * Before the body is read. @param bytes As its sender says; undefined where he does not, and it is counted as it comes.
   * Errors: rate_limit_exceeded, overloaded.
   */
  enter(call: AbortController, organizationId: string, bytes: number | undefined): void;
  /** So many bytes of it have come. Errors: rate_limit_exceeded, overloaded; the call has left then. */
  grow(call: AbortController, organizationId: string, bytes: number): void;
  leave(call: AbortController): void;
}

export interface LargeBodiesOptions {
  readonly openBodyBytes: number;
  /** Of one body. */
  readonly bodyBytes: () => number;
  readonly retryAfterMs: number;
}

/** Smaller ones are not counted: as many as there may be calls take no more than one large body of each organization. */
const LARGE_BYTES = 64 * 1024;
/** What a body is counted in, so that one of untold length is not counted anew with each piece. */
const STEP_BYTES = 64 * 1024;

interface Entered {
  readonly organizationId: string;
  readonly bytes: number;
}

export const createLargeBodies = ({ openBodyBytes, bodyBytes, retryAfterMs }: LargeBodiesOptions): LargeBodies => {
  const calls = new ChurnMap<AbortController, Entered>();
  const shares = createFairShares({
    total: openBodyBytes, message: `The bodies of the organization's calls under way are its share of ${openBodyBytes} bytes already.`, retryAfterMs,
  });

  const leave = (call: AbortController): void => {
    const entered = calls.get(call);
    if (entered === undefined) return;
    calls.delete(call);
    shares.giveBack(entered.organizationId, entered.bytes);
  };

  const grow = (call: AbortController, organizationId: string, bytes: number): void => {
    if (bytes < LARGE_BYTES) return;
    const before = calls.get(call)?.bytes ?? 0;
    if (bytes <= before) return;
    const counted = Math.min(Math.ceil(bytes / STEP_BYTES) * STEP_BYTES, bodyBytes());
    if (counted <= before) return;
    try {
      shares.take(organizationId, counted - before);
    } catch (error) {
      leave(call);
      throw error;
    }
    calls.set(call, { organizationId, bytes: counted });
  };

  return {
    enter(call, organizationId, bytes) {
      if (bytes !== undefined) grow(call, organizationId, bytes);
    },
    grow,
    leave,
  };
};
