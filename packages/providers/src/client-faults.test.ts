import { KEY, LIMITS, answerWith, clientHarness, failureOf, nextTurn, readAll } from "./testing/client-harness";
import {
  event,
  finishEvent,
  jsonAnswer,
  piece,
  plainAnswer,
  streamEnd,
  streamHead,
  textEvent,
} from "./testing/upstream";
import { COMMON_FAULTS, type Fault, untilOver } from "./testing/faults";

const { setUp } = clientHarness();

const FAULTS: readonly Fault[] = [
  ...COMMON_FAULTS,
  {
    fault: "429 with Retry-After",
    answer: answerWith(
      jsonAnswer(
        { error: { message: "slow down", code: "rate_limit_exceeded" } },
        "429 Too Many Requests",
        "Retry-After: 7",
      ),
    ),
    streamed: { kind: "rate_limited", message: "slow down", status: 429, retryAfterMs: 7_000 },
    plain: { kind: "rate_limited", message: "slow down", status: 429, retryAfterMs: 7_000 },
  },
  {
    fault: "500",
    answer: answerWith(jsonAnswer({ error: { message: "boom" } }, "500 Internal Server Error")),
    streamed: { kind: "server", message: "boom", status: 500 },
    plain: { kind: "server", message: "boom", status: 500 },
  },
  {
    fault: "401 that shows our key",
    answer: answerWith(
      jsonAnswer({ error: { message: `Incorrect API key: ${KEY}`, code: "invalid_api_key" } }, "401 Unauthorized"),
    ),
    streamed: { kind: "credentials", message: "Incorrect API key: [redacted]" },
    plain: { kind: "credentials", message: "Incorrect API key: [redacted]" },
  },
  {
    fault: "a web page with status 200",
    answer: answerWith(plainAnswer("200 OK", "text/html", "<html>sign in</html>")),
    streamed: { kind: "malformed", message: expect.stringContaining("web page") },
    plain: { kind: "malformed", message: expect.stringContaining("web page") },
  },
  {
    fault: "an error answer whose body breaks",
    answer: ({ socket }) => {
      socket.write("HTTP/1.1 503 Busy\r\nContent-Length: 100\r\n\r\nbusy", () => {
        socket.resetAndDestroy();
      });
    },
    streamed: { kind: "server", status: 503 },
    plain: { kind: "server", status: 503 },
  },
  {
    fault: "an end before the headers",
    answer: ({ socket }) => {
      socket.end();
    },
    streamed: { kind: "unreachable" },
    plain: { kind: "unreachable" },
  },
  {
    fault: "a reset after the headers",
    answer: ({ socket }) => {
      socket.write(streamHead(), () => {
        socket.resetAndDestroy();
      });
    },
    streamed: { kind: "cut" },
    plain: { kind: "cut" },
  },
  {
    fault: "a half-closed socket in the middle",
    answer: ({ socket }) => {
      socket.end(`${streamHead()}${piece(textEvent("Hel"))}`);
    },
    streamed: { kind: "cut" },
    plain: { kind: "cut" },
  },
  {
    fault: "[DONE] before the finish reason",
    answer: answerWith(streamHead(), piece(`${textEvent("Hel")}data: [DONE]\n\n`), streamEnd()),
    streamed: { kind: "cut" },
    plain: { kind: "malformed" },
  },
  {
    fault: "less than the length it announced",
    answer: ({ socket }) => {
      socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"id":');
    },
    streamed: { kind: "cut" },
    plain: { kind: "cut" },
  },
  {
    fault: "an empty body",
    answer: answerWith("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
    streamed: { kind: "cut" },
    plain: { kind: "malformed" },
  },
  {
    fault: "a JSON error with status 200",
    answer: answerWith(jsonAnswer({ error: { message: "no credits", code: "insufficient_quota" } })),
    streamed: { kind: "quota", message: "no credits" },
    plain: { kind: "quota", message: "no credits" },
  },
  {
    fault: "a JSON error in the body of a stream",
    answer: answerWith(streamHead(), piece('{"code":"x","error":"Content violates usage guidelines."}'), streamEnd()),
    streamed: { kind: "content_policy", message: "Content violates usage guidelines." },
    plain: { kind: "content_policy", message: "Content violates usage guidelines." },
  },
  {
    fault: "an error event that shows our key",
    answer: answerWith(
      streamHead(),
      piece(`${textEvent("Hel")}${event({ error: { message: `bad ${KEY}`, type: "server_error" } })}`),
      streamEnd(),
    ),
    streamed: { kind: "server", message: "bad [redacted]" },
    plain: { kind: "malformed" },
  },
  {
    fault: "nothing but malformed events",
    answer: answerWith(streamHead(), piece(event("oops")), streamEnd()),
    streamed: { kind: "malformed" },
    plain: { kind: "malformed" },
  },
  {
    fault: "a wrong chunk size",
    answer: answerWith(streamHead(), piece(textEvent("Hel")), "zz\r\n"),
    streamed: { kind: "cut" },
    plain: { kind: "cut" },
  },
  {
    fault: "no HTTP at all",
    answer: answerWith("220 mail.test ESMTP\r\n\r\n"),
    streamed: { kind: "malformed" },
    plain: { kind: "malformed" },
  },
  {
    fault: "headers without end",
    answer: answerWith("HTTP/1.1 200 OK\r\n", "X-Padding: 1234567890\r\n".repeat(5_000)),
    streamed: { kind: "malformed" },
    plain: { kind: "malformed" },
  },
  {
    fault: "a leave to go on that nobody asked for",
    answer: answerWith("HTTP/1.1 100 Continue\r\n\r\n", jsonAnswer({})),
    streamed: { kind: "malformed", message: "The provider's answer is not valid HTTP." },
    plain: { kind: "malformed", message: "The provider's answer is not valid HTTP." },
  },
  {
    fault: "another protocol that nobody asked for",
    answer: answerWith("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n"),
    streamed: { kind: "malformed" },
    plain: { kind: "malformed" },
  },
  {
    fault: "two lengths",
    answer: answerWith(
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
      piece(textEvent("Hel")),
      streamEnd(),
    ),
    streamed: { kind: "malformed", message: "The provider's answer is not valid HTTP." },
    plain: { kind: "malformed", message: "The provider's answer is not valid HTTP." },
  },
  {
    fault: "a compressed refusal",
    answer: answerWith(plainAnswer("400 Bad Request", "application/json", "\u001F\u008B", "Content-Encoding: gzip")),
    streamed: { kind: "rejected", message: "HTTP 400 without a message." },
    plain: { kind: "rejected", message: "HTTP 400 without a message." },
  },
  {
    fault: "an error answer whose body never comes",
    answer: answerWith("HTTP/1.1 429 Slow\r\nRetry-After: 2\r\nContent-Length: 10\r\n\r\n"),
    streamed: { kind: "rate_limited", retryAfterMs: 2_000 },
    plain: { kind: "rate_limited", retryAfterMs: 2_000 },
  },
];

describe("a provider's fault", () => {
  test.each(FAULTS.map((row) => [row.fault, row] as const))("streamed: %s", async (_, { answer, streamed }) => {
    const { upstream, clock, stream, caller } = await setUp(answer);
    const { events, error } = await untilOver(clock, readAll(stream()));
    expect(error).toMatchObject(streamed);
    expect(error?.message).not.toBe("");
    expect(events.every(({ type }) => type === "text")).toBe(true);
    caller.abort();
    for (const { socket } of upstream.requests) socket.end();
    await upstream.idle();
  });

  test.each(FAULTS.map((row) => [row.fault, row] as const))("plain: %s", async (_, { answer, plain }) => {
    const { upstream, clock, complete } = await setUp(answer);
    expect(await untilOver(clock, failureOf(complete()))).toMatchObject(plain);
    for (const { socket } of upstream.requests) socket.end();
    await upstream.idle();
  });

  test("keeps what came before it", async () => {
    const { stream } = await setUp(({ socket }) => {
      socket.end(`${streamHead()}${piece(textEvent("Hel"))}`);
    });
    expect(await readAll(stream())).toMatchObject({ events: [{ type: "text", text: "Hel" }], error: { kind: "cut" } });
  });

  test("silence closes the connection on our side", async () => {
    const { upstream, clock, stream } = await setUp(answerWith(streamHead(), piece(textEvent("Hel"))));
    const answer = stream();
    await answer.next();
    const pending = failureOf(answer.next());
    await clock.advance(30_000);
    expect(await pending).toMatchObject({ kind: "timeout", phase: "idle" });
    await upstream.idle();
  });

  test("an endless answer reaches its total limit", async () => {
    const { clock, stream, upstream } = await setUp(answerWith(streamHead()), { limits: { totalMs: 100_000 } });
    const outcome = readAll(stream());
    await upstream.received(1);
    for (let at = 0; at < 100_000; at += 10_000) {
      upstream.requests[0]?.socket.write(piece(textEvent("more")));
      await nextTurn();
      await clock.advance(10_000);
    }
    expect((await outcome).error).toMatchObject({ kind: "timeout", phase: "total" });
    await upstream.idle();
  });

  /** Sends a little more every ten seconds until the call ends. @returns Its failure, and the time. */
  const drip = async (harness: Awaited<ReturnType<typeof setUp>>, more: string, call: Promise<unknown>) => {
    const { upstream, clock } = harness;
    const progress = { over: false };
    const failure = failureOf(call).finally(() => {
      progress.over = true;
    });
    await upstream.received(1);
    while (!progress.over) {
      upstream.requests[0]?.socket.write(piece(more));
      for (let turns = 0; turns < 20; turns += 1) await nextTurn();
      await clock.advance(500);
    }
    return { failure: await failure, tookMs: clock.passedMs() };
  };

  test("a plain answer that trickles counts as silent", async () => {
    const harness = await setUp(answerWith(streamHead(), piece("{")));
    const { failure, tookMs } = await drip(harness, " ", harness.complete());
    expect(failure).toMatchObject({ kind: "timeout", phase: "idle" });
    expect(tookMs).toBeLessThanOrEqual(LIMITS.idleMs + 1_000);
    await harness.upstream.idle();
  });

  test("an error answer that trickles is reported all the same, at once", async () => {
    for (const call of ["stream", "plain"] as const) {
      const harness = await setUp(answerWith("HTTP/1.1 503 Busy\r\nTransfer-Encoding: chunked\r\n\r\n"));
      const { failure, tookMs } = await drip(
        harness,
        "x",
        call === "plain" ? harness.complete() : harness.stream().next(),
      );
      expect(failure).toMatchObject({ kind: "server", status: 503 });
      expect(tookMs).toBeLessThanOrEqual(5_000);
    }
  });

  test("keep-alives after the finish reason do not delay an answer", async () => {
    const harness = await setUp(answerWith(streamHead(), piece(`${textEvent("Hel")}${finishEvent()}`)));
    const whole = readAll(harness.stream()).then((outcome) => {
      throw new Error(JSON.stringify(outcome));
    });
    const { failure, tookMs } = await drip(harness, ": keep-alive\n\n", whole);
    expect(JSON.parse(failure.message)).toEqual({
      events: [
        { type: "text", text: "Hel" },
        { type: "finish", reason: "stop" },
      ],
    });
    expect(tookMs).toBeLessThanOrEqual(10_000);
  });

  test("an answer longer than any model's is cut off", async () => {
    const long = piece(textEvent("x".repeat(4 * 1024 * 1024)));
    const { stream, upstream } = await setUp(answerWith(streamHead(), ...Array.from({ length: 10 }, () => long)));
    expect((await readAll(stream())).error).toMatchObject({
      kind: "malformed",
      message: expect.stringContaining("longer"),
    });
    await upstream.idle();
  });
});
