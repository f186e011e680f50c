import type { BillingService } from "@cenote/contracts";
import { inSpan, type Tracing } from "@cenote/core";

type Call = (request: unknown, signal?: AbortSignal) => Promise<unknown>;

/** The same service, with each call a span of the caller's trace, if any. A stream takes hours and is not a span. */
export const withTracing = (service: BillingService, tracing: Tracing): BillingService => {
  const traced = (method: string, call: Call): Call => {
    const name = `billing ${method}`;
    return (request, signal) =>
      tracing.isInside() ? inSpan(tracing.begin(name), () => call(request, signal)) : call(request, signal);
  };
  const methods = Object.entries(service as unknown as Record<string, Call>);
  return {
    ...(Object.fromEntries(
      methods.map(([method, call]) => [method, traced(method, call)]),
    ) as unknown as BillingService),
    watchBalance: (request, signal) => service.watchBalance(request, signal),
    checkLedger: (request, signal) => service.checkLedger(request, signal),
  };
};
