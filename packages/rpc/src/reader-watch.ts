import { constants } from "node:http2";
import type { Clock } from "@cenote/core";
import { type ServerInterceptor, ServerInterceptingCall } from "@grpc/grpc-js";
import { http2StreamOf } from "./http2-stream";

/**
 * A reader that takes nothing for this long loses its call. Otherwise its provider call, its hold and its messages would
 * stay forever. The limit is longer than the gateway waits for its own readers, at most 316 seconds, so the gateway never
 * reaches it.
 */
export const STUCK_READER_MS = 360_000;
const LOOK_MS = 15_000;
/** A message counts as taken only as a whole. A large message gets one more check for each of these. */
const SLOW_BYTES_PER_LOOK = 1 << 20;
/** Time for a reader to receive the status after its deadline. */
export const DEADLINE_GRACE_MS = 1000;

/**
 * Resets calls whose reader is stuck, or has not taken everything when its deadline has passed. Neither grpc-js nor HTTP/2
 * does that: the status waits behind the unread messages, and the handler learns of the end only with the status. A reset
 * waits for nothing, and the handler sees a cancelled call.
 *
 * This interceptor has to come before those that wrap the call: see `http2StreamOf`.
 */
export const createReaderWatch =
  (clock: Clock): ServerInterceptor =>
  (_, call) => {
    const stream = http2StreamOf(call);
    // The deadline is in grpc-js's own clock; Infinity if there is none.
    const resetAtMs = clock.monotonicMs() + (Number(call.getDeadline()) - Date.now()) + DEADLINE_GRACE_MS;
    let sent = 0;
    let seen = 0;
    // Added up, because time in which this process was stalled is not the reader's fault.
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
        // grpc-js sends a message when the previous one was taken.
        sent++;
        proceed(message);
      },
    });
  };
