import type { Tracing } from "@cenote/core";
import { InterceptingCall, type Interceptor } from "@grpc/grpc-js";

export const TRACEPARENT = "traceparent";

/** Sends the `traceparent` of the current span with every call. */
export const createTraceInterceptor =
  (tracing: Pick<Tracing, "traceparent">): Interceptor =>
  (options, nextCall) =>
    new InterceptingCall(nextCall(options), {
      start(metadata, listener, next) {
        const traceparent = tracing.traceparent();
        if (traceparent === undefined) {
          next(metadata, listener);
          return;
        }
        // A copy, because all calls of a client share their metadata.
        const own = metadata.clone();
        own.set(TRACEPARENT, traceparent);
        next(own, listener);
      },
    });
