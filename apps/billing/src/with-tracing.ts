import { type BillingService, BillingServiceDefinition } from "@cenote/contracts";
import { inSpan, type Tracing } from "@cenote/core";

type Call = (request: unknown, signal?: AbortSignal) => Promise<unknown>;

const METHODS: Readonly<Record<string, { readonly responseStream: boolean }>> = BillingServiceDefinition.methods;

/** Makes each call a span of the caller's trace, if there is one. A stream, which takes hours, gets no span. */
export const withTracing = (service: BillingService, tracing: Tracing): BillingService => {
  const traced = (method: string, call: Call): Call => {
    const name = `billing ${method}`;
    return (request, signal) =>
      tracing.isInside() ? inSpan(tracing.begin(name), () => call(request, signal)) : call(request, signal);
  };
  const calls = Object.entries(service as unknown as Record<string, Call>);
  return Object.fromEntries(
    calls.map(([method, call]) => [method, METHODS[method]?.responseStream === true ? call : traced(method, call)]),
  ) as unknown as BillingService;
};
