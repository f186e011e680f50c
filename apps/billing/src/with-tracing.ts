import type { BillingService } from "@cenote/contracts";
import { inSpan, type Tracing } from "@cenote/core";
import { STREAM_METHODS } from "./stream-methods";

type Call = (request: unknown, signal?: AbortSignal) => Promise<unknown>;

/** The same service, with each call a span of the caller's trace, if any. A stream takes hours and is not a span. */
export const withTracing = (service: BillingService, tracing: Tracing): BillingService => {
  const traced = (method: string, call: Call): Call => {
    const name = `billing ${method}`;
    return (request, signal) =>
      tracing.isInside() ? inSpan(tracing.begin(name), () => call(request, signal)) : call(request, signal);
  };
  const methods = Object.entries(service as unknown as Record<string, Call>);
  return Object.fromEntries(
    methods.map(([method, call]) => [
      method,
      STREAM_METHODS.some((stream) => stream === method) ? call : traced(method, call),
    ]),
  ) as unknown as BillingService;
};
