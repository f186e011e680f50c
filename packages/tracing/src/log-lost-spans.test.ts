import type { Log } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { ExportResultCode } from "@opentelemetry/core";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";
import { logLostSpans } from "./log-lost-spans";

const setUp = () => {
  const lines: object[] = [];
  const clock = createManualClock();
  const unused = () => {};
  const log: Log = {
    debug: unused,
    info: unused,
    error: unused,
    warn: (fields, message) => {
      lines.push({ ...fields, message });
    },
  };
  const results: Parameters<Parameters<SpanExporter["export"]>[1]>[0][] = [];
  const exporter: SpanExporter = {
    export: (_spans, done) => {
      done(results.shift() ?? { code: ExportResultCode.SUCCESS });
    },
    shutdown: () => Promise.resolve(),
  };
  const told: number[] = [];
  const send = (count: number) => {
    telling.export(
      Array.from({ length: count }, () => ({}) as ReadableSpan),
      ({ code }) => {
        told.push(code);
      },
    );
  };
  const telling = logLostSpans(exporter, { log, clock });
  return { lines, clock, results, told, send };
};

const FAILED = {
  code: ExportResultCode.FAILED,
  error: Object.assign(new Error("connect ECONNREFUSED secret-host"), { code: "ECONNREFUSED" }),
};

test("losses are logged once a minute, added up, with only a code", async () => {
  const { lines, clock, results, told, send } = setUp();
  results.push(FAILED, FAILED, FAILED);
  send(2);
  send(3);
  await clock.advance(60_000);
  send(4);
  expect(lines).toEqual([
    { spans: 2, reason: "ECONNREFUSED", message: "traces could not be sent" },
    { spans: 7, reason: "ECONNREFUSED", message: "traces could not be sent" },
  ]);
  expect(told).toEqual([ExportResultCode.FAILED, ExportResultCode.FAILED, ExportResultCode.FAILED]);
});

test("successes are not logged, and a failure without a code has a name", () => {
  const { lines, results, send } = setUp();
  results.push(
    { code: ExportResultCode.SUCCESS },
    { code: ExportResultCode.FAILED, error: new TypeError("words of a collector") },
  );
  send(1);
  send(1);
  expect(lines).toEqual([{ spans: 1, reason: "TypeError", message: "traces could not be sent" }]);
});
