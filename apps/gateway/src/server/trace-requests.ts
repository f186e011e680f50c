import { type Span, spanFailure, type Tracing } from "@cenote/core";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Exchanges } from "./calls/exchanges";
import type { ObserveRequest } from "./observe-request";

/**
 * One span per request, from its first hook to its end. It joins the caller's trace if the request has `traceparent`.
 */
export interface RequestTraces {
  /** Wraps the exchanges, so that each request begins a span. */
  following(exchanges: Exchanges): Exchanges;
  /** Wraps the observer: it runs inside the span, which then ends. */
  ending(observe: ObserveRequest): ObserveRequest;
  /** Runs hooks and handlers inside the spans. Call before routes are added. */
  addHooks(server: FastifyInstance): void;
}

export const createRequestTraces = (tracing: Tracing): RequestTraces => {
  const spans = new WeakMap<FastifyRequest, Span>();

  const begin = (request: FastifyRequest): void => {
    const { url: route, config } = request.routeOptions;
    if (config.quiet === true) return;
    const {
      method,
      headers: { traceparent },
    } = request;
    const attributes = { "http.request.method": method, "http.route": route, "cenote.request_id": request.id };
    const span = tracing.continueFrom(
      typeof traceparent === "string" ? traceparent : undefined,
      // Without a route, the span has no path: it would be the caller's own text.
      () => tracing.begin(route === undefined ? method : `${method} ${route}`, { attributes }),
    );
    spans.set(request, span);
  };

  const inside = (request: FastifyRequest, work: () => void): void => {
    const span = spans.get(request);
    if (span === undefined) work();
    else span.run(work);
  };

  return {
    following: (exchanges) => ({
      ...exchanges,
      begin(request, reply) {
        exchanges.begin(request, reply);
        begin(request);
      },
    }),
    ending: (observe) => (request, status) => {
      inside(request, () => {
        observe(request, status);
      });
      const { caller, errorCode } = request.exchange;
      const span = spans.get(request);
      span?.set({ "http.response.status_code": status, "cenote.organization_id": caller?.organizationId });
      span?.end(errorCode === undefined ? undefined : spanFailure(errorCode));
    },
    addHooks(server) {
      server.addHook("onRequest", (request, _reply, done) => {
        inside(request, done);
      });
      // A body arrives with events of its connection, outside the request's asynchronous context.
      server.addHook("preValidation", (request, _reply, done) => {
        inside(request, done);
      });
    },
  };
};
