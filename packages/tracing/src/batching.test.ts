import { readBatching } from "./batching";

test("the default: every two seconds, a few thousand spans at most", () => {
  expect(readBatching({})).toEqual({
    maxQueueSize: 4_096,
    maxExportBatchSize: 512,
    scheduledDelayMillis: 2_000,
    exportTimeoutMillis: 30_000,
  });
});

test("OpenTelemetry's variables apply, and empty ones count as unset", () => {
  const env = {
    OTEL_BSP_MAX_QUEUE_SIZE: "100",
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: "50",
    OTEL_BSP_SCHEDULE_DELAY: "250",
    OTEL_BSP_EXPORT_TIMEOUT: "",
  };
  expect(readBatching(env)).toEqual({
    maxQueueSize: 100,
    maxExportBatchSize: 50,
    scheduledDelayMillis: 250,
    exportTimeoutMillis: 30_000,
  });
});

test("a batch is never larger than the queue", () => {
  expect(readBatching({ OTEL_BSP_MAX_QUEUE_SIZE: "100" })).toMatchObject({
    maxQueueSize: 100,
    maxExportBatchSize: 100,
  });
  expect(() => readBatching({ OTEL_BSP_MAX_QUEUE_SIZE: "100", OTEL_BSP_MAX_EXPORT_BATCH_SIZE: "101" })).toThrow(
    "OTEL_BSP_MAX_EXPORT_BATCH_SIZE must be a whole number from 1 to 100",
  );
});

test.each([
  ["OTEL_BSP_SCHEDULE_DELAY", "0"],
  ["OTEL_BSP_SCHEDULE_DELAY", "soon"],
  ["OTEL_BSP_EXPORT_TIMEOUT", "1.5"],
  ["OTEL_BSP_MAX_QUEUE_SIZE", "1000000"],
])("rejects %s=%s", (name, value) => {
  expect(() => readBatching({ [name]: value })).toThrow(`${name} must be a whole number`);
});
