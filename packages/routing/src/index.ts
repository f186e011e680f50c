export * from "./after-submission";
export type { BreakerState } from "./breaker";
export * from "./call-error";
export {
  atEndpoint,
  type Candidate,
  type CandidateFinder,
  type KeyedTarget,
  createCandidateFinder,
  targetOf,
} from "./candidates";
export { createRouteMetrics, type RouteMetricsOptions, showBreakers } from "./route-metrics";
export type { RouteObserver } from "./route-observer";
export * from "./routed-call";
export * from "./router";
export { withTracing } from "./with-tracing";
