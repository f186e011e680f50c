import { ChurnMap, createFairShares } from "@cenote/core";
import type { GatewayLimits } from "../../limits";

/** Bounds the memory for bodies of calls under way: each may be large, and there may be thousands. */
export interface LargeBodies {
  /**
   * @param bytes As announced, before the body is read; where no length is announced, what has arrived so far. Errors:
   * rate_limit_exceeded, overloaded; the call has left then.
   */
  count(call: AbortController, share: string, bytes: number): void;
  leave(call: AbortController): void;
}

export type LargeBodiesOptions = Pick<GatewayLimits, "openBodyBytes" | "bodyBytes" | "retryAfterMs">;

/** Smaller bodies are not counted: as many as there can be take no more than one large body per organization. */
const LARGE_BYTES = 64 * 1024;
/** Unit in which a body is counted, so that one of unknown length is not counted again with every piece. */
const STEP_BYTES = 64 * 1024;

interface Entered {
  readonly share: string;
  readonly bytes: number;
}

export const createLargeBodies = ({ openBodyBytes, bodyBytes, retryAfterMs }: LargeBodiesOptions): LargeBodies => {
  const calls = new ChurnMap<AbortController, Entered>();
  const shares = createFairShares({
    total: openBodyBytes,
    message: `The request bodies of the organization's open calls use up its share of ${openBodyBytes} bytes already.`,
    retryAfterMs,
  });

  const leave = (call: AbortController): void => {
    const entered = calls.get(call);
    if (entered === undefined) return;
    calls.delete(call);
    shares.giveBack(entered.share, entered.bytes);
  };

  return {
    count(call, share, bytes) {
      if (bytes < LARGE_BYTES) return;
      const before = calls.get(call)?.bytes ?? 0;
      if (bytes <= before) return;
      const counted = Math.min(Math.ceil(bytes / STEP_BYTES) * STEP_BYTES, bodyBytes(), openBodyBytes);
      if (counted <= before) return;
      try {
        shares.take(share, counted - before);
      } catch (error) {
        leave(call);
        throw error;
      }
      calls.set(call, { share, bytes: counted });
    },
    leave,
  };
};
