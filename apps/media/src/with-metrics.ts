import { type MediaService, MediaServiceDefinition } from "@cenote/contracts";
import type { Clock } from "@cenote/core";
import { type Metrics, withCallMetrics } from "@cenote/runtime";

export interface MetricsOptions {
  readonly metrics: Metrics;
  readonly clock: Clock;
}

const SECONDS_BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 60];

/** The same service with metrics: calls by method and outcome, and their duration. Streams are counted, not timed. */
export const withMetrics = (service: MediaService, { metrics, clock }: MetricsOptions): MediaService =>
  withCallMetrics(service, {
    metrics,
    clock,
    name: "media",
    secondsBuckets: SECONDS_BUCKETS,
    methods: MediaServiceDefinition.methods,
  });
