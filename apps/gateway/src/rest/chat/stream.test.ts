import { request as httpRequest } from "node:http";
import type { StreamChatCompletionRequest } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import { createManualClock, deferred } from "@cenote/testkit";
import { type EventFeed, createEventFeed } from "../../testing/event-feed";
import { createEventReader, chunkOf } from "../../testing/event-reader";
import { openRawConnection } from "../../testing/raw-connection";
import { SAMPLE_KEY, sampleFinished, sampleStarted, textEvent } from "../../testing/samples";
import { type RunningGateway, type StartOptions, startGateway } from "../../testing/start-gateway";

const PATH = "/v1/chat/completions";
const body = { model: "openai/gpt-4o-mini", stream: true, messages: [{ role: "user", content: "hi" }] };

interface Played extends RunningGateway {
  /** The feed of the next call, once it has begun. */
  readonly feed: () => Promise<EventFeed>;
}

describe("a streamed chat completion", () => {
  let running: RunningGateway | undefined;
  const start = async (options: StartOptions = {}): Promise<RunningGateway> => {
    running = await startGateway(options);
    return running;
  };
  /** A gateway whose streams the test controls. */
  const startPlayed = async (options: StartOptions = {}): Promise<Played> => {
    let called = deferred<EventFeed>();
    const streamChatCompletion = (_request: StreamChatCompletionRequest, signal?: AbortSignal) => {
      const feed = createEventFeed(signal);
      called.resolve(feed);
      return feed;
    };
    const gateway = await start({ ...options, inference: { streamChatCompletion } });
    return {
      ...gateway,
      feed: async () => {
        const feed = await called.promise;
        called = deferred<EventFeed>();
        return feed;
      },
    };
  };
  afterEach(async () => {
    await running?.gateway.close(0);
  });

  it("that replays a stored answer has the id of the call that was paid for, and is marked as replayed", async () => {
    const { post, feed } = await startPlayed();
    const pending = post(PATH, body, { headers: { "Idempotency-Key": "order-4711" } });
    const playing = await feed();
    const info = {
      rateLimits: undefined,
      attempts: 0,
      upstreamUs: 0,
      droppedFields: [],
      originalRequestId: "req_0123456789abcdef01234567",
      replayed: true,
    };
    playing.push({ $case: "started", value: { created: 1n, model: "m", info } }, textEvent("again"), sampleFinished);
    playing.end();
    const response = await pending;
    expect(response.headers.get("idempotent-replayed")).toBe("true");
    const blocks = await createEventReader(response).rest();
    expect(new Set(blocks.slice(0, -1).map((block) => chunkOf(block).id))).toEqual(
      new Set(["req_0123456789abcdef01234567"]),
    );
  });

  it("is a stream of chunks that ends with [DONE]", async () => {
    const { post } = await start();
    const response = await post(PATH, body);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache",
      "x-accel-buffering": "no",
      "x-gateway-attempts": "1",
      "x-ratelimit-remaining-requests": "599",
      "x-request-id": expect.stringMatching(/^req_[0-9a-f]{24}$/),
    });
    const blocks = await createEventReader(response).rest();
    expect(blocks.pop()).toBe("data: [DONE]");
    const chunks = blocks.map((block) => chunkOf(block));
    expect(chunks.map(({ choices }) => choices[0]?.delta)).toEqual([
      { role: "assistant" },
      { content: "¡Ho" },
      { content: "la!" },
      { content: " 🌊" },
      {},
    ]);
    expect(chunks.map(({ choices }) => choices[0]?.finish_reason)).toEqual([null, null, null, null, "stop"]);
    expect(new Set(chunks.map(({ id }) => id))).toEqual(new Set([response.headers.get("x-request-id")]));
    expect(chunks.at(-1)?.usage).toMatchObject({ total_tokens: 12, cost_usd: 0.000_003_15, cost_mxn: 0.000_063 });
  });

  it("puts usage on an extra chunk if the caller asks for it", async () => {
    const { post } = await start();
    const blocks = await createEventReader(
      await post(PATH, { ...body, stream_options: { include_usage: true } }),
    ).rest();
    const [final, extra] = blocks.slice(-3, -1).map((block) => chunkOf(block));
    expect(final).toMatchObject({ choices: [{ finish_reason: "stop" }], usage: null });
    expect(extra).toMatchObject({ choices: [], usage: { cost_mxn: 0.000_063 } });
  });

  it("sends each token as soon as it arrives", async () => {
    const { post, feed } = await startPlayed();
    const answer = post(PATH, body);
    const tokens = await feed();
    tokens.push(sampleStarted, textEvent("one"));
    const reader = createEventReader(await answer);
    expect(chunkOf(await reader.next())).toMatchObject({ choices: [{ delta: { role: "assistant" } }] });
    expect(chunkOf(await reader.next())).toMatchObject({ choices: [{ delta: { content: "one" } }] });
    tokens.push(textEvent("two"));
    expect(chunkOf(await reader.next())).toMatchObject({ choices: [{ delta: { content: "two" } }] });
    tokens.push(sampleFinished);
    expect(chunkOf(await reader.next())).toMatchObject({ choices: [{ finish_reason: "stop" }] });
    expect(await reader.rest()).toEqual(["data: [DONE]"]);
  });

  it("answers a failure before the first token with its HTTP status", async () => {
    const { post, feed } = await startPlayed();
    const answer = post(PATH, body);
    (await feed()).fail(new CenoteError("insufficient_balance"));
    const response = await answer;
    expect(response.status).toBe(402);
    expect(response.headers.get("content-type")).toContain("application/json");
    expect(await response.json()).toMatchObject({ error: { code: "insufficient_balance" } });
  });

  it("reports a later failure in the stream, without [DONE], and counts it", async () => {
    const { url, post, feed } = await startPlayed();
    const answer = post(PATH, body);
    const tokens = await feed();
    tokens.push(sampleStarted, textEvent("one"));
    tokens.fail(new CenoteError("provider_unavailable", "The provider cut its answer short.", { retryable: false }));
    const response = await answer;
    const blocks = await createEventReader(response).rest();
    expect(blocks).toHaveLength(3);
    expect(chunkOf(blocks[2])).toEqual({
      error: {
        message: "The provider cut its answer short.",
        type: "provider_unavailable",
        code: "provider_unavailable",
        request_id: response.headers.get("x-request-id"),
        param: null,
      },
    });
    expect(await (await fetch(`${url}/metrics`)).text()).toContain(
      'cenote_gateway_late_errors_total{route="/v1/chat/completions",code="provider_unavailable"} 1',
    );
  });

  it("does not count a refusal, which has a status of its own, among the later failures", async () => {
    const { url, post } = await startPlayed();
    expect((await post(PATH, { ...body, messages: "none" })).status).toBe(400);
    expect(await (await fetch(`${url}/metrics`)).text()).not.toContain("cenote_gateway_late_errors_total{");
  });

  it.each([
    ["that never begins", [], 500],
    ["that begins without its start", [textEvent("one")], 500],
  ])("fails a stream %s", async (_what, events, status) => {
    const { post, feed } = await startPlayed();
    const answer = post(PATH, body);
    const tokens = await feed();
    if (events.length > 0) tokens.push(...events);
    tokens.end();
    expect((await answer).status).toBe(status);
  });

  it("never presents a cut answer as complete", async () => {
    const { post, feed } = await startPlayed();
    const answer = post(PATH, body);
    const tokens = await feed();
    tokens.push(sampleStarted, textEvent("half an"));
    tokens.end();
    const blocks = await createEventReader(await answer).rest();
    expect(chunkOf(blocks.at(-1))).toMatchObject({ error: { code: "internal_error" } });
  });

  it("stops the call when the reader disconnects", async () => {
    const { post, feed } = await startPlayed();
    const answer = post(PATH, body);
    const tokens = await feed();
    tokens.push(sampleStarted, textEvent("one"));
    const reader = createEventReader(await answer);
    await reader.next();
    await reader.leave();
    await tokens.abandoned;
  });

  it("stops the call when the caller disconnects before the first token", async () => {
    const { post, feed } = await startPlayed();
    const leaving = new AbortController();
    const answer = post(PATH, body, { signal: leaving.signal }).catch((error: unknown) => error);
    const tokens = await feed();
    leaving.abort();
    await tokens.abandoned;
    await answer;
  });

  it("ends with an error event when the gateway shuts down", async () => {
    const clock = createManualClock();
    const { post, feed, gateway } = await startPlayed({ clock });
    const answer = post(PATH, body);
    const tokens = await feed();
    tokens.push(sampleStarted, textEvent("one"));
    const reader = createEventReader(await answer);
    await reader.next();
    const closed = gateway.close(10_000);
    tokens.push(textEvent("two"));
    await reader.next();
    expect(chunkOf(await reader.next())).toMatchObject({ choices: [{ delta: { content: "two" } }] });
    await clock.advance(10_000);
    expect(chunkOf(await reader.next())).toMatchObject({
      error: { code: "overloaded", message: "The service is shutting down." },
    });
    expect(await reader.next()).toBeUndefined();
    await tokens.abandoned;
    await clock.advance(1000);
    await closed;
  });

  it("sends a keep-alive comment after a silence, and only then", async () => {
    const clock = createManualClock();
    const { post, feed } = await startPlayed({ clock });
    const answer = post(PATH, body);
    const tokens = await feed();
    tokens.push(sampleStarted, textEvent("one"));
    const reader = createEventReader(await answer);
    await reader.next();
    await reader.next();
    await clock.advance(14_000);
    tokens.push(textEvent("two"));
    expect(chunkOf(await reader.next())).toMatchObject({ choices: [{ delta: { content: "two" } }] });
    await clock.advance(16_000);
    expect(await reader.next()).toBe(": keep-alive");
    await clock.advance(16_000);
    expect(await reader.next()).toBe(": keep-alive");
    tokens.push(sampleFinished);
    expect(await reader.rest()).toHaveLength(2);
  });

  it("sends no keep-alive before the answer has begun, however long that takes", async () => {
    const clock = createManualClock();
    const { post, feed } = await startPlayed({ clock });
    const answer = post(PATH, body);
    const tokens = await feed();
    await clock.advance(120_000);
    tokens.fail(new CenoteError("provider_unavailable"));
    expect((await answer).status).toBe(502);
  });

  describe("to a slow reader", () => {
    /** More than the socket buffers hold. */
    const MANY = 400;
    /** Always fits the socket buffers, including the event that begins the answer. */
    const FEW = 3;
    const large = textEvent("x".repeat(64 * 1024));

    const openStalled = async ({ url }: RunningGateway, asked: object = body) => {
      const connection = await openRawConnection(url);
      const payload = JSON.stringify(asked);
      connection.send(
        `POST ${PATH} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${SAMPLE_KEY}\r\ncontent-type: application/json\r\ncontent-length: ${payload.length}\r\n\r\n${payload}`,
      );
      connection.socket.pause();
      return connection;
    };
    const settled = async (feed: EventFeed): Promise<number> => {
      let pulls = -1;
      // A few pieces are always pulled before backpressure sets in, however long that takes.
      while (pulls !== feed.pulls || pulls < FEW) {
        ({ pulls } = feed);
        for (let turn = 0; turn < 50; turn++)
          await new Promise((resolve) => {
            setImmediate(resolve);
          });
      }
      return pulls;
    };

    it.each([
      ["", {}],
      [" of an answer it could come back to", { resumable: true }],
    ])("%s stops pulling, and continues when the reader does", async (_which, change) => {
      const played = await startPlayed();
      const connection = await openStalled(played, { ...body, ...change });
      const tokens = await played.feed();
      tokens.push(sampleStarted);
      for (let count = 0; count < MANY; count++) tokens.push(large);
      tokens.push(sampleFinished);
      tokens.end();
      expect(await settled(tokens)).toBeLessThan(MANY);
      connection.socket.resume();
      const text = await connection.until(/\[DONE\]/);
      expect(text.match(/"content":"x/g)).toHaveLength(MANY);
      connection.destroy();
    });

    it.each([
      ["in the middle of an answer", false],
      ["that is its end as well", true],
    ])("allows one large piece %s to be read slowly, as long as some of it is being read", async (_which, isEnd) => {
      const clock = createManualClock();
      const played = await startPlayed({ clock });
      const connection = await openStalled(played);
      const tokens = await played.feed();
      tokens.push(sampleStarted, textEvent("x".repeat(96 * 1024 * 1024)), ...(isEnd ? [sampleFinished] : []));
      for (let steps = 1; steps <= 6; steps++) {
        connection.socket.resume();
        while (connection.socket.bytesRead < steps * 12 * 1024 * 1024)
          await new Promise((resolve) => {
            setImmediate(resolve);
          });
        connection.socket.pause();
        await clock.advance(40_000);
      }
      if (!isEnd) tokens.push(sampleFinished);
      connection.socket.resume();
      await connection.until(/\[DONE\]/);
      connection.destroy();
    });

    it("disconnects a reader that reads nothing for too long", async () => {
      const clock = createManualClock();
      const played = await startPlayed({ clock });
      const connection = await openStalled(played);
      const tokens = await played.feed();
      tokens.push(sampleStarted);
      for (let count = 0; count < MANY; count++) tokens.push(large);
      await settled(tokens);
      await clock.advance(59_000);
      // The system may hold 4 MiB for the reader, which take 256 s at the least speed.
      await clock.advance(258_000);
      await tokens.abandoned;
      connection.destroy();
    });
  });

  it("can be read over HTTP/1.0, which has no chunked encoding", async () => {
    const { url } = await start();
    const connection = await openRawConnection(url);
    const payload = JSON.stringify(body);
    connection.send(
      `POST ${PATH} HTTP/1.0\r\nauthorization: Bearer ${SAMPLE_KEY}\r\ncontent-type: application/json\r\ncontent-length: ${payload.length}\r\n\r\n${payload}`,
    );
    const [head, events] = (await connection.all()).split("\r\n\r\n");
    expect(head).not.toMatch(/transfer-encoding/i);
    expect(events).toMatch(/^data: \{.*\n\n$/s);
    expect(events?.endsWith("data: [DONE]\n\n")).toBe(true);
  });

  it("leaves its connection ready for the next call", async () => {
    const { url } = await start();
    const connection = await openRawConnection(url);
    const payload = JSON.stringify(body);
    const call = `POST ${PATH} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${SAMPLE_KEY}\r\ncontent-type: application/json\r\ncontent-length: ${payload.length}\r\n\r\n${payload}`;
    connection.send(call);
    await connection.until(/\[DONE\]\n\n\r\n0\r\n\r\n$/);
    connection.send(call);
    await connection.until(/\[DONE\].*\[DONE\]\n\n\r\n0\r\n\r\n$/s);
    connection.destroy();
  });

  it("is understood by Node's own client, chunk by chunk", async () => {
    const { url } = await start();
    const ended = deferred<string>();
    const call = httpRequest(
      `${url}${PATH}`,
      { method: "POST", headers: { authorization: `Bearer ${SAMPLE_KEY}`, "content-type": "application/json" } },
      (response) => {
        let text = "";
        response
          .setEncoding("utf8")
          .on("data", (piece: string) => {
            text += piece;
          })
          .on("end", () => {
            ended.resolve(text);
          });
      },
    );
    call.end(JSON.stringify(body));
    expect(await ended.promise).toMatch(/🌊.*\[DONE\]\n\n$/s);
  });
});
