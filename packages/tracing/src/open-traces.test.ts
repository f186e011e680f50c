import { silentLog, systemClock } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { ExportResultCode } from "@opentelemetry/core";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";
import { openTraces, type TracesOptions } from "./open-traces";

const open = (exporter: SpanExporter, more: Partial<TracesOptions> = {}) =>
  openTraces({ service: "cenote-test", env: {}, log: silentLog, clock: systemClock, exporter, ...more });

test("closing sends the remaining spans, with the service names", async () => {
  const sent: ReadableSpan[] = [];
  const traces = open({
    export: (spans, done) => {
      sent.push(...spans);
      done({ code: ExportResultCode.SUCCESS });
    },
    shutdown: () => Promise.resolve(),
  });
  traces.tracing.begin("a").end();
  traces.tracing.begin("b").end();
  await traces.close();
  expect(sent.map(({ name, resource }) => ({ name, service: resource.attributes["service.name"] }))).toEqual([
    { name: "a", service: "cenote-test" },
    { name: "b", service: "cenote-test" },
  ]);
});

test("an unresponsive collector does not keep a process from stopping", async () => {
  const clock = createManualClock();
  let answer: (() => void) | undefined;
  const traces = open(
    {
      export: (_spans, done) => {
        answer = () => {
          done({ code: ExportResultCode.SUCCESS });
        };
      },
      shutdown: () => Promise.resolve(),
    },
    { clock },
  );
  traces.tracing.begin("a").end();
  const closed = traces.close();
  await clock.advance(3_000);
  await closed;
  expect(answer).toBeDefined();
  answer?.();
});

test("spans that a slow collector does not accept are kept up to a limit", async () => {
  const waiting: (() => void)[] = [];
  let sent = 0;
  const traces = open({
    export: (spans, done) => {
      sent += spans.length;
      waiting.push(() => {
        done({ code: ExportResultCode.SUCCESS });
      });
    },
    shutdown: () => Promise.resolve(),
  });
  for (let index = 0; index < 20_000; index++) traces.tracing.begin("a").end();
  // One batch is being sent; the others wait for it.
  expect(waiting).toHaveLength(1);
  const closed = traces.close();
  await new Promise(setImmediate);
  for (const done of waiting) done();
  await closed;
  expect(sent).toBe(512 + 4_096);
});
