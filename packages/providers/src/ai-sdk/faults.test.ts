import { KEY, answerWith, failureOf, nextTurn, readAll } from "../testing/client-bench";
import { sdkBench } from "../testing/sdk-bench";
import {
  type UpstreamConnection,
  event,
  jsonAnswer,
  piece,
  plainAnswer,
  streamEnd,
  streamHead,
  textEvent,
} from "../testing/upstream";

const { setUp } = sdkBench();
const PACKAGE = {
  package: "@ai-sdk/openai-compatible",
  options: { name: "far", secretHeader: "s3cret-of-the-options" },
};

/**
 * What a provider may do wrong behind a package, and how it is classified, streamed and plain: the same as for every
 * family.
 */
const FAULTS: readonly {
  readonly fault: string;
  readonly answer: (connection: UpstreamConnection) => void;
  readonly streamed: object;
  readonly plain: object;
}[] = [
  {
    fault: "429 with Retry-After",
    answer: answerWith(
      jsonAnswer({ error: { message: "slow down", type: "rate_limit" } }, "429 Too Many Requests", "Retry-After: 7"),
    ),
    streamed: { kind: "rate_limited", message: "slow down", status: 429, retryAfterMs: 7_000 },
    plain: { kind: "rate_limited", message: "slow down", status: 429, retryAfterMs: 7_000 },
  },
  {
    fault: "400 for a prompt too long",
    answer: answerWith(
      jsonAnswer(
        { error: { message: "maximum context length is 10", code: "context_length_exceeded" } },
        "400 Bad Request",
      ),
    ),
    streamed: { kind: "context_length", status: 400 },
    plain: { kind: "context_length", status: 400 },
  },
  {
    fault: "401 that shows our key and a secret of the options",
    answer: answerWith(jsonAnswer({ error: { message: `bad ${KEY} or s3cret-of-the-options` } }, "401 Unauthorized")),
    streamed: { kind: "credentials", message: "bad [redacted] or [redacted]" },
    plain: { kind: "credentials", message: "bad [redacted] or [redacted]" },
  },
  {
    fault: "a web page with status 502",
    answer: answerWith(plainAnswer("502 Bad Gateway", "text/html", "<html><title>Bad gateway</title></html>")),
    streamed: { kind: "server", message: "HTTP 502 with a web page: Bad gateway", status: 502 },
    plain: { kind: "server", message: "HTTP 502 with a web page: Bad gateway", status: 502 },
  },
  {
    fault: "an error without a body",
    answer: answerWith("HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n"),
    streamed: { kind: "server", status: 500 },
    plain: { kind: "server", status: 500 },
  },
  {
    fault: "a redirect",
    answer: answerWith("HTTP/1.1 302 Found\r\nLocation: /login\r\nContent-Length: 0\r\n\r\n"),
    streamed: { kind: "malformed", status: 302 },
    plain: { kind: "malformed", status: 302 },
  },
  {
    fault: "an error answer without end",
    answer: ({ socket }) => {
      socket.write(`HTTP/1.1 500 Oops\r\nTransfer-Encoding: chunked\r\n\r\n${piece("x".repeat(100_000))}`);
    },
    streamed: { kind: "server", status: 500 },
    plain: { kind: "server", status: 500 },
  },
  {
    fault: "a reset before the headers",
    answer: ({ socket }) => {
      socket.resetAndDestroy();
    },
    streamed: { kind: "unreachable" },
    plain: { kind: "unreachable" },
  },
  {
    fault: "a reset in the middle",
    answer: ({ socket }) => {
      socket.write(`${streamHead()}${piece(textEvent("Hel"))}`, () => {
        socket.resetAndDestroy();
      });
    },
    streamed: { kind: "cut" },
    plain: { kind: "cut" },
  },
  {
    fault: "an answer that ends before its finish reason",
    answer: answerWith(streamHead(), piece(textEvent("Hel")), streamEnd()),
    streamed: { kind: "cut" },
    plain: { kind: "malformed" },
  },
  {
    fault: "a stream of nothing",
    answer: answerWith(streamHead(), streamEnd()),
    streamed: { kind: "cut" },
    plain: { kind: "malformed" },
  },
  {
    fault: "an error event",
    answer: answerWith(
      streamHead(),
      piece(`${textEvent("Hel")}${event({ error: { message: `boom ${KEY}` } })}`),
      streamEnd(),
    ),
    streamed: { kind: "server", message: "boom [redacted]" },
    plain: { kind: "malformed" },
  },
  {
    fault: "malformed events without end",
    answer: answerWith(streamHead(), piece(event("oops").repeat(100))),
    streamed: { kind: "malformed" },
    plain: { kind: "timeout" },
  },
  {
    fault: "silence before the headers",
    answer: () => {},
    streamed: { kind: "timeout", phase: "first_content" },
    plain: { kind: "timeout", phase: "first_content" },
  },
  {
    fault: "silence after the headers",
    answer: answerWith(streamHead(), piece(": keep-alive\n\n".repeat(3))),
    streamed: { kind: "timeout", phase: "first_content" },
    plain: { kind: "timeout" },
  },
  {
    fault: "silence in the middle",
    answer: answerWith(streamHead(), piece(textEvent("Hel"))),
    streamed: { kind: "timeout", phase: "idle" },
    plain: { kind: "timeout", phase: "idle" },
  },
];

