import type { ChatCall } from "../spec";
import { KEY, answerWith, failureOf, nextTurn } from "../testing/client-harness";
import { PACKAGE, readRequest, sdkHarness } from "../testing/sdk-harness";
import { type UpstreamConnection, jsonAnswer, piece, plainAnswer, streamEnd } from "../testing/upstream";

const { setUp } = sdkHarness();

const ANSWER = {
  id: "c1",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [
    { index: 0, message: { role: "assistant", content: "Hello", reasoning_content: "Hm." }, finish_reason: "stop" },
  ],
  usage: {
    prompt_tokens: 9,
    completion_tokens: 5,
    total_tokens: 14,
    prompt_tokens_details: { cached_tokens: 4 },
    completion_tokens_details: { reasoning_tokens: 3 },
  },
};

const FULL_CALL: ChatCall = {
  messages: [
    { role: "system", content: "Be brief." },
    {
      role: "user",
      content: [
        { type: "text", text: "What is it?" },
        { type: "image", url: "data:image/png;base64,aGk=" },
      ],
    },
    {
      role: "assistant",
      content: "",
      toolCalls: [
        { id: "t1", name: "look", arguments: '{"at":1}' },
        { id: "t2", name: "look", arguments: "" },
      ],
    },
    { role: "tool", content: "a cat", toolCallId: "t1" },
    { role: "tool", content: [{ type: "text", text: "a dog" }], toolCallId: "t2" },
  ],
  temperature: 0.3,
  topP: 0.9,
  maxTokens: 50,
  stop: ["END"],
  seed: 7,
  presencePenalty: 0,
  frequencyPenalty: 0.5,
  tools: [
    { name: "look", description: "Looks.", parameters: { type: "object", properties: { at: { type: "number" } } } },
  ],
  toolChoice: { mode: "function", name: "look" },
  responseFormat: {
    type: "json_schema",
    name: "animal",
    schema: { type: "object", properties: { kind: { type: "string" } } },
  },
};

describe("a plain answer through a package", () => {
  test("has text, reasoning, finish reason and all token counts", async () => {
    const { complete } = await setUp(answerWith(jsonAnswer(ANSWER)), PACKAGE);
    expect(await complete()).toEqual({
      text: "Hello",
      reasoning: "Hm.",
      toolCalls: [],
      finishReason: "stop",
      usage: { promptTokens: 9, completionTokens: 5, cachedTokens: 4, cacheWriteTokens: 0, reasoningTokens: 3 },
    });
  });

  test("calls tools", async () => {
    const message = {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "t1", type: "function", function: { name: "look", arguments: '{"at":1}' } }],
    };
    const { complete } = await setUp(
      answerWith(jsonAnswer({ ...ANSWER, usage: undefined, choices: [{ index: 0, message, finish_reason: "stop" }] })),
      PACKAGE,
    );
    expect(await complete()).toEqual({
      text: "",
      toolCalls: [{ id: "t1", name: "look", arguments: '{"at":1}' }],
      finishReason: "tool_calls",
    });
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
      model: "m",
      temperature: 0.3,
      top_p: 0.9,
      max_tokens: 50,
      stop: ["END"],
      seed: 7,
      frequency_penalty: 0.5,
      messages: [
        { role: "system", content: "Be brief." },
        {
          role: "user",
          content: [
            { type: "text", text: "What is it?" },
            { type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } },
          ],
        },
        {
          role: "assistant",
          content: null,
          tool_calls: [
            { id: "t1", type: "function", function: { name: "look", arguments: '{"at":1}' } },
            { id: "t2", type: "function", function: { name: "look", arguments: "{}" } },
          ],
        },
        { role: "tool", tool_call_id: "t1", content: "a cat" },
        { role: "tool", tool_call_id: "t2", content: "a dog" },
      ],
      tools: [
        {
          type: "function",
          function: {
            name: "look",
            description: "Looks.",
            parameters: { type: "object", properties: { at: { type: "number" } } },
          },
        },
      ],
      tool_choice: { type: "function", function: { name: "look" } },
      response_format: {
        type: "json_schema",
        json_schema: {
          name: "animal",
          strict: true,
          schema: { type: "object", properties: { kind: { type: "string" } } },
        },
      },
    });
  });

  test("may arrive in pieces, and take longer than the limit for its beginning", async () => {
    const { complete, clock, upstream } = await setUp(
      answerWith(
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${piece("  \n")}`,
      ),
      PACKAGE,
    );
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

describe("what a model does not support", () => {
  test("is known before a call, without a request", async () => {
    const { client, target, upstream } = await setUp(() => {}, { ...PACKAGE, options: { name: "far" } });
    const call: ChatCall = {
      messages: [],
      temperature: 1,
      responseFormat: { type: "json_schema", name: "a", schema: {} },
    };
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
    expect(client.unsupported(picture("https://p.test/a.png"), target)).toEqual([
      { field: "messages", why: "accepts images only as data: URLs." },
    ]);
    expect(client.unsupported(picture("data:image/png;base64,AAAA"), target)).toEqual([]);
  });

  test("includes fields the packages don't know, unless their value changes nothing", async () => {
    const { client, target } = await setUp(() => {}, PACKAGE);
    expect(
      client.unsupported(
        {
          messages: [],
          logprobs: true,
          topLogprobs: 2,
          logitBias: { 1: 5 },
          tools: [{ name: "a" }],
          parallelToolCalls: false,
          reasoningEffort: "fierce",
        },
        target,
      ),
    ).toEqual(["parallelToolCalls", "logprobs", "topLogprobs", "logitBias", "reasoningEffort"]);
    expect(
      client.unsupported(
        {
          messages: [],
          logprobs: false,
          topLogprobs: 0,
          logitBias: {},
          parallelToolCalls: true,
          reasoningEffort: "low",
          user: "u",
        },
        target,
      ),
    ).toEqual([]);
  });
});

test("concurrent calls do not interfere", async () => {
  const { client, target, caller } = await setUp((connection) => {
    const { body } = readRequest(connection);
    connection.socket.write(
      jsonAnswer({
        ...ANSWER,
        choices: [
          { index: 0, message: { role: "assistant", content: `for ${String(body["model"])}` }, finish_reason: "stop" },
        ],
      }),
    );
  }, PACKAGE);
  const limits = { connectMs: 1_000, firstContentMs: 1_000, idleMs: 1_000, totalMs: 1_000 };
  const texts = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => {
      const answer = await client.completeChat(
        { messages: [{ role: "user", content: "Hi" }] },
        { ...target, model: `m${at}` },
        { limits, signal: caller.signal },
      );
      return answer.text;
    }),
  );
  expect(texts).toEqual(Array.from({ length: 20 }, (_, at) => `for m${at}`));
});

test("an answer without a body is a failure", async () => {
  const { complete } = await setUp(answerWith("HTTP/1.1 204 No Content\r\n\r\n"), PACKAGE);
  expect(await failureOf(complete())).toMatchObject({ kind: "malformed" });
});

test("a web page instead of an answer is a failure", async () => {
  const { complete } = await setUp(answerWith(plainAnswer("200 OK", "text/html", "<html>sign in</html>")), PACKAGE);
  expect(await failureOf(complete())).toMatchObject({ kind: "malformed" });
});

test("a status that the platform's `Response` does not take is the provider's failure", async () => {
  const { complete } = await setUp(answerWith(plainAnswer("999 Denied", "text/plain", "no")), PACKAGE);
  expect(await failureOf(complete())).toMatchObject({ kind: "server", status: 999 });
});
