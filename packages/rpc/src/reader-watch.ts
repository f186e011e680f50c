import { constants } from "node:http2";
import type { Clock } from "@cenote/core";
import { type ServerInterceptor, ServerInterceptingCall } from "@grpc/grpc-js";
import { http2StreamOf } from "./http2-stream";

/**
 * A reader that takes nothing for this long loses its call: otherwise it would keep its provider call, its hold and its
 * messages forever. Longer than the gateway waits for its own readers, 316 seconds at most, so that the gateway never
 * reaches this limit.
 */
export const STUCK_READER_MS = 360_000;
const LOOK_MS = 15_000;
/** A message counts as taken only when the whole of it is, so a large one is given a look more for each of these. */
const SLOW_BYTES_PER_LOOK = 1 << 20;
/** Time for a reader to get the status after its deadline. */
export const DEADLINE_GRACE_MS = 1000;

/**
 * Resets calls whose reader is stuck, or still has not taken everything when its deadline has passed. Neither grpc-js nor
 * HTTP/2 does: the status waits behind the unread messages, and the handler hears of the end only with the status. A
 * reset waits for nothing, and the handler sees it as a cancelled call.
 *
 * It has to come before the interceptors that wrap the call: see `http2StreamOf`.
 */
export const createReaderWatch =
  (clock: Clock): ServerInterceptor =>
  (_, call) => {
    const stream = http2StreamOf(call);
    // The deadline is of grpc-js's own clock, and Infinity if there is none.
    const resetAtMs = clock.monotonicMs() + (Number(call.getDeadline()) - Date.now()) + DEADLINE_GRACE_MS;
    let sent = 0;
    let seen = 0;
    // Added up, because time in which this process stood still is not the reader's.
    let stillMs = 0;

    const isStill = (): boolean => sent === seen && (stream.writableLength > 0 || stream.writableEnded);
    const lookLater = () => {
      const delayMs = Math.max(0, Math.min(LOOK_MS, resetAtMs - clock.monotonicMs()));
      const look = () => {
        stillMs = isStill() ? stillMs + delayMs : 0;
        seen = sent;
        const limitMs = STUCK_READER_MS + LOOK_MS * Math.floor(stream.writableLength / SLOW_BYTES_PER_LOOK);
        if (stillMs < limitMs && clock.monotonicMs() < resetAtMs) {
          timer = lookLater();
          return;
        }
        stream.close(constants.NGHTTP2_CANCEL);
        // Ends the call even if not even the reset can be sent.
        stream.destroy();
      };
      return clock.setTimer(look, delayMs);
    };
    let timer = lookLater();
    stream.once("close", () => {
      timer.cancel();
    });

    return new ServerInterceptingCall(call, {
      sendMessage(message, proceed) {
        // grpc-js sends a message when the one before it was taken.
        sent++;
        proceed(message);
      },
    });
  };
