import { type Log, silentLog } from "@cenote/core";
import type { ChatCall } from "../spec";
import { KEY, answerWith, failureOf, nextTurn, readAll } from "../testing/client-bench";
import { readRequest, sdkBench } from "../testing/sdk-bench";
import { type UpstreamConnection, event, finishEvent, jsonAnswer, piece, plainAnswer, streamEnd, streamHead, textEvent, usageEvent } from "../testing/upstream";

const { setUp } = sdkBench();
const PACKAGE = { package: "@ai-sdk/openai-compatible", options: { name: "far", includeUsage: true, supportsStructuredOutputs: true } };

const ANSWER = {
  id: "c1", object: "chat.completion", created: 1, model: "m",
  choices: [{ index: 0, message: { role: "assistant", content: "Hello", reasoning_content: "Hm." }, finish_reason: "stop" }],
  usage: { prompt_tokens: 9, completion_tokens: 5, total_tokens: 14, prompt_tokens_details: { cached_tokens: 4 }, completion_tokens_details: { reasoning_tokens: 3 } },
};

const FULL_CALL: ChatCall = {
  messages: [
    { role: "system", content: "Be brief." },
    { role: "user", content: [{ type: "text", text: "What is it?" }, { type: "image", url: "data:image/png;base64,aGk=" }] },
    { role: "assistant", content: "", toolCalls: [{ id: "t1", name: "look", arguments: "{\"at\":1}" }, { id: "t2", name: "look", arguments: "" }] },
    { role: "tool", content: "a cat", toolCallId: "t1" },
    { role: "tool", content: [{ type: "text", text: "a dog" }], toolCallId: "t2" },
  ],
  temperature: 0.3, topP: 0.9, maxTokens: 50, stop: ["END"], seed: 7, presencePenalty: 0, frequencyPenalty: 0.5,
  tools: [{ name: "look", description: "Looks.", parameters: { type: "object", properties: { at: { type: "number" } } } }],
  toolChoice: { mode: "function", name: "look" },
  responseFormat: { type: "json_schema", name: "animal", schema: { type: "object", properties: { kind: { type: "string" } } } },
};

