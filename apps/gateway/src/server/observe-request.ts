import type { Clock, Log } from "@cenote/core";
import type { FastifyRequest } from "fastify";
import type { GatewayMetrics } from "./metrics";

/** Called once at the end of each request. @param status The one sent, or the one that would have been sent. */
export type ObserveRequest = (request: FastifyRequest, status: number) => void;

export interface RequestObserverOptions {
  readonly clock: Clock;
  readonly metrics: GatewayMetrics;
  readonly log: Log;
}

/** The label if no route matched. Paths as labels would be unbounded. */
const NO_ROUTE = "none";

/** Counts a request and logs one line. */
export const createRequestObserver =
  ({ clock, metrics, log }: RequestObserverOptions): ObserveRequest =>
  (request, status) => {
    const { caller, errorCode, errorReason, overheadMs, startMs } = request.exchange;
    const durationMs = clock.monotonicMs() - startMs;
    const { url: route = NO_ROUTE, config } = request.routeOptions;
    metrics.observe({ route, status, durationMs, overheadMs, errorCode });
    const fields = {
      requestId: request.id,
      method: request.method,
      route,
      status,
      durationMs: Math.round(durationMs * 100) / 100,
      organizationId: caller?.organizationId,
      keyId: caller?.keyId,
      errorCode,
      errorReason,
    };
    if (config.quiet === true) log.debug(fields, "request");
    else log.info(fields, "request");
  };
