import { type Clock, type Log, type Tracing, within } from "@cenote/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from "@opentelemetry/resources";
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from "@opentelemetry/sdk-trace";
import { readBatching } from "./batching";
import { readSampler } from "./sampler";
import { createSdkTracing } from "./sdk-tracing";
import { logLostSpans } from "./log-lost-spans";

export interface TracesOptions {
  /** Name of the process, unless `OTEL_SERVICE_NAME` is set. */
  readonly service: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  readonly clock: Clock;
  /** Replaces the exporter that sends spans. */
  readonly exporter?: SpanExporter;
}

export interface Traces {
  readonly tracing: Tracing;
  /** Sends the remaining spans, for a few seconds at most. Never throws. */
  close(): Promise<void>;
}

/** How long a stop waits for a collector. */
const FLUSH_LIMIT_MS = 3_000;
const MAX_ATTRIBUTE_CHARACTERS = 256;

/** Loads the SDK; imported only if traces are sent. Errors: the mistakes in OpenTelemetry's variables. */
export const openTraces = ({ service, env, log, clock, exporter = new OTLPTraceExporter() }: TracesOptions): Traces => {
  const resource = defaultResource()
    .merge(
      resourceFromAttributes({
        "service.name": service,
        "service.namespace": "cenote",
        "service.instance.id": `${service}-${process.pid}`,
      }),
    )
    .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }));
  const provider = new TracerProvider({
    resource,
    sampler: readSampler(env),
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_CHARACTERS },
    spanProcessors: [
      new BatchSpanProcessor({ exporter: logLostSpans(exporter, { log, clock }), ...readBatching(env) }),
    ],
  });
  return {
    tracing: createSdkTracing(provider.getTracer("cenote")),
    async close() {
      await within(clock, FLUSH_LIMIT_MS, provider.shutdown());
    },
  };
};
