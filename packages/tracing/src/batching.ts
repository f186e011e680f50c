/** Settings of the SDK's batch processor. */
export interface Batching {
  /** Queue of spans to be sent; further spans are dropped. */
  readonly maxQueueSize: number;
  readonly maxExportBatchSize: number;
  readonly scheduledDelayMillis: number;
  /**
   * Limit for one batch with its retries; the exporter's own limit is `OTEL_EXPORTER_OTLP_TIMEOUT`, 10 s by default.
   */
  readonly exportTimeoutMillis: number;
}

const QUEUE_SPANS = 4096;
const BATCH_SPANS = 512;
const SEND_EVERY_MS = 2_000;
const SEND_LIMIT_MS = 30_000;
/** Upper bounds of the settings: spans by the memory of a process, times by a minute. */
const MAX_QUEUE_SPANS = 65_536;
const MAX_MS = 60_000;

/** Reads OpenTelemetry's own variables. Throws if one is not a whole number within its bounds. */
export const readBatching = (env: Readonly<Record<string, string | undefined>>): Batching => {
  const read = (name: string, fallback: number, max: number): number => {
    const text = env[name] ?? "";
    const value = text === "" ? fallback : Number(text);
    if (!Number.isInteger(value) || value < 1 || value > max)
      throw new Error(`${name} must be a whole number from 1 to ${max}`);
    return value;
  };
  const maxQueueSize = read("OTEL_BSP_MAX_QUEUE_SIZE", QUEUE_SPANS, MAX_QUEUE_SPANS);
  return {
    maxQueueSize,
    maxExportBatchSize: read("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", Math.min(BATCH_SPANS, maxQueueSize), maxQueueSize),
    scheduledDelayMillis: read("OTEL_BSP_SCHEDULE_DELAY", SEND_EVERY_MS, MAX_MS),
    exportTimeoutMillis: read("OTEL_BSP_EXPORT_TIMEOUT", SEND_LIMIT_MS, MAX_MS),
  };
};
