import { type Clock, type Log, type Tracing, within } from "@cenote/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { defaultResource, detectResources, resourceAttributesEnvDetector, resourceFromAttributes, serviceNameEnvDetector } from "@opentelemetry/resources";
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from "@opentelemetry/sdk-trace";
import { readSampler } from "./sampler";
import { createSdkTracing } from "./sdk-tracing";
import { tellLosses } from "./tell-losses";

export interface TracesOptions {
  /** Name of the process, where `OTEL_SERVICE_NAME` gives it none. */
  readonly service: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  readonly clock: Clock;
  /** Stands in for the one that sends them. */
  readonly exporter?: SpanExporter;
}

export interface Traces {
  readonly tracing: Tracing;
  /** Sends what is left, for a few seconds at most. Never throws. */
  close(): Promise<void>;
}

/** Spans that wait to be sent; further ones are dropped. */
const QUEUE_SPANS = 4096;
const BATCH_SPANS = 512;
const SEND_EVERY_MS = 2_000;
/** For one batch with its retries; the exporter itself keeps within `OTEL_EXPORTER_OTLP_TIMEOUT`, 10 s by default. */
const SEND_LIMIT_MS = 30_000;
/** A stop waits so long for a collector. */
const FLUSH_LIMIT_MS = 3_000;
const MAX_ATTRIBUTE_CHARACTERS = 256;

/** Loads the SDK: imported where traces are wanted, and nowhere else. Errors: what the sampler's variables have wrong. */
export const openTraces = ({ service, env, log, clock, exporter = new OTLPTraceExporter() }: TracesOptions): Traces => {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ "service.name": service, "service.namespace": "cenote", "service.instance.id": `${service}-${process.pid}` }))
    .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }));
  const provider = new TracerProvider({
    resource,
    sampler: readSampler(env),
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_CHARACTERS },
    spanProcessors: [new BatchSpanProcessor({
      exporter: tellLosses(exporter, { log, clock }),
      maxQueueSize: QUEUE_SPANS, maxExportBatchSize: BATCH_SPANS, scheduledDelayMillis: SEND_EVERY_MS, exportTimeoutMillis: SEND_LIMIT_MS,
    })],
  });
  return {
    tracing: createSdkTracing(provider.getTracer("cenote")),
    async close() {
      await within(clock, FLUSH_LIMIT_MS, provider.shutdown());
    },
  };
};
