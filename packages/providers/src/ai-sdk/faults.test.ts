import { KEY, answerWith, failureOf, nextTurn, readAll } from "../testing/client-harness";
import { sdkHarness } from "../testing/sdk-harness";
import { event, jsonAnswer, piece, plainAnswer, streamEnd, streamHead, textEvent } from "../testing/upstream";
import { COMMON_FAULTS, type Fault, untilOver } from "../testing/faults";

const { setUp } = sdkHarness();
const PACKAGE = {
  package: "@ai-sdk/openai-compatible",
  options: { name: "far", secretHeader: "s3cret-of-the-options" },
};

const FAULTS: readonly Fault[] = [
  ...COMMON_FAULTS,
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
    fault: "an error without a body",
    answer: answerWith("HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n"),
    streamed: { kind: "server", status: 500 },
    plain: { kind: "server", status: 500 },
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
];

test.each(FAULTS.map((row) => [row.fault, row] as const))("streamed: %s", async (_, { answer, streamed }) => {
  const { upstream, clock, stream, caller } = await setUp(answer, PACKAGE);
  const { events, error } = await untilOver(clock, readAll(stream()));
  expect(error).toMatchObject(streamed);
  expect(events.every(({ type }) => type === "text")).toBe(true);
  caller.abort();
  for (const { socket } of upstream.requests) socket.end();
  await upstream.idle();
});

test.each(FAULTS.map((row) => [row.fault, row] as const))("plain: %s", async (_, { answer, plain }) => {
  const { upstream, clock, complete } = await setUp(answer, PACKAGE);
  const error = await untilOver(clock, failureOf(complete()));
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

test("an answer longer than any model's is cut off", async () => {
  const long = piece(textEvent("x".repeat(4 * 1024 * 1024)));
  const { stream, upstream } = await setUp(
    answerWith(streamHead(), ...Array.from({ length: 10 }, () => long)),
    PACKAGE,
  );
  const { events, error } = await readAll(stream());
  expect(error).toMatchObject({ kind: "malformed", message: expect.stringContaining("longer") });
  expect(events).toHaveLength(9);
  await upstream.idle();
});

test("a plain answer of chat is left once it is larger than any model's, but not embeddings", async () => {
  const answer = jsonAnswer({
    padding: "x".repeat(33 * 1024 * 1024),
    data: [{ index: 0, embedding: [1, 2] }],
    usage: { prompt_tokens: 1, total_tokens: 1 },
  });
  const { complete, embed } = await setUp(answerWith(answer), PACKAGE);
  expect(await failureOf(complete())).toMatchObject({
    kind: "malformed",
    message: `The provider's answer is larger than ${32 * 1024 * 1024} bytes.`,
  });
  expect((await embed({ input: ["a"] })).vectors).toHaveLength(1);
});

test("an event of a stream that is larger than any other family reads is left before the package has it whole", async () => {
  const text = piece(textEvent("x".repeat(17 * 1024 * 1024)));
  const { stream, upstream } = await setUp(answerWith(streamHead(), text, streamEnd()), PACKAGE);
  const { events, error } = await readAll(stream());
  expect(error).toMatchObject({ kind: "malformed", message: expect.stringContaining("without an event") });
  expect(events).toEqual([]);
  await upstream.idle();
});

test("an answer with more in it than can be parsed while others are served is left, and not given to the package", async () => {
  const body = `[${"{},".repeat(5_000_000)}{}]`;
  const parse = jest.spyOn(JSON, "parse");
  try {
    const { complete, upstream } = await setUp(answerWith(plainAnswer("200 OK", "application/json", body)), PACKAGE);
    expect(await failureOf(complete())).toMatchObject({
      kind: "malformed",
      message: expect.stringContaining("more arrays, objects or values"),
    });
    expect(parse.mock.calls.some(([text]) => text.length === body.length)).toBe(false);
    await upstream.idle();
  } finally {
    parse.mockRestore();
  }
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
