import { CenoteError } from "@cenote/core";
import type { handleServerStreamingCall, handleUnaryCall, ServerWritableStream } from "@grpc/grpc-js";
import { encodeMessage } from "./encode-message";
import type { MethodDefinition } from "./definition";
import { toGrpcStatus } from "./grpc-error";

export interface HandlerOptions {
  readonly method: MethodDefinition;
  /** Turns what could not be encoded into the error the caller sees. */
  readonly fail: (thrown: unknown) => CenoteError;
}

interface CancellableCall {
  readonly cancelled: boolean;
  on(event: "cancelled", listener: () => void): unknown;
}

/** The signal of one call: the caller cancelled, vanished, or its deadline passed. grpc-js also says so after a finished call: that is none. */
const followCall = (call: CancellableCall) => {
  const controller = new AbortController();
  let finished = false;
  const abort = () => { if (!finished) controller.abort(new CenoteError("cancelled")); };
  if (call.cancelled) abort();
  else call.on("cancelled", abort);
  return { signal: controller.signal, finish: () => { finished = true; } };
};

/** @param call The method, behind the in-process seam: it throws nothing but carried errors and heeds its signal at once. */
export const unaryHandler = (
  call: (request: unknown, signal: AbortSignal) => Promise<unknown>,
  { method, fail }: HandlerOptions,
): handleUnaryCall<unknown, Buffer> => (wire, callback) => {
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

const writable = (wire: ServerWritableStream<unknown, Buffer>, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const go = () => {
      wire.off("drain", go);
      signal.removeEventListener("abort", go);
      resolve();
    };
    wire.once("drain", go);
    signal.addEventListener("abort", go, { once: true });
  });

/** As `unaryHandler`. Asks the service for a message only when the wire has room for it. */
export const streamHandler = (
  call: (request: unknown, signal: AbortSignal) => AsyncIterable<unknown>,
  { method, fail }: HandlerOptions,
): handleServerStreamingCall<unknown, Buffer> => (wire) => {
  const { signal, finish } = followCall(wire);
  const pump = async () => {
    try {
      for await (const message of call(wire.request, signal)) {
        if (!wire.write(encodeMessage(method.responseType, message))) await writable(wire, signal);
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
