import { type Span, spanFailure, type Tracing } from "@cenote/core";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Exchanges } from "./calls/exchanges";
import type { ObserveRequest } from "./observe-request";

/**
 * Requests as steps of traces, each from its first hook until it is over, and part of its caller's trace where it names
 * one.
 */
export interface RequestTraces {
  /** The same exchanges, which begin a step. */
  following(exchanges: Exchanges): Exchanges;
  /** The same observer, inside of the step, which ends with it. */
  ending(observe: ObserveRequest): ObserveRequest;
  /** Runs hooks and handlers inside of the steps. Call before routes are added. */
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
      // Without a route its path is the caller's own text.
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
      // A body arrives by events of its connection, which know nothing of the request.
      server.addHook("preValidation", (request, _reply, done) => {
        inside(request, done);
      });
    },
  };
};
