import { ChurnMap, createFairShares } from "@cenote/core";
import type { GatewayLimits } from "../../limits";

/** Bounds the memory for the bodies of open calls: each may be large, and there may be thousands. */
export interface LargeBodies {
  /**
   * @param share See `shareOfCaller`.
   * @param bytes The declared length, before the body is read. Without one, the bytes that have arrived so far. Errors:
   * rate_limit_exceeded, overloaded; both also release what the call had counted.
   */
  count(call: AbortController, share: string, bytes: number): void;
  leave(call: AbortController): void;
}

export type LargeBodiesOptions = Pick<GatewayLimits, "openBodyBytes" | "bodyBytes" | "retryAfterMs">;

/** Smaller bodies are not counted: all that can be open take no more than one large body per organization. */
const LARGE_BYTES = 64 * 1024;
/** Unit of counting, so that a body of unknown length is not counted again with every piece. */
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
