import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createManualClock, deferred } from "@cenote/testkit";
import { type Log, silentLog } from "@cenote/core";
import fc from "fast-check";
import { createProviderClient } from "./client";
import { openAiCompatible } from "./openai-compatible/adapter";
import type { ChatEvent } from "./spec";
import type { Target } from "./target";
import { CALL, KEY, LIMITS, answerWith, clientHarness, failureOf, nextTurn, readAll } from "./testing/client-harness";
import {
  createUpstream,
  event,
  finishEvent,
  jsonAnswer,
  piece,
  streamEnd,
  streamHead,
  textEvent,
  usageEvent,
} from "./testing/upstream";

const WHOLE = [
  { type: "text", text: "Hello" },
  { type: "finish", reason: "stop" },
];
const WHOLE_BODY = `${textEvent("Hello")}${finishEvent()}data: [DONE]\n\n`;

const { http, open, setUp } = clientHarness();

describe("a streamed answer", () => {
  test("is complete, and its connection serves the next call", async () => {
    const { upstream, stream } = await setUp(
      answerWith(
        streamHead(),
        piece(textEvent("Hello")),
        piece(finishEvent()),
        piece(usageEvent()),
        piece("data: [DONE]\n\n"),
        streamEnd(),
      ),
    );
    const usage = {
      type: "usage",
      usage: { promptTokens: 5, completionTokens: 2, cachedTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
    };
    for (let i = 0; i < 3; i += 1) {
      expect(await readAll(stream())).toEqual({ events: [...WHOLE, usage], error: undefined });
      await nextTurn();
    }
    expect(upstream.requests.map(({ connection }) => connection)).toEqual([1, 1, 1]);
  });

  test("frees its connection for the next call even if the reader leaves at the last event", async () => {
    const { upstream, stream } = await setUp(answerWith(streamHead(), piece(WHOLE_BODY), streamEnd()));
    for (let i = 0; i < 2; i += 1) {
      const answer = stream();
      await answer.next();
      await answer.next();
      await answer.return?.();
      await nextTurn();
    }
    expect(upstream.requests.map(({ connection }) => connection)).toEqual([1, 1]);
  });

  test("returns the events of one read together, in however many pieces they arrived", async () => {
    const texts = ["a", "b", "c", "d"];
    const { stream } = await setUp(
      answerWith(streamHead(), ...texts.map((text) => piece(textEvent(text))), piece(finishEvent()), streamEnd()),
    );
    const { value } = await stream().next();
    expect(value).toEqual([...texts.map((text) => ({ type: "text", text })), { type: "finish", reason: "stop" }]);
  });

  test("sends nothing before the first read", async () => {
    const { upstream, stream } = await setUp(answerWith(streamHead(), piece(WHOLE_BODY), streamEnd()));
    const answer = stream();
    await nextTurn();
    expect(upstream.requests).toHaveLength(0);
    await answer.next();
    expect(upstream.requests).toHaveLength(1);
  });

  test("may arrive byte by byte", async () => {
    const body = readFileSync(join(__dirname, "openai-compatible", "__fixtures__", "openai-text.txt"));
    let cuts: readonly number[] = [];
    const { stream } = await setUp(({ socket }) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
      const at = [0, ...cuts, body.length];
      for (let i = 1; i < at.length; i += 1) {
        const part = body.subarray(at[i - 1], at[i]);
        if (part.length > 0)
          socket.write(Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from("\r\n")]));
      }
      socket.write(streamEnd());
    });
    const whole = await readAll(stream());
    expect(whole.events).toHaveLength(4);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(body.length), { maxLength: 30, size: "max" }), async (places) => {
        cuts = places.toSorted((a, b) => a - b);
        expect(await readAll(stream())).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  test("may drip in byte by byte", async () => {
    const { stream } = await setUp(({ socket }) => {
      socket.setNoDelay(true);
      const bytes = Buffer.from(`${streamHead()}${piece(WHOLE_BODY)}${streamEnd()}`);
      const drip = (at: number) => {
        if (at < bytes.length)
          socket.write(bytes.subarray(at, at + 1), () => {
            drip(at + 1);
          });
      };
      drip(0);
    });
    expect(await readAll(stream())).toEqual({ events: WHOLE, error: undefined });
  });

  test.each([
    ["without [DONE]", `${textEvent("Hello")}${finishEvent()}`],
    ["without a blank line at the end", `${textEvent("Hello")}${finishEvent().trimEnd()}`],
    [
      "with comments and empty events",
      `: keep-alive\n\n${textEvent("Hello")}: keep-alive\n\ndata:\n\n${finishEvent()}data: [DONE]\n\n`,
    ],
    ["with white space before it", `\n\n  \n${WHOLE_BODY}`],
  ])("is complete %s", async (_, body) => {
    const { stream } = await setUp(answerWith(streamHead(), piece(body), streamEnd()));
    expect(await readAll(stream())).toEqual({ events: WHOLE, error: undefined });
  });

  test("has whole characters where the provider cut one in two", async () => {
    const body = `${textEvent("\uD83D")}${textEvent("\uDE00")}${finishEvent()}`;
    const { stream } = await setUp(answerWith(streamHead(), piece(body), streamEnd()));
    expect((await readAll(stream())).events).toEqual([
      { type: "text", text: "😀" },
      { type: "finish", reason: "stop" },
    ]);
  });

  test("is complete if the connection breaks after the finish reason", async () => {
    const { stream } = await setUp(({ socket }) => {
      socket.write(`${streamHead()}${piece(textEvent("Hello"))}${piece(finishEvent())}`, () => {
        socket.resetAndDestroy();
      });
    });
    expect(await readAll(stream())).toEqual({ events: WHOLE, error: undefined });
  });

  test("is complete if an error follows the finish reason", async () => {
    const failed = event({ error: { message: "The usage was not logged." } });
    const body = `${textEvent("Hello")}${finishEvent()}${failed}data: [DONE]\n\n`;
    const { stream } = await setUp(answerWith(streamHead(), piece(body), streamEnd()));
    expect(await readAll(stream())).toEqual({ events: WHOLE, error: undefined });
  });

  test("is complete if nothing follows the finish reason, after a short wait", async () => {
    const { upstream, clock, stream } = await setUp(
      answerWith(streamHead(), piece(textEvent("Hello")), piece(finishEvent())),
    );
    const answer = stream();
    const first: ChatEvent[] = [];
    while (first.length < 2) first.push(...((await answer.next()).value ?? []));
    const rest = answer.next();
    await clock.advance(3_000);
    expect(await rest).toEqual({ done: true, value: undefined });
    await upstream.idle();
  });

  test("that arrives as plain JSON although a stream was requested is converted", async () => {
    const body = {
      id: "c",
      choices: [{ index: 0, message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }],
    };
    const { stream } = await setUp(answerWith(jsonAnswer(body)));
    expect(await readAll(stream())).toEqual({ events: WHOLE, error: undefined });
  });

  test("continues after events that are not JSON, and logs their number", async () => {
    const logged: object[] = [];
    const log: Log = {
      ...silentLog,
      warn: (fields) => {
        logged.push(fields);
      },
    };
    const { stream } = await setUp(
      answerWith(
        streamHead(),
        piece(`${event('{"choices":[{')}${textEvent("Hello")}${event("oops")}${finishEvent()}`),
        streamEnd(),
      ),
      { log },
    );
    expect(await readAll(stream())).toEqual({ events: WHOLE, error: undefined });
    expect(logged).toEqual([{ provider: "p", model: "m", malformed: 2 }]);
  });

  test("applies backpressure to the provider while nobody reads, and loses nothing", async () => {
    const text = "x".repeat(10_000);
    const count = 2_000;
    let written = 0;
    const { upstream, stream, clock } = await setUp(({ socket }) => {
      socket.write(streamHead());
      const write = () => {
        while (written < count) {
          written += 1;
          if (!socket.write(piece(textEvent(text)))) {
            socket.once("drain", write);
            return;
          }
        }
        socket.end(`${piece(finishEvent())}${streamEnd()}`);
      };
      write();
    });
    const answer = stream();
    const first = await answer.next();
    await upstream.received(1);
    // The kernel buffers several pieces: on a slow machine backpressure takes a while to set in.
    for (let before = -1; before !== written || before < 10;) {
      before = written;
      for (let turn = 0; turn < 200; turn += 1) await nextTurn();
    }
    expect(written).toBeLessThan(count);
    // However long it is held back, that is not the provider's silence.
    await clock.advance(200_000);
    const rest = await readAll(answer);
    expect(rest.error).toBeUndefined();
    const read = [...(first.value ?? []), ...rest.events];
    expect(read.filter(({ type }) => type === "text")).toHaveLength(count);
  });
});

