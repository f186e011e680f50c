import type { IncomingMessage } from "node:http";
import type { Clock } from "@cenote/core";
import type { GatewayLimits } from "../../limits";

/**
 * Reads and discards the rest of a body. A client that is answered in the middle of its upload sees a broken connection
 * instead of the answer, and retries. Resolves at the end of the body or at a limit.
 */
export const discardBody = (
  raw: IncomingMessage,
  clock: Clock,
  limits: Pick<GatewayLimits, "discardBytes" | "discardMs">,
): Promise<void> => {
  if (raw.complete || raw.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let taken = 0;
    const finish = () => {
      timer.cancel();
      raw.off("data", onData).off("end", finish).off("close", finish).off("error", finish);
      resolve();
    };
    const onData = (bytes: Buffer) => {
      taken += bytes.length;
      if (taken > limits.discardBytes) finish();
    };
    const timer = clock.setTimer(finish, limits.discardMs);
    raw.on("data", onData).on("end", finish).on("close", finish).on("error", finish);
    raw.resume();
  });
};
