import type { IncomingMessage } from "node:http";
import {
  type CenoteError,
  ChurnMap,
  type Clock,
  createFairShares,
  createTicker,
  invalidField,
  ShuttingDown,
} from "@cenote/core";
import type { GatewayLimits } from "../../limits";

/**
 * Requests whose bodies did not arrive with their heads. Limits how slowly they may arrive, and how many at once. One
 * shared timer runs while there are any. It reads the byte count of the connection, so nothing is done per piece.
 */
export interface ArrivingBodies {
  /** From now until it is complete, the body must keep arriving, or its connection is closed. */
  watch(request: IncomingMessage): void;
  /**
   * Registers a call that waits for the body. @param share See `shareOfCaller`. @param fail Called at most once,
   * instead of closing the connection, if the body will not be completed. Errors: rate_limit_exceeded, overloaded.
   */
  enter(request: IncomingMessage, share: string, fail: (error: CenoteError) => void): void;
  /** Call it when the body is complete, or when the rest will not be read. */
  leave(request: IncomingMessage): void;
  /**
   * Call it if the connection can't be parsed any further. @returns Whether a call waited for the body, and got the
   * error.
   */
  fail(request: IncomingMessage, error: CenoteError): boolean;
  /** Fails every call that waits for its body, now or later, with `overloaded`. */
  close(): void;
  /** Whether the body may still be completed, so that its connection can take another request. */
  isComing(request: IncomingMessage): boolean;
}

export interface ArrivingBodiesOptions extends Pick<
  GatewayLimits,
  "arrivingBodies" | "stuckSenderMs" | "senderBytesPerS" | "arrivalCheckMs" | "retryAfterMs"
> {
  readonly clock: Clock;
}

interface Arriving {
  readonly startMs: number;
  /** Bytes that had arrived over the connection before. */
  readonly startBytes: number;
  /** When bytes last arrived, and how many there were by then. */
  movedMs: number;
  movedBytes: number;
  waiting: { readonly share: string; readonly fail: (error: CenoteError) => void } | undefined;
}

const SECOND_MS = 1000;

export const createArrivingBodies = (options: ArrivingBodiesOptions): ArrivingBodies => {
  const { clock, arrivingBodies, stuckSenderMs, senderBytesPerS, arrivalCheckMs, retryAfterMs } = options;
  const bodies = new ChurnMap<IncomingMessage, Arriving>();
  let isClosed = false;
  const shuttingDown = () => new ShuttingDown({ retryAfterMs });
  const places = createFairShares({
    total: arrivingBodies,
    message: `The organization's arriving request bodies use up its share of ${arrivingBodies} already.`,
    retryAfterMs,
  });

  /** @returns The call that waited for the body. */
  const forget = (request: IncomingMessage): Arriving["waiting"] => {
    const waiting = bodies.get(request)?.waiting;
    bodies.delete(request);
    if (waiting !== undefined) places.giveBack(waiting.share, 1);
    return waiting;
  };

  const isLate = ({ socket }: IncomingMessage, body: Arriving, nowMs: number): boolean => {
    if (socket.bytesRead > body.movedBytes) {
      body.movedBytes = socket.bytesRead;
      body.movedMs = nowMs;
    }
    const owedMs = ((body.movedBytes - body.startBytes) * SECOND_MS) / senderBytesPerS;
    return nowMs - body.movedMs > stuckSenderMs || nowMs - body.startMs > stuckSenderMs + owedMs;
  };

  const look = ([request, body]: [IncomingMessage, Arriving], nowMs: number): void => {
    if (request.complete || request.destroyed) {
      forget(request);
    } else if (isLate(request, body, nowMs)) {
      const waiting = forget(request);
      if (waiting === undefined) request.destroy();
      else
        waiting.fail(
          invalidField("body", `did not arrive in time. Send at least ${senderBytesPerS} bytes per second.`),
        );
    }
  };

  const startTicking = createTicker({ clock, everyMs: arrivalCheckMs, things: bodies, look });

  const watch = (request: IncomingMessage): Arriving => {
    const watched = bodies.get(request);
    if (watched !== undefined) return watched;
    const [startMs, startBytes] = [clock.monotonicMs(), request.socket.bytesRead];
    const body: Arriving = { startMs, startBytes, movedMs: startMs, movedBytes: startBytes, waiting: undefined };
    bodies.set(request, body);
    startTicking();
    return body;
  };

  return {
    watch,
    enter(request, share, fail) {
      if (isClosed) throw shuttingDown();
      const body = watch(request);
      places.take(share, 1);
      body.waiting = { share, fail };
    },
    leave(request) {
      forget(request);
    },
    fail(request, error) {
      const waiting = forget(request);
      waiting?.fail(error);
      return waiting !== undefined;
    },
    close() {
      isClosed = true;
      for (const request of bodies.keys()) if (!request.complete) forget(request)?.fail(shuttingDown());
    },
    isComing: (request) => request.complete || bodies.has(request),
  };
};