describe("a plain answer through a package", () => {
  test("has text, reasoning, finish reason and all token counts", async () => {
    const { complete } = await setUp(answerWith(jsonAnswer(ANSWER)), PACKAGE);
    expect(await complete()).toEqual({
      text: "Hello", reasoning: "Hm.", toolCalls: [], finishReason: "stop",
      usage: { promptTokens: 9, completionTokens: 5, cachedTokens: 4, cacheWriteTokens: 0, reasoningTokens: 3 },
    });
  });

  test("calls tools", async () => {
    const message = { role: "assistant", content: null, tool_calls: [{ id: "t1", type: "function", function: { name: "look", arguments: "{\"at\":1}" } }] };
    const { complete } = await setUp(answerWith(jsonAnswer({ ...ANSWER, usage: undefined, choices: [{ index: 0, message, finish_reason: "stop" }] })), PACKAGE);
    expect(await complete()).toEqual({ text: "", toolCalls: [{ id: "t1", name: "look", arguments: "{\"at\":1}" }], finishReason: "tool_calls" });
  });

  test("is requested with everything the call contains, at the target's URL, with its key and headers", async () => {
    const { complete, upstream } = await setUp(answerWith(jsonAnswer(ANSWER)), PACKAGE);
    await complete(FULL_CALL);
    const { head, body } = readRequest(upstream.requests[0] as UpstreamConnection);
    expect(head).toMatch(/^POST \/v1\/chat\/completions HTTP/);
    expect(head).toContain(`authorization: Bearer ${KEY}`);
    expect(head).toContain("x-team: blue");
    expect(head).toContain("accept-encoding: identity");
    expect(body).toEqual({
      model: "m", temperature: 0.3, top_p: 0.9, max_tokens: 50, stop: ["END"], seed: 7, frequency_penalty: 0.5,
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: [{ type: "text", text: "What is it?" }, { type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } }] },
        { role: "assistant", content: null, tool_calls: [
          { id: "t1", type: "function", function: { name: "look", arguments: "{\"at\":1}" } },
          { id: "t2", type: "function", function: { name: "look", arguments: "{}" } },
        ] },
        { role: "tool", tool_call_id: "t1", content: "a cat" },
        { role: "tool", tool_call_id: "t2", content: "a dog" },
      ],
      tools: [{ type: "function", function: { name: "look", description: "Looks.", parameters: { type: "object", properties: { at: { type: "number" } } } } }],
      tool_choice: { type: "function", function: { name: "look" } },
      response_format: { type: "json_schema", json_schema: { name: "animal", strict: true, schema: { type: "object", properties: { kind: { type: "string" } } } } },
    });
  });

  test("may arrive in pieces, and take longer than the limit for its beginning", async () => {
    const { complete, clock, upstream } = await setUp(answerWith(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${piece("  \n")}`), PACKAGE);
    const answer = complete();
    await upstream.received(1);
    for (const part of JSON.stringify({ ...ANSWER, padding: "x".repeat(8 * 1024) }).match(/.{1,2000}/g) ?? []) {
      await clock.advance(25_000);
      upstream.requests[0]?.socket.write(piece(part));
      await nextTurn();
      await nextTurn();
    }
    upstream.requests[0]?.socket.write(streamEnd());
    expect(await answer).toMatchObject({ text: "Hello" });
  });
});

describe("a stream through a package", () => {
  test("returns text, reasoning, usage and finish reason", async () => {
    const { stream, upstream } = await setUp(answerWith(
      streamHead(), piece(event({ id: "c", choices: [{ index: 0, delta: { role: "assistant", reasoning_content: "Hm." } }] })),
      piece(textEvent("Hel") + textEvent("lo")), piece(finishEvent("length") + usageEvent() + event("[DONE]")), streamEnd(),
    ), PACKAGE);
    expect(await readAll(stream())).toEqual({
      error: undefined,
      events: [
        { type: "reasoning", text: "Hm." }, { type: "text", text: "Hel" }, { type: "text", text: "lo" },
        { type: "usage", usage: { promptTokens: 5, completionTokens: 2, cachedTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 } },
        { type: "finish", reason: "length" },
      ],
    });
    expect(readRequest(upstream.requests[0] as UpstreamConnection).body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });

  test("returns tool calls in pieces, numbered by call", async () => {
    const call = (index: number, rest: object) => event({ id: "c", choices: [{ index: 0, delta: { tool_calls: [{ index, ...rest }] } }] });
    const { stream } = await setUp(answerWith(
      streamHead(), piece(call(0, { id: "t1", type: "function", function: { name: "look", arguments: "" } })), piece(call(0, { function: { arguments: "{\"at\"" } })),
      piece(call(1, { id: "t2", type: "function", function: { name: "hear", arguments: "{}" } })), piece(call(0, { function: { arguments: ":1}" } })), piece(finishEvent("tool_calls")), streamEnd(),
    ), PACKAGE);
    const { events } = await readAll(stream());
    const argumentsOf = (index: number) => events.map((one) => (one.type === "tool_call" && one.index === index ? one.arguments : "")).join("");
    expect(events.filter((one) => one.type === "tool_call" && one.id !== undefined)).toEqual([
      { type: "tool_call", index: 0, id: "t1", name: "look", arguments: "" }, { type: "tool_call", index: 1, id: "t2", name: "hear", arguments: "" },
    ]);
    expect([argumentsOf(0), argumentsOf(1)]).toEqual(["{\"at\":1}", "{}"]);
    expect(events.at(-1)).toEqual({ type: "finish", reason: "tool_calls" });
  });

  test("returns the events of each read together, without holding any back", async () => {
    const { stream, upstream } = await setUp(answerWith(streamHead(), piece(textEvent("one") + textEvent("two"))), PACKAGE);
    const answer = stream();
    expect(await answer.next()).toEqual({ done: false, value: [{ type: "text", text: "one" }, { type: "text", text: "two" }] });
    upstream.requests[0]?.socket.write(piece(textEvent("three")));
    expect(await answer.next()).toEqual({ done: false, value: [{ type: "text", text: "three" }] });
    await answer.return?.();
  });

  test("skips an event that is not JSON if the rest is valid", async () => {
    const told: object[] = [];
    const log: Log = { ...silentLog, warn: (fields) => { told.push(fields); } };
    const { stream } = await setUp(answerWith(streamHead(), piece(textEvent("Hel") + event("oops") + textEvent("lo") + finishEvent() + usageEvent()), streamEnd()), { ...PACKAGE, log });
    const { events, error } = await readAll(stream());
    expect({ error, text: events.map((one) => (one.type === "text" ? one.text : "")).join("") }).toEqual({ error: undefined, text: "Hello" });
    expect(told).toContainEqual({ provider: "far", model: "m", malformed: 1 });
  });

  test("does not pull without limit from a provider that is faster than its reader", async () => {
    const much = textEvent("x".repeat(60_000));
    const { stream, upstream } = await setUp(({ socket }) => {
      socket.write(streamHead());
      const more = () => { while (!socket.destroyed && socket.write(piece(much))); };
      socket.on("drain", more);
      more();
    }, PACKAGE);
    const answer = stream();
    await answer.next();
    const sentBytes = () => upstream.requests[0]?.socket.bytesWritten ?? 0;
    let before = -1;
    for (let quiet = 0; quiet < 200; quiet = sentBytes() === before ? quiet + 1 : 0) {
      before = sentBytes();
      await nextTurn();
    }
    expect(upstream.requests[0]?.socket.writableNeedDrain).toBe(true);
    await answer.return?.();
    await upstream.idle();
  });
});

describe("leaving a call", () => {
  const hanging = [
    ["before the headers", () => {}],
    ["before the first content", answerWith(streamHead())],
    ["in the middle", answerWith(streamHead(), piece(textEvent("Hel")))],
  ] as const;

  test.each(hanging)("ends the provider's call at once: by the caller's signal, %s", async (_, answer) => {
    const { stream, upstream, caller } = await setUp(answer, PACKAGE);
    const outcome = readAll(stream());
    await upstream.received(1);
    await nextTurn();
    caller.abort();
    expect((await outcome).error).toMatchObject({ kind: "aborted" });
    await upstream.idle();
  });

  test.each(hanging)("ends the provider's call at once: by return(), %s", async (_, answer) => {
    const { stream, upstream } = await setUp(answer, PACKAGE);
    const left = stream();
    const pending = left.next();
    await upstream.received(1);
    await left.return?.();
    await pending;
    expect(await left.next()).toEqual({ done: true, value: undefined });
    await upstream.idle();
  });

  test("ends a plain call too, and one whose package is still loading", async () => {
    const { complete, upstream, caller } = await setUp(() => {}, PACKAGE);
    const failed = failureOf(complete());
    await upstream.received(1);
    caller.abort();
    expect(await failed).toMatchObject({ kind: "aborted" });
    await upstream.idle();
    const loading = await setUp(() => {}, { ...PACKAGE, importPackage: () => new Promise(() => {}) });
    const outcome = Promise.all([readAll(loading.stream()), failureOf(loading.complete())]);
    loading.caller.abort();
    expect(await outcome).toMatchObject([{ error: { kind: "aborted" } }, { kind: "aborted" }]);
  });

  test("before the call begins sends nothing", async () => {
    const { complete, stream, upstream, caller } = await setUp(() => {}, PACKAGE);
    caller.abort();
    expect(await failureOf(complete())).toMatchObject({ kind: "aborted" });
    expect((await readAll(stream())).error).toMatchObject({ kind: "aborted" });
    expect(upstream.requests).toHaveLength(0);
  });
});

describe("what a model does not support", () => {
  test("is known before a call, without a request", async () => {
    const { client, target, upstream } = await setUp(() => {}, { ...PACKAGE, options: { name: "far" } });
    const call: ChatCall = { messages: [], temperature: 1, responseFormat: { type: "json_schema", name: "a", schema: {} } };
    expect(client.unsupported(call, target)).toEqual([]);
    expect(await client.prepare([{ type: "chat", target }])).toEqual([]);
    expect(client.unsupported(call, target)).toEqual(["responseFormat"]);
    expect(client.unsupported({ messages: [], responseFormat: { type: "json_object" } }, target)).toEqual([]);
    expect(upstream.requests).toHaveLength(0);
  });

  test("includes images by URL, if the package accepts only inline data", async () => {
    const { client, target } = await setUp(() => {}, PACKAGE);
    const picture = (url: string): ChatCall => ({ messages: [{ role: "user", content: [{ type: "image", url }] }] });
    await client.prepare([{ type: "chat", target }]);
    expect(client.unsupported(picture("https://p.test/a.png"), target)).toEqual(["messages"]);
    expect(client.unsupported(picture("data:image/png;base64,AAAA"), target)).toEqual([]);
  });

  test("includes fields the packages don't know, unless their value changes nothing", async () => {
    const { client, target } = await setUp(() => {}, PACKAGE);
    expect(client.unsupported({ messages: [], logprobs: true, topLogprobs: 2, logitBias: { 1: 5 }, tools: [{ name: "a" }], parallelToolCalls: false, reasoningEffort: "fierce" }, target))
      .toEqual(["parallelToolCalls", "logprobs", "topLogprobs", "logitBias", "reasoningEffort"]);
    expect(client.unsupported({ messages: [], logprobs: false, topLogprobs: 0, logitBias: {}, parallelToolCalls: true, reasoningEffort: "low", user: "u" }, target)).toEqual([]);
  });
});

test("concurrent calls do not interfere", async () => {
  const { client, target, caller } = await setUp((connection) => {
    const { body } = readRequest(connection);
    connection.socket.write(jsonAnswer({ ...ANSWER, choices: [{ index: 0, message: { role: "assistant", content: `for ${String(body["model"])}` }, finish_reason: "stop" }] }));
  }, PACKAGE);
  const limits = { connectMs: 1_000, firstContentMs: 1_000, idleMs: 1_000, totalMs: 1_000 };
  const texts = await Promise.all(Array.from({ length: 20 }, async (_, at) => {
    const answer = await client.completeChat({ messages: [{ role: "user", content: "Hi" }] }, { ...target, model: `m${at}` }, { limits, signal: caller.signal });
    return answer.text;
  }));
  expect(texts).toEqual(Array.from({ length: 20 }, (_, at) => `for m${at}`));
});

test("an answer without a body is a failure", async () => {
  const { complete } = await setUp(answerWith("HTTP/1.1 204 No Content\r\n\r\n"), PACKAGE);
  expect(await failureOf(complete())).toMatchObject({ kind: "malformed" });
});

test("embeddings are in the order of the input, in single precision", async () => {
  const { embed, upstream } = await setUp(answerWith(jsonAnswer({
    object: "list", model: "m", data: [{ index: 0, embedding: [1, 0.5] }, { index: 1, embedding: [0, -2] }], usage: { prompt_tokens: 6, total_tokens: 6 },
  })), PACKAGE);
  const { vectors, promptTokens } = await embed({ input: ["a", "b"], dimensions: 2 });
  expect(vectors.map((vector) => [vector.readFloatLE(0), vector.readFloatLE(4)])).toEqual([[1, 0.5], [0, -2]]);
  expect(promptTokens).toBe(6);
  expect(readRequest(upstream.requests[0] as UpstreamConnection).body).toMatchObject({ model: "m", input: ["a", "b"], dimensions: 2 });
});

test.each([
  ["fewer than the inputs", [{ index: 0, embedding: [1] }]],
  ["another size than asked for", [{ index: 0, embedding: [1, 2] }, { index: 1, embedding: [1] }]],
  ["no numbers", [{ index: 0, embedding: ["a"] }, { index: 1, embedding: [1] }]],
])("invalid embeddings are rejected: %s", async (_, data) => {
  const { embed } = await setUp(answerWith(jsonAnswer({ data, usage: { prompt_tokens: 1 } })), PACKAGE);
  expect(await failureOf(embed({ input: ["a", "b"] }))).toMatchObject({ kind: "malformed" });
});

test("token arrays instead of texts are rejected, naming the field", async () => {
  const { embed, upstream } = await setUp(() => {}, PACKAGE);
  expect(await failureOf(embed({ input: [[1, 2]] }))).toMatchObject({ kind: "invalid", param: "input" });
  expect(upstream.requests).toHaveLength(0);
});

test("a web page instead of an answer is a failure", async () => {
  const { complete } = await setUp(answerWith(plainAnswer("200 OK", "text/html", "<html>sign in</html>")), PACKAGE);
  expect(await failureOf(complete())).toMatchObject({ kind: "malformed" });
});
