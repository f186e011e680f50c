import type { Tracing } from "@cenote/core";
import type { Metadata } from "@grpc/grpc-js";
import { TRACEPARENT } from "./trace-interceptor";

export interface WireCall {
  readonly metadata: Metadata;
}

/** Runs the handler as part of its caller's trace. */
export const continueTrace =
  <Call extends WireCall, Rest extends unknown[]>(
    handler: (call: Call, ...rest: Rest) => void,
    tracing: Pick<Tracing, "continueFrom">,
  ) =>
  (call: Call, ...rest: Rest): void => {
    tracing.continueFrom(call.metadata.get(TRACEPARENT)[0]?.toString(), () => {
      handler(call, ...rest);
    });
  };