describe("a reader who leaves", () => {
  const stalled = answerWith(streamHead(), piece(textEvent("Hello")));

  test("by return() ends the provider's call at once, though a read is pending", async () => {
    const { upstream, stream } = await setUp(stalled);
    const answer = stream();
    await answer.next();
    const pending = answer.next();
    expect(await answer.return?.()).toEqual({ done: true, value: undefined });
    expect(await pending).toEqual({ done: true, value: undefined });
    expect(await answer.next()).toEqual({ done: true, value: undefined });
    await upstream.idle();
  });

  test("by the caller's signal ends it at once, as aborted", async () => {
    const { upstream, stream, caller } = await setUp(stalled);
    const answer = stream();
    await answer.next();
    const pending = failureOf(answer.next());
    caller.abort();
    expect(await pending).toMatchObject({ kind: "aborted" });
    expect(await answer.next()).toEqual({ done: true, value: undefined });
    await upstream.idle();
  });

  test("ends it before the answer began, too", async () => {
    const { upstream, stream, complete, caller } = await setUp(() => {});
    const pending = [failureOf(stream().next()), failureOf(complete())];
    await upstream.received(2);
    caller.abort();
    expect(await Promise.all(pending)).toMatchObject([{ kind: "aborted" }, { kind: "aborted" }]);
    await upstream.idle();
  });

  test("sends nothing before the call began", async () => {
    const { upstream, stream, complete, caller } = await setUp(() => {});
    caller.abort();
    expect(await failureOf(stream().next())).toMatchObject({ kind: "aborted" });
    expect(await failureOf(complete())).toMatchObject({ kind: "aborted" });
    expect(upstream.requests).toHaveLength(0);
  });

  test("before the first read has nothing to end", async () => {
    const { upstream, stream } = await setUp(() => {});
    const answer = stream();
    expect(await answer.return?.()).toEqual({ done: true, value: undefined });
    expect(await answer.next()).toEqual({ done: true, value: undefined });
    expect(upstream.requests).toHaveLength(0);
  });
});

