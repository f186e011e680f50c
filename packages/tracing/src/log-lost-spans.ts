import type { Clock, Log } from "@cenote/core";
import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import type { SpanExporter } from "@opentelemetry/sdk-trace";

export interface LogLostSpansOptions {
  readonly log: Log;
  readonly clock: Clock;
}

/** How often lost spans are logged while a collector can't be reached. */
const TELL_EVERY_MS = 60_000;

const reasonOf = ({ error }: ExportResult): string => {
  const { code, name } = (error ?? {}) as { readonly code?: string | number; readonly name?: string };
  return String(code ?? name ?? "unknown");
};

/** The same exporter, which logs lost spans: at intervals, with an error code, and without the collector's answer. */
export const logLostSpans = (exporter: SpanExporter, { log, clock }: LogLostSpansOptions): SpanExporter => {
  let toldMs = -Infinity;
  let lost = 0;
  const note = (count: number, result: ExportResult): void => {
    if (result.code === ExportResultCode.SUCCESS) return;
    lost += count;
    const nowMs = clock.monotonicMs();
    if (nowMs - toldMs < TELL_EVERY_MS) return;
    log.warn({ spans: lost, reason: reasonOf(result) }, "traces could not be sent");
    toldMs = nowMs;
    lost = 0;
  };
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        note(spans.length, result);
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
};
