import { CenoteError, type Clock } from "@cenote/core";
import type { handleServerStreamingCall, handleUnaryCall, ServerWritableStream } from "@grpc/grpc-js";
import { encodeMessage } from "./encode-message";
import type { MethodDefinition } from "./definition";
import { toGrpcStatus } from "./grpc-error";

export interface HandlerOptions {
  readonly method: MethodDefinition;
  /** Turns what could not be encoded into the error the caller sees. */
  readonly fail: (thrown: unknown) => CenoteError;
  readonly clock: Clock;
}

/**
 * A reader who takes nothing for this long has left, whatever the connection says: the call would keep its provider and
 * its hold for good. Longer than the gateway waits for its own readers, so that behind the gateway this limit is never
 * reached.
 */
export const STUCK_READER_MS = 120_000;
const LOOK_MS = STUCK_READER_MS / 8;

interface CancellableCall {
  readonly cancelled: boolean;
  on(event: "cancelled", listener: () => void): unknown;
}

/**
 * The signal of one call: the caller cancelled or vanished, or the deadline passed. grpc-js also reports that after a
 * call that finished; this signal does not.
 */
const followCall = (call: CancellableCall) => {
  const controller = new AbortController();
  let finished = false;
  const abort = (reason: CenoteError) => {
    if (!finished) controller.abort(reason);
  };
  const leave = () => {
    abort(new CenoteError("cancelled"));
  };
  if (call.cancelled) leave();
  else call.on("cancelled", leave);
  return {
    signal: controller.signal,
    abort,
    finish: () => {
      finished = true;
    },
  };
};

/**
 * @param call The method, behind the in-process seam: it throws nothing but carried errors and heeds its signal at
 * once.
 */
export const unaryHandler =
  (
    call: (request: unknown, signal: AbortSignal) => Promise<unknown>,
    { method, fail }: HandlerOptions,
  ): handleUnaryCall<unknown, Buffer> =>
  (wire, callback) => {
    const { signal, finish } = followCall(wire);
    const answer = async () => {
      try {
        const response = await call(wire.request, signal);
        finish();
        callback(null, encodeMessage(method.responseType, response));
      } catch (thrown) {
        finish();
        callback(toGrpcStatus(fail(thrown)));
      }
    };
    void answer();
  };

/** @param onStuck Told once nothing was taken for too long. */
const writable = (
  wire: ServerWritableStream<unknown, Buffer>,
  signal: AbortSignal,
  { clock, onStuck }: { readonly clock: Clock; readonly onStuck: () => void },
): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    let untaken = wire.writableLength;
    let stillMs = 0;
    const look = () => {
      stillMs = wire.writableLength === untaken ? stillMs + LOOK_MS : 0;
      untaken = wire.writableLength;
      if (stillMs >= STUCK_READER_MS) onStuck();
      else timer = clock.setTimer(look, LOOK_MS);
    };
    let timer = clock.setTimer(look, LOOK_MS);
    const go = () => {
      timer.cancel();
      wire.off("drain", go);
      signal.removeEventListener("abort", go);
      resolve();
    };
    wire.once("drain", go);
    signal.addEventListener("abort", go, { once: true });
  });

/** As `unaryHandler`. Asks the service for a message only when the wire has room for it. */
export const streamHandler =
  (
    call: (request: unknown, signal: AbortSignal) => AsyncIterable<unknown>,
    { method, fail, clock }: HandlerOptions,
  ): handleServerStreamingCall<unknown, Buffer> =>
  (wire) => {
    const { signal, abort, finish } = followCall(wire);
    const onStuck = () => {
      abort(
        new CenoteError("cancelled", `The stream was not read for ${STUCK_READER_MS / 1000} s.`, { retryable: false }),
      );
    };
    const pump = async () => {
      try {
        for await (const message of call(wire.request, signal)) {
          if (!wire.write(encodeMessage(method.responseType, message)))
            await writable(wire, signal, { clock, onStuck });
        }
        finish();
        wire.end();
      } catch (thrown) {
        finish();
        if (!wire.cancelled) wire.emit("error", toGrpcStatus(fail(thrown)));
      }
    };
    void pump();
  };
