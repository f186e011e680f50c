import { silentLog } from "@cenote/core";
import { ProviderError } from "@cenote/providers";
import { createManualClock } from "@cenote/testkit";
import { recordTraces } from "@cenote/tracing/testing";
import { createRouter } from "./router";
import { testCandidate } from "./testing/candidate";
import { failure } from "./testing/routing-world";
import { withTracing } from "./with-tracing";

const setUp = () => {
  const { tracing, spans } = recordTraces();
  const router = withTracing(createRouter({ clock: createManualClock(), log: silentLog, random: () => 0.5 }), tracing);
  const call = (attempt: () => Promise<string>) => ({
    candidates: [testCandidate("one"), testCandidate("two")],
    attempt,
    history: { attempts: [], waitedMs: 0 },
    requestId: "req_1",
    signal: new AbortController().signal,
  });
  const seen = () =>
    spans().map(({ name, kind, isError, attributes }) => ({
      name,
      kind,
      isError,
      outcome: attributes["cenote.outcome"],
      type: attributes["error.type"],
    }));
  return { router, call, spans, seen };
};

const words = "marker of a provider";

test("each try is a span, a failed one with its kind and status and without the provider's message", async () => {
  const { router, call, spans, seen } = setUp();
  const replies = [
    () => Promise.reject<string>(new ProviderError({ kind: "server", status: 503, message: words })),
    () => Promise.resolve("answer"),
  ];
  expect((await router.answer(call(() => replies.shift()?.() ?? Promise.resolve("")))).answer).toBe("answer");
  expect(seen()).toEqual([
    { name: "try one/m", kind: "client", isError: true, outcome: "server", type: "server" },
    { name: "try two/m", kind: "client", isError: false, outcome: "ok", type: undefined },
  ]);
  expect(spans()[0]?.attributes["http.response.status_code"]).toBe(503);
  expect(JSON.stringify(spans())).not.toContain(words);
});

test.each([
  ["whole", undefined, { isError: false, outcome: "ok", type: undefined }],
  ["cut", failure("cut"), { isError: true, outcome: "cut", type: "cut" }],
])("a streamed answer's span lasts until it has ended: %s", async (_name, ended, expected) => {
  const { router, call, seen } = setUp();
  const route = await router.open(call(() => Promise.resolve("stream")));
  expect(seen()).toEqual([]);
  route.reportEnd(ended);
  route.reportEnd({ kind: "aborted", phase: undefined });
  expect(seen()).toEqual([{ name: "try one/m", kind: "client", ...expected }]);
});

test("how a streamed answer ended counts for its route", async () => {
  const { router, call } = setUp();
  for (let cut = 0; cut < 5; cut++)
    (await router.open(call(() => Promise.resolve("stream")))).reportEnd(failure("cut"));
  expect(router.breakers()).toEqual([{ route: "one/m", state: "open" }]);
});

test("a fault of ours is recorded by its code", async () => {
  const { router, call, seen } = setUp();
  await expect(router.answer(call(() => Promise.reject(new Error(words))))).rejects.toMatchObject({
    code: "internal_error",
  });
  expect(seen()).toEqual([
    { name: "try one/m", kind: "client", isError: true, outcome: undefined, type: "internal_error" },
  ]);
});
