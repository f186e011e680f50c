import type { CenoteError } from "@cenote/core";
import type { ClientReadableStream, ServiceError } from "@grpc/grpc-js";
import type { StreamSource } from "./call-stream";
import type { ToUnsureError } from "./unsure-outcome";

interface Waiter {
  readonly resolve: (result: IteratorResult<unknown, undefined>) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Reads a grpc-js stream message by message. grpc-js may report a failed status while earlier messages are still buffered,
 * so the failure is delayed until they have been read.
 * @param toError Makes the error for the reader of a failed stream.
 * @param toUnsure The same for a stream that its reader aborted.
 */
export const readableSource = (
  call: ClientReadableStream<unknown>,
  toError: (error: ServiceError) => CenoteError,
  toUnsure: ToUnsureError,
): StreamSource<unknown> => {
  const waiting: Waiter[] = [];
  let failure: Error | undefined;
  let ended = false;

  const pump = () => {
    while (waiting.length > 0) {
      const message: unknown = call.read();
      if (message !== null) waiting.shift()?.resolve({ done: false, value: message });
      else if (failure !== undefined) waiting.shift()?.reject(failure);
      else if (ended) waiting.shift()?.resolve({ done: true, value: undefined });
      else return;
    }
  };
  call.on("readable", pump);
  call.on("end", () => {
    ended = true;
    pump();
  });
  call.on("error", (error) => {
    failure = error;
    pump();
  });

  return {
    next: () =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        pump();
      }),
    cancel() {
      call.cancel();
    },
    ended() {},
    toError: (thrown) => toError(thrown as ServiceError),
    toUnsure,
  };
};
