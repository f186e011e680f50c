import { CenoteError, ChurnMap, type Ids } from "@cenote/core";
import type { handleServerStreamingCall, handleUnaryCall, ServerWritableStream } from "@grpc/grpc-js";
import { encodeMessage } from "./encode-message";
import type { MethodDefinition } from "./definition";
import { toGrpcStatus } from "./grpc-error";
import { nameCall } from "./named-call";

export interface HandlerOptions {
  readonly method: MethodDefinition;
  /** Turns a failure to encode into the caller's error. */
  readonly toError: (thrown: unknown) => CenoteError;
  readonly open: OpenCalls;
  /** Makes request ids for calls without one. Absent for services that do not. */
  readonly ids?: Pick<Ids, "requestId"> | undefined;
}

/** The calls under way, each with a function that cuts it. Its caller gets the reason. */
export type OpenCalls = ChurnMap<object, (reason: CenoteError) => void>;
export const createOpenCalls = (): OpenCalls => new ChurnMap();

interface CancellableCall {
  readonly cancelled: boolean;
  on(event: "cancelled", listener: () => void): unknown;
}

/**
 * The signal of one call. It is aborted if the caller cancels or disconnects, the deadline passes, or the call is cut.
 * grpc-js reports the first three also after the end of a call; this signal does not.
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
 * @param call The method behind the in-process transport. It throws only carried errors, and rejects at once if its signal
 * is aborted.
 */
export const unaryHandler =
  (
    call: (request: unknown, signal: AbortSignal) => Promise<unknown>,
    { method, toError, open, ids }: HandlerOptions,
  ): handleUnaryCall<unknown, Buffer> =>
  (wire, callback) => {
    const { signal, finish } = followCall(wire, open);
    const { request, requestId, headers } = nameCall(wire.request, ids);
    const answer = async () => {
      try {
        const response = await call(request, signal);
        finish();
        const message = encodeMessage(method.responseType, response);
        if (headers !== undefined) wire.sendMetadata(headers);
        callback(null, message);
      } catch (thrown) {
        finish();
        callback(toGrpcStatus(toError(thrown), requestId));
      }
    };
    void answer();
  };

/** Resolves when the stream can take more, or on abort. */
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

/** Like `unaryHandler`. It reads the next message only when the stream has room for it (backpressure). */
export const streamHandler =
  (
    call: (request: unknown, signal: AbortSignal) => AsyncIterable<unknown>,
    { method, toError, open, ids }: HandlerOptions,
  ): handleServerStreamingCall<unknown, Buffer> =>
  (wire) => {
    const { signal, finish } = followCall(wire, open);
    const { request, requestId, headers } = nameCall(wire.request, ids);
    const pump = async () => {
      let unsent = headers;
      try {
        for await (const message of call(request, signal)) {
          const bytes = encodeMessage(method.responseType, message);
          // Sent only with an answer, because client libraries do not retry a call whose headers they have.
          if (unsent !== undefined) wire.sendMetadata(unsent);
          unsent = undefined;
          if (!wire.write(bytes)) await untilWritable(wire, signal);
        }
        finish();
        wire.end();
      } catch (thrown) {
        finish();
        if (!wire.cancelled) wire.emit("error", toGrpcStatus(toError(thrown), requestId));
      }
    };
    void pump();
  };
