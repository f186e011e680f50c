import type { Tracing } from "@cenote/core";
import { SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { createSdkTracing } from "../sdk-tracing";

export interface RecordedSpan {
  readonly name: string;
  readonly kind: "internal" | "server" | "client";
  /** Name of the parent span, if it has ended too. */
  readonly parent: string | undefined;
  readonly isError: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly traceId: string;
}

export interface RecordedTraces {
  readonly tracing: Tracing;
  /** The ended spans, in the order in which they ended. */
  readonly spans: () => RecordedSpan[];
}

const KINDS: Readonly<Partial<Record<SpanKind, RecordedSpan["kind"]>>> = {
  [SpanKind.SERVER]: "server",
  [SpanKind.CLIENT]: "client",
};

/** Traces for tests: created by the SDK, kept in memory. */
export const recordTraces = (): RecordedTraces => {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const toRecorded = (span: ReadableSpan, _index: number, all: readonly ReadableSpan[]): RecordedSpan => ({
    name: span.name,
    kind: KINDS[span.kind] ?? "internal",
    isError: span.status.code === SpanStatusCode.ERROR,
    attributes: span.attributes,
    traceId: span.spanContext().traceId,
    parent: all.find((other) => other.spanContext().spanId === span.parentSpanContext?.spanId)?.name,
  });
  return {
    tracing: createSdkTracing(provider.getTracer("test")),
    spans: () => exporter.getFinishedSpans().map(toRecorded),
  };
};
