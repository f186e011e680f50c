import { CenoteError, ChurnMap } from "@cenote/core";
import type { handleServerStreamingCall, handleUnaryCall, ServerWritableStream } from "@grpc/grpc-js";
import { encodeMessage } from "./encode-message";
import type { MethodDefinition } from "./definition";
import { toGrpcStatus } from "./grpc-error";

export interface HandlerOptions {
  readonly method: MethodDefinition;
  /** Turns a failure to encode into the caller's error. */
  readonly fail: (thrown: unknown) => CenoteError;
  readonly open: OpenCalls;
}

/** The calls under way, each with what cuts it: its caller gets the reason. */
export type OpenCalls = ChurnMap<object, (reason: CenoteError) => void>;
export const createOpenCalls = (): OpenCalls => new ChurnMap();

interface CancellableCall {
  readonly cancelled: boolean;
  on(event: "cancelled", listener: () => void): unknown;
}

/**
 * The signal of one call: aborted if the caller cancels or disconnects, the deadline passes, or the call is cut. grpc-js
 * also reports the first three after the end of a call; this signal does not.
 */
const followCall = (call: CancellableCall, open: OpenCalls) => {
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
  open.set(controller, abort);
  return {
    signal: controller.signal,
    finish: () => {
      finished = true;
      open.delete(controller);
    },
  };
};

/**
 * @param call The method behind the in-process seam: it throws only carried errors, and rejects at once if its signal
 * is aborted.
 */
export const unaryHandler =
  (
    call: (request: unknown, signal: AbortSignal) => Promise<unknown>,
    { method, fail, open }: HandlerOptions,
  ): handleUnaryCall<unknown, Buffer> =>
  (wire, callback) => {
    const { signal, finish } = followCall(wire, open);
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

/** Resolves when the wire can take more, or on abort. */
const untilWritable = (wire: ServerWritableStream<unknown, Buffer>, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const finish = () => {
      wire.off("drain", finish);
      signal.removeEventListener("abort", finish);
      resolve();
    };
    wire.once("drain", finish);
    signal.addEventListener("abort", finish, { once: true });
  });

/** As `unaryHandler`. It reads the next message only when the wire has room for it. */
export const streamHandler =
  (
    call: (request: unknown, signal: AbortSignal) => AsyncIterable<unknown>,
    { method, fail, open }: HandlerOptions,
  ): handleServerStreamingCall<unknown, Buffer> =>
  (wire) => {
    const { signal, finish } = followCall(wire, open);
    const pump = async () => {
      try {
        for await (const message of call(wire.request, signal)) {
          if (!wire.write(encodeMessage(method.responseType, message))) await untilWritable(wire, signal);
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