describe("a plain answer", () => {
  const body = {
    id: "c",
    choices: [{ index: 0, message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }],
  };

  test("is complete, and its connection serves the next call", async () => {
    const { upstream, complete } = await setUp(answerWith(jsonAnswer(body)));
    expect(await complete()).toEqual({ text: "Hello", toolCalls: [], finishReason: "stop" });
    await nextTurn();
    await complete();
    expect(upstream.requests.map(({ connection }) => connection)).toEqual([1, 1]);
    expect(upstream.requests[0]?.request).toMatch(/^POST \/v1\/chat\/completions HTTP\/1\.1\r\n/);
    expect(upstream.requests[0]?.request).toContain(`authorization: Bearer ${KEY}`);
  });

  test("may follow empty keep-alive lines, which are not content", async () => {
    const { upstream, clock, complete } = await setUp(
      ({ socket }) => {
        socket.write(`${streamHead()}${piece("\n")}${piece("\r\n")}`);
      },
      { limits: { firstContentMs: 60_000, idleMs: 1_000 } },
    );
    const answer = complete();
    await upstream.received(1);
    await clock.advance(50_000);
    upstream.requests[0]?.socket.write(`${piece(JSON.stringify(body))}${streamEnd()}`);
    expect(await answer).toMatchObject({ text: "Hello" });
  });

  test("of embeddings is read the same way", async () => {
    const { client, target, callOptions } = await setUp(
      answerWith(jsonAnswer({ data: [{ index: 0, embedding: [1, 2] }], usage: { prompt_tokens: 3 } })),
    );
    const { vectors, promptTokens } = await client.embed({ input: ["a"] }, target, callOptions);
    expect([vectors[0]?.readFloatLE(4), promptTokens]).toEqual([2, 3]);
  });

  test("of embeddings is split into several requests if the catalog says how many inputs the provider accepts", async () => {
    const { upstream, client, target, callOptions } = await setUp(({ socket, request }) => {
      const { input } = JSON.parse(request.slice(request.indexOf("{"))) as { input: string[] };
      socket.write(
        jsonAnswer({
          data: input.map((text, index) => ({ index, embedding: [Number(text)] })),
          usage: { prompt_tokens: input.length },
        }),
      );
    });
    const { vectors, promptTokens } = await client.embed(
      { input: ["1", "2", "3", "4", "5"] },
      { ...target, quirks: { max_inputs: 2 } },
      callOptions,
    );
    expect(upstream.requests).toHaveLength(3);
    expect([vectors.map((vector) => vector.readFloatLE(0)), promptTokens]).toEqual([[1, 2, 3, 4, 5], 5]);
  });
});

