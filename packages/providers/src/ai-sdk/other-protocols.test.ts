import type { ChatCall, ChatMessage } from "../spec";
import { KEY, answerWith, failureOf, readAll } from "../testing/client-harness";
import { readRequest, sdkHarness } from "../testing/sdk-harness";
import { type UpstreamConnection, event, jsonAnswer, piece, streamEnd, streamHead } from "../testing/upstream";

const { setUp } = sdkHarness();
const COHERE = { package: "@ai-sdk/cohere", model: "command-a-03-2025" };
const ANTHROPIC = { package: "@ai-sdk/anthropic", model: "claude-sonnet-4-5" };
const USAGE = { billed_units: { input_tokens: 3, output_tokens: 2 }, tokens: { input_tokens: 40, output_tokens: 12 } };

const named = (name: string, data: object): string => `event: ${name}\n${event({ type: name, ...data })}`;

describe("Cohere, through a package used only by its interface", () => {
  test("returns a plain answer with tool calls", async () => {
    const { complete, upstream } = await setUp(
      answerWith(
        jsonAnswer({
          id: "c1",
          finish_reason: "TOOL_CALL",
          usage: USAGE,
          message: {
            role: "assistant",
            tool_plan: "I look.",
            tool_calls: [{ id: "t1", type: "function", function: { name: "look", arguments: '{"at":1}' } }],
          },
        }),
      ),
      COHERE,
    );
    const call: ChatCall = {
      messages: [{ role: "user", content: "Hi" }],
      tools: [{ name: "look", parameters: { type: "object" } }],
      toolChoice: { mode: "required" },
    };
    expect(await complete(call)).toEqual({
      text: "",
      toolCalls: [{ id: "t1", name: "look", arguments: '{"at":1}' }],
      finishReason: "tool_calls",
      usage: { promptTokens: 40, completionTokens: 12, cachedTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
    });
    const { head, body } = readRequest(upstream.requests[0] as UpstreamConnection);
    expect(head).toMatch(/^POST \/v1\/chat HTTP/);
    expect(body).toMatchObject({
      model: "command-a-03-2025",
      tool_choice: "REQUIRED",
      messages: [{ role: "user", content: "Hi" }],
    });
  });

  test("streams thinking, text and usage", async () => {
    const delta = (index: number, message: object) =>
      event({ type: "content-delta", index, delta: { message: { content: message } } });
    const { stream } = await setUp(
      answerWith(
        streamHead(),
        piece(
          event({ type: "message-start", id: "c1" }) +
            event({
              type: "content-start",
              index: 0,
              delta: { message: { content: { type: "thinking", thinking: "" } } },
            }),
        ),
        piece(delta(0, { thinking: "Hm." }) + event({ type: "content-end", index: 0 })),
        piece(
          event({ type: "content-start", index: 1, delta: { message: { content: { type: "text", text: "" } } } }) +
            delta(1, { text: "Hel" }) +
            delta(1, { text: "lo" }),
        ),
        piece(
          event({ type: "content-end", index: 1 }) +
            event({ type: "message-end", delta: { finish_reason: "MAX_TOKENS", usage: USAGE } }),
        ),
        streamEnd(),
      ),
      COHERE,
    );
    expect(await readAll(stream())).toEqual({
      error: undefined,
      events: [
        { type: "reasoning", text: "Hm." },
        { type: "text", text: "Hel" },
        { type: "text", text: "lo" },
        {
          type: "usage",
          usage: { promptTokens: 40, completionTokens: 12, cachedTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
        },
        { type: "finish", reason: "length" },
      ],
    });
  });

  test("sends json_schema in Cohere's form", async () => {
    const { complete, upstream } = await setUp(
      answerWith(
        jsonAnswer({
          finish_reason: "COMPLETE",
          usage: USAGE,
          message: { role: "assistant", content: [{ type: "text", text: "{}" }] },
        }),
      ),
      COHERE,
    );
    const schema = { type: "object", properties: { kind: { type: "string" } } };
    expect(
      await complete({
        messages: [{ role: "user", content: "Hi" }],
        responseFormat: { type: "json_schema", name: "animal", schema },
      }),
    ).toMatchObject({ text: "{}", finishReason: "stop" });
    expect(readRequest(upstream.requests[0] as UpstreamConnection).body).toMatchObject({
      response_format: { type: "json_object", json_schema: schema },
    });
  });

  test("reports an error's message and kind, without our key", async () => {
    const { complete } = await setUp(
      answerWith(jsonAnswer({ message: `invalid api token ${KEY}` }, "401 Unauthorized")),
      COHERE,
    );
    expect(await failureOf(complete())).toMatchObject({
      kind: "credentials",
      status: 401,
      message: "invalid api token [redacted]",
    });
  });

  test("splits too many inputs into several requests, in order", async () => {
    const { embed, upstream } = await setUp(
      (connection) => {
        const { texts } = readRequest(connection).body as { texts: string[] };
        connection.socket.write(
          jsonAnswer({
            id: "e",
            texts,
            embeddings: { float: texts.map((text) => [Number(text), 0]) },
            meta: { billed_units: { input_tokens: texts.length } },
          }),
        );
      },
      { package: "@ai-sdk/cohere", model: "embed-v4.0" },
    );
    const { vectors, promptTokens } = await embed({ input: Array.from({ length: 200 }, (_, at) => String(at)) });
    expect(vectors.map((vector) => vector.readFloatLE(0))).toEqual(Array.from({ length: 200 }, (_, at) => at));
    expect({ promptTokens, requests: upstream.requests.length }).toEqual({ promptTokens: 200, requests: 3 });
  });
});

describe("Anthropic through its package", () => {
  const PLAIN = {
    id: "m1",
    type: "message",
    role: "assistant",
    model: "claude-sonnet-4-5",
    stop_reason: "tool_use",
    stop_sequence: null,
    content: [
      { type: "thinking", thinking: "Hm.", signature: "c2ln" },
      { type: "redacted_thinking", data: "ZGF0YQ" },
      { type: "text", text: "I look." },
      { type: "tool_use", id: "t1", name: "look", input: { at: 1 } },
    ],
    usage: { input_tokens: 5, output_tokens: 9, cache_read_input_tokens: 30, cache_creation_input_tokens: 7 },
  };

  test("reasoning is returned with its signature, and sent back with it on the next turn", async () => {
    const { complete, upstream } = await setUp(answerWith(jsonAnswer(PLAIN)), ANTHROPIC);
    const answer = await complete();
    expect(answer).toMatchObject({
      text: "I look.",
      reasoning: "Hm.",
      finishReason: "tool_calls",
      toolCalls: [{ id: "t1", name: "look", arguments: '{"at":1}' }],
      usage: { promptTokens: 42, completionTokens: 9, cachedTokens: 30, cacheWriteTokens: 7 },
      reasoningDetails: [
        { family: "ai-sdk", text: "Hm." },
        { family: "ai-sdk", encrypted: expect.stringContaining("ZGF0YQ") },
      ],
    });
    const { text: content, toolCalls, reasoningDetails = [] } = answer;
    const foreign = { family: "google", encrypted: "b3RoZXI" };
    const earlier: ChatMessage = {
      role: "assistant",
      content,
      toolCalls,
      reasoningDetails: [foreign, ...reasoningDetails],
    };
    await complete({
      messages: [{ role: "user", content: "Hi" }, earlier, { role: "tool", toolCallId: "t1", content: "a cat" }],
      tools: [{ name: "look" }],
    });
    const { messages } = readRequest(upstream.requests[1] as UpstreamConnection).body as {
      messages: { content: unknown[] }[];
    };
    expect(messages[1]?.content.slice(0, 2)).toEqual([
      { type: "thinking", thinking: "Hm.", signature: "c2ln" },
      { type: "redacted_thinking", data: "ZGF0YQ" },
    ]);
    expect(JSON.stringify(messages)).not.toContain("b3RoZXI");
  });

  test("a stream returns the same, with the signature after its reasoning", async () => {
    const { stream } = await setUp(
      answerWith(
        streamHead(),
        piece(
          named("message_start", {
            message: {
              ...PLAIN,
              content: [],
              stop_reason: null,
              usage: { input_tokens: 5, output_tokens: 1, cache_read_input_tokens: 30 },
            },
          }),
        ),
        piece(
          named("content_block_start", { index: 0, content_block: { type: "thinking", thinking: "" } }) +
            named("content_block_delta", { index: 0, delta: { type: "thinking_delta", thinking: "Hm." } }),
        ),
        piece(
          named("content_block_delta", { index: 0, delta: { type: "signature_delta", signature: "c2ln" } }) +
            named("content_block_stop", { index: 0 }),
        ),
        piece(
          named("content_block_start", {
            index: 1,
            content_block: { type: "tool_use", id: "t1", name: "look", input: {} },
          }) +
            named("content_block_delta", { index: 1, delta: { type: "input_json_delta", partial_json: '{"at":1}' } }),
        ),
        piece(
          named("content_block_stop", { index: 1 }) +
            named("message_delta", {
              delta: { stop_reason: "tool_use", stop_sequence: null },
              usage: { output_tokens: 9 },
            }) +
            named("message_stop", {}),
        ),
        streamEnd(),
      ),
      ANTHROPIC,
    );
    const { events, error } = await readAll(stream());
    expect(error).toBeUndefined();
    expect(events.filter(({ type }) => type !== "tool_call")).toEqual([
      { type: "reasoning", text: "Hm." },
      {
        type: "reasoning_detail",
        detail: {
          family: "ai-sdk",
          text: "Hm.",
          signature: JSON.stringify({ anthropic: { signature: "c2ln" } }),
          madeBy: "far/claude-sonnet-4-5",
        },
      },
      {
        type: "usage",
        usage: { promptTokens: 35, completionTokens: 9, cachedTokens: 30, cacheWriteTokens: 0, reasoningTokens: 0 },
      },
      { type: "finish", reason: "tool_calls" },
    ]);
    expect(events.map((one) => (one.type === "tool_call" ? one.arguments : "")).join("")).toBe('{"at":1}');
  });

  test("reports an error in the stream, after content", async () => {
    const { stream } = await setUp(
      answerWith(
        streamHead(),
        piece(
          named("message_start", { message: { ...PLAIN, content: [], stop_reason: null } }) +
            named("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
        ),
        piece(named("content_block_delta", { index: 0, delta: { type: "text_delta", text: "Hel" } })),
        piece(named("error", { error: { type: "overloaded_error", message: "Overloaded" } })),
        streamEnd(),
      ),
      ANTHROPIC,
    );
    expect(await readAll(stream())).toMatchObject({
      events: [{ type: "text", text: "Hel" }],
      error: { kind: "server", message: "Overloaded" },
    });
  });

  test("knows beforehand what the model does not support", async () => {
    const { client, target, upstream } = await setUp(() => {}, ANTHROPIC);
    expect(await client.prepare([{ type: "chat", target }])).toEqual([]);
    const call: ChatCall = {
      messages: [],
      temperature: 1,
      seed: 2,
      presencePenalty: 1,
      frequencyPenalty: 0,
      stop: ["a"],
      maxTokens: 3,
      tools: [{ name: "x" }],
      toolChoice: { mode: "required" },
    };
    expect(client.unsupported(call, target)).toEqual(["presencePenalty", "seed"]);
    expect(upstream.requests).toHaveLength(0);
  });
});
