import { spanFailure } from "@cenote/core";
import { recordTraces } from "./testing/record-traces";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const CALLER = `00-${TRACE}-b7ad6b7169203331-01`;

test("what starts within a span is its child, even after a wait; outside of it nothing is", async () => {
  const { tracing, spans } = recordTraces();
  const outer = tracing.begin("outer");
  await outer.run(async () => {
    await Promise.resolve();
    tracing.begin("inner").end();
  });
  expect(tracing.isInside()).toBe(false);
  tracing.begin("alone").end();
  outer.end();
  expect(spans().map(({ name, parent, kind }) => ({ name, parent, kind }))).toEqual([
    { name: "inner", parent: "outer", kind: "internal" },
    { name: "alone", parent: undefined, kind: "server" },
    { name: "outer", parent: undefined, kind: "server" },
  ]);
});

test("only the first end counts, and nothing is added after it", () => {
  const { tracing, spans } = recordTraces();
  const span = tracing.begin("call", { attributes: { a: 1, nothing: undefined } });
  span.set({ b: ["x"], nothing: undefined });
  span.end(spanFailure("provider_unavailable"));
  span.set({ c: 1 });
  span.rename("other");
  span.end();
  expect(spans()).toMatchObject([{ name: "call", isError: true }]);
  expect(spans()[0]?.attributes).toEqual({ a: 1, b: ["x"], "error.type": "provider_unavailable" });
});

test("a client error has a code but is not an error of the span; a caller who left is", () => {
  const { tracing, spans } = recordTraces();
  tracing.begin("refused").end(spanFailure("insufficient_balance"));
  tracing.begin("left").end(spanFailure("cancelled"));
  expect(spans().map(({ isError, attributes }) => ({ isError, type: attributes["error.type"] }))).toEqual([
    { isError: false, type: "insufficient_balance" },
    { isError: true, type: "cancelled" },
  ]);
});

test("continues a caller's trace, and passes it on", () => {
  const { tracing, spans } = recordTraces();
  tracing.continueFrom(CALLER, () => {
    expect(tracing.traceId()).toBe(TRACE);
    expect(tracing.traceparent()).toBe(CALLER);
    const span = tracing.begin("served");
    expect(span.run(() => tracing.traceparent())).toMatch(
      new RegExp(`^00-${TRACE}-(?!b7ad6b7169203331)[0-9a-f]{16}-01$`),
    );
    span.end();
  });
  expect(spans()).toMatchObject([{ name: "served", kind: "server", traceId: TRACE }]);
});

test("honours a caller who does not want a trace recorded, but still passes it on", () => {
  const { tracing, spans } = recordTraces();
  tracing.continueFrom(CALLER.replace(/01$/, "00"), () => {
    const span = tracing.begin("served");
    expect(span.run(() => tracing.traceparent())).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`));
    span.end();
  });
  expect(spans()).toEqual([]);
});

test.each([
  "",
  "junk",
  `00-${"0".repeat(32)}-b7ad6b7169203331-01`,
  `${CALLER}, ${CALLER}`,
  `ff-${TRACE}-b7ad6b7169203331-01`,
])("an invalid traceparent starts a new trace: %j", (header) => {
  const { tracing, spans } = recordTraces();
  tracing.continueFrom(header, () => {
    tracing.begin("served").end();
  });
  expect(spans()).toMatchObject([{ kind: "server", parent: undefined }]);
  expect(spans()[0]?.traceId).not.toBe(TRACE);
});

test("flags of other versions of the header are not passed on", () => {
  const { tracing } = recordTraces();
  tracing.continueFrom(CALLER.replace(/01$/, "ff"), () => {
    expect(tracing.traceparent()).toBe(CALLER);
  });
});

test("a timer that outlives its call is not part of its trace", async () => {
  const { tracing } = recordTraces();
  const span = tracing.begin("call");
  const later = Promise.withResolvers<void>();
  const seen = span.run(async () => {
    await later.promise;
    return {
      inside: tracing.isInside(),
      current: tracing.current(),
      traceId: tracing.traceId(),
      traceparent: tracing.traceparent(),
    };
  });
  span.end();
  later.resolve();
  expect(await seen).toEqual({ inside: false, current: undefined, traceId: undefined, traceparent: undefined });
});
