import type { ErrorCode } from "@cenote/core";
import type { Metrics } from "@cenote/runtime";

export interface GatewayMetrics {
  /** Called at the end of each request. */
  observe(request: {
    readonly route: string;
    readonly status: number;
    readonly durationMs: number;
    readonly overheadMs: number | undefined;
    readonly errorCode: ErrorCode | undefined;
  }): void;
  /** Called at the end of each operation over a WebSocket. */
  observeOperation(outcome: ErrorCode | "ok"): void;
}

export interface GatewayMetricsOptions {
  readonly metrics: Metrics;
  readonly openCalls: () => number;
  readonly openWatches: () => number;
  readonly openStreams: () => number;
  readonly openSockets: () => number;
}

const DURATION_BUCKETS_S = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];
const OVERHEAD_BUCKETS_S = [0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.1, 1];
const FIRST_ERROR_STATUS = 400;

export const createGatewayMetrics = ({
  metrics,
  openCalls,
  openWatches,
  openStreams,
  openSockets,
}: GatewayMetricsOptions): GatewayMetrics => {
  const requests = metrics.counter({
    name: "cenote_gateway_requests_total",
    help: "HTTP requests answered.",
    labels: ["route", "status"],
  });
  const lateErrors = metrics.counter({
    name: "cenote_gateway_late_errors_total",
    help: "Answers with a status of success that ended with an error, or are GraphQL's and hold one; the last of each.",
    labels: ["route", "code"],
  });
  const operations = metrics.counter({
    name: "cenote_gateway_socket_operations_total",
    help: "GraphQL operations over WebSockets that are over, by ok or the code of their last error.",
    labels: ["outcome"],
  });
  const durations = metrics.histogram({
    name: "cenote_gateway_request_duration_seconds",
    help: "From the head of the request to the last byte of the answer.",
    labels: ["route"],
    buckets: DURATION_BUCKETS_S,
  });
  const overheads = metrics.histogram({
    name: "cenote_gateway_overhead_seconds",
    help: "Own time until the answer began, without waiting for providers.",
    labels: ["route"],
    buckets: OVERHEAD_BUCKETS_S,
  });
  const show = (name: string, help: string, read: () => number): void => {
    metrics.gauge({
      name,
      help,
      collect: (gauge) => {
        gauge.set(read());
      },
    });
  };
  show("cenote_gateway_open_calls", "Calls under way.", openCalls);
  show("cenote_gateway_open_watches", "Subscriptions that go on until their caller leaves.", openWatches);
  show("cenote_gateway_open_streams", "Event streams under way.", openStreams);
  show("cenote_gateway_open_sockets", "WebSockets open.", openSockets);

  const childrenOf = (route: string) => ({
    duration: durations.labels(route),
    overhead: overheads.labels(route),
    byStatus: new Map<number, ReturnType<typeof requests.labels>>(),
  });
  // Looking up a child by its labels costs more than counting, so each is looked up once.
  const byRoute = new Map<string, ReturnType<typeof childrenOf>>();

  return {
    observeOperation(outcome) {
      operations.labels(outcome).inc();
    },
    observe({ route, status, durationMs, overheadMs, errorCode }) {
      let children = byRoute.get(route);
      if (children === undefined) {
        children = childrenOf(route);
        byRoute.set(route, children);
      }
      let counter = children.byStatus.get(status);
      if (counter === undefined) {
        counter = requests.labels(route, `${status}`);
        children.byStatus.set(status, counter);
      }
      counter.inc();
      if (errorCode !== undefined && status < FIRST_ERROR_STATUS) lateErrors.labels(route, errorCode).inc();
      children.duration.observe(durationMs / 1000);
      if (overheadMs !== undefined) children.overhead.observe(overheadMs / 1000);
    },
  };
};