/** Advances time until the call ends; a call that never ends hangs the test. */
const run = async <T>(clock: { advance(byMs: number): Promise<void> }, call: Promise<T>): Promise<T> => {
  const progress = { over: false };
  void call.finally(() => {
    progress.over = true;
  });
  for (let i = 0; i < 100 && !progress.over; i += 1) await nextTurn();
  while (!progress.over) await clock.advance(1_000);
  return call;
};

test.each(FAULTS.map((row) => [row.fault, row] as const))("streamed: %s", async (_, { answer, streamed }) => {
  const { upstream, clock, stream, caller } = await setUp(answer, PACKAGE);
  const { events, error } = await run(clock, readAll(stream()));
  expect(error).toMatchObject(streamed);
  expect(events.every(({ type }) => type === "text")).toBe(true);
  caller.abort();
  for (const { socket } of upstream.requests) socket.end();
  await upstream.idle();
});

test.each(FAULTS.map((row) => [row.fault, row] as const))("plain: %s", async (_, { answer, plain }) => {
  const { upstream, clock, complete } = await setUp(answer, PACKAGE);
  const error = await run(clock, failureOf(complete()));
  expect(error).toMatchObject(plain);
  // The request and the answer are content, which must not be logged.
  expect(error.cause === undefined || error.kind === "unreachable" || error.kind === "cut").toBe(true);
  for (const { socket } of upstream.requests) socket.end();
  await upstream.idle();
});

/** Without the clock, which would run ahead: it is decompressed beside the event loop. */
test("a compressed answer that can't be read is malformed, streamed or plain", async () => {
  const answer = answerWith(plainAnswer("200 OK", "application/json", "\u001F\u008B", "Content-Encoding: gzip"));
  const { upstream, stream, complete } = await setUp(answer, PACKAGE);
  const malformed = { kind: "malformed", message: expect.stringContaining("gzip") };
  expect((await readAll(stream())).error).toMatchObject(malformed);
  expect(await failureOf(complete())).toMatchObject(malformed);
  for (const { socket } of upstream.requests) socket.end();
  await upstream.idle();
});

test("an endless answer reaches its total limit", async () => {
  const { clock, stream, upstream } = await setUp(answerWith(streamHead()), {
    ...PACKAGE,
    limits: { totalMs: 100_000 },
  });
  const outcome = readAll(stream());
  await upstream.received(1);
  for (let at = 0; at < 100_000; at += 10_000) {
    upstream.requests[0]?.socket.write(piece(textEvent("more")));
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    await clock.advance(10_000);
  }
  expect((await outcome).error).toMatchObject({ kind: "timeout", phase: "total" });
  await upstream.idle();
});