describe("an unreachable provider", () => {
  const call = async (baseUrl: string, caller = new AbortController()) => {
    const clock = createManualClock();
    const client = createProviderClient(openAiCompatible, { http, clock, log: silentLog });
    const target: Target = { provider: "p", baseUrl, apiKey: KEY, model: "m" };
    const streamed = failureOf(
      client.streamChat(CALL, target, { limits: LIMITS, signal: caller.signal })[Symbol.asyncIterator]().next(),
    );
    const plain = failureOf(client.completeChat(CALL, target, { limits: LIMITS, signal: caller.signal }));
    return { clock, caller, both: Promise.all([streamed, plain]) };
  };

  test("because nobody listens", async () => {
    const upstream = await createUpstream(() => {});
    await upstream.close();
    const { both } = await call(`${upstream.origin}/v1`);
    for (const error of await both)
      expect(error).toMatchObject({
        kind: "unreachable",
        message: "The provider refuses connections.",
        origin: upstream.origin,
      });
  });

  test("because its name is unknown", async () => {
    const { both } = await call("http://provider.invalid/v1?key=secret");
    for (const error of await both)
      expect(error).toMatchObject({
        kind: "unreachable",
        message: expect.stringMatching(/^The provider's host can't be found/),
        origin: "http://provider.invalid",
      });
  });

  test("because it does not speak TLS", async () => {
    const { upstream } = await setUp(() => {});
    const greeting = deferred();
    const plainText = await createUpstream(() => {
      greeting.resolve();
    });
    open.push(plainText);
    const tls = upstream.origin.replace("http:", "https:");
    const { both } = await call(`${tls}/v1`);
    // A TLS greeting is not an HTTP request, and the server waits for one: so the connection is closed.
    const closing = (async () => {
      await nextTurn();
      await upstream.close();
      open.splice(open.indexOf(upstream), 1);
    })();
    for (const error of await both) expect(error.kind).toBe("unreachable");
    await closing;
  });

  test("because its handshake never ends: the connect limit applies, and the socket is closed", async () => {
    const { upstream } = await setUp(() => {});
    const { clock, both } = await call(`${upstream.origin.replace("http:", "https:")}/v1`);
    await clock.advance(5_000);
    for (const error of await both) expect(error).toMatchObject({ kind: "timeout", phase: "connect" });
    await upstream.idle();
  });

  test("while the caller leaves during the handshake: the socket is closed", async () => {
    const { upstream } = await setUp(() => {});
    const { caller, both } = await call(`${upstream.origin.replace("http:", "https:")}/v1`);
    await nextTurn();
    caller.abort();
    for (const error of await both) expect(error).toMatchObject({ kind: "aborted" });
    await upstream.idle();
  });

  test("because its URL is invalid", async () => {
    const { both } = await call("not a url");
    for (const error of await both)
      expect(error).toMatchObject({ kind: "unreachable", message: expect.stringContaining("base_url") });
  });
});

test("a call that the family can't make is rejected before anything is sent", async () => {
  const { client, target, callOptions } = await setUp(() => {});
  expect(await failureOf(client.embed({ input: ["a", [1]] }, target, callOptions))).toMatchObject({ kind: "invalid" });
  const chatless = createProviderClient(
    { kind: "mute", checkQuirks: () => [], toError: (...answer) => openAiCompatible.toError(...answer) },
    { http, clock: createManualClock(), log: silentLog },
  );
  expect(await failureOf(chatless.completeChat(CALL, target, callOptions))).toMatchObject({ kind: "rejected" });
  expect(() => chatless.streamChat(CALL, target, callOptions)[Symbol.asyncIterator]()).toThrow(
    expect.objectContaining({ kind: "rejected" }),
  );
});

test("a call whose request can't be made for a bug of ours is nothing against its provider, streamed or plain", async () => {
  const { target, callOptions } = await setUp(() => {});
  const toRequest = () => {
    throw new TypeError("a bug");
  };
  const client = createProviderClient(
    { ...openAiCompatible, chat: { ...openAiCompatible.chat!, toRequest } },
    { http, clock: createManualClock(), log: silentLog },
  );
  const rejected = { kind: "rejected", message: "The request can't be made." };
  expect(await failureOf(client.completeChat(CALL, target, callOptions))).toMatchObject(rejected);
  expect((await readAll(client.streamChat(CALL, target, callOptions)[Symbol.asyncIterator]())).error).toMatchObject(
    rejected,
  );
});

test("a socket that closes between calls does not fail the next one", async () => {
  const { upstream, complete } = await setUp(
    answerWith(jsonAnswer({ choices: [{ message: { content: "Hello" }, finish_reason: "stop" }] })),
  );
  await complete();
  const [first] = upstream.requests;
  first?.socket.end();
  if (first !== undefined && !first.socket.closed) await once(first.socket, "close");
  expect(await complete()).toMatchObject({ text: "Hello" });
  expect(upstream.requests.map(({ connection }) => connection)).toEqual([1, 2]);
});
