import fc from "fast-check";
import { type RunningGateway, startGateway } from "../../testing/start-gateway";

const PATH = "/v1/chat/completions";
const valid = { model: "openai/gpt-4o-mini", messages: [{ role: "user", content: "hi" }] };
const user = { role: "user", content: "hi" };
const tool = { type: "function", function: { name: "f" } };

describe("invalid chat completion requests", () => {
  let running: RunningGateway;
  beforeAll(async () => {
    running = await startGateway();
  });
  afterAll(() => running.gateway.close(0));

  const refusalOf = async (body: unknown) => {
    const response = await running.post(PATH, body);
    const { error } = (await response.json()) as { error: { message: string; param: string; code: string } };
    return { status: response.status, ...error };
  };

  it.each<[unknown, string, string]>([
    [null, "body", "must be an object"],
    [[], "body", "must be an object"],
    ["text", "body", "must be an object"],
    [{}, "model", "required"],
    [{ model: "m" }, "messages", "required"],
    [{ ...valid, model: 5 }, "model", "must be a string"],
    [{ ...valid, model: null }, "model", "must be a string"],
    [{ ...valid, model: "" }, "model", "must not be empty"],
    [{ ...valid, model: "m".repeat(257) }, "model", "must be at most 256 characters long"],
    [{ ...valid, messages: [] }, "messages", "must be an array of at least 1 item, each item an object"],
    [{ ...valid, messages: "hi" }, "messages", "must be an array of at least 1 item, each item an object"],
    [{ ...valid, messages: [user, "hi"] }, "messages[1]", "must be an object"],
    [{ ...valid, messages: [{ content: "hi" }] }, "messages[0].role", "required"],
    [
      { ...valid, messages: [{ role: "robot", content: "hi" }] },
      "messages[0].role",
      "must be one of system, developer, user, assistant, tool",
    ],
    [
      { ...valid, messages: [{ role: "function", content: "hi" }] },
      "messages[0].role",
      "must be one of system, developer, user, assistant, tool",
    ],
    [
      { ...valid, messages: [{ role: 7, content: "hi" }] },
      "messages[0].role",
      "must be one of system, developer, user, assistant, tool",
    ],
    [{ ...valid, messages: [{ role: "user" }] }, "messages[0].content", "required"],
    [
      { ...valid, messages: [{ role: "user", content: null }] },
      "messages[0].content",
      "must be a string, or an array of at least 1 item, each item an object",
    ],
    [
      { ...valid, messages: [{ role: "user", content: [] }] },
      "messages[0].content",
      "must be an array of at least 1 item, each item an object",
    ],
    [{ ...valid, messages: [{ role: "user", content: ["hi"] }] }, "messages[0].content[0]", "must be an object"],
    [
      { ...valid, messages: [{ role: "user", content: [{ type: "input_audio" }] }] },
      "messages[0].content[0].type",
      "must be one of text, image_url, file",
    ],
    [
      { ...valid, messages: [{ role: "user", content: [{ type: "text" }] }] },
      "messages[0].content[0].text",
      "required",
    ],
    [
      { ...valid, messages: [{ role: "user", content: [{ type: "image_url", image_url: "https://x.test" }] }] },
      "messages[0].content[0].image_url",
      "must be an object",
    ],
    [
      { ...valid, messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "ftp://x.test" } }] }] },
      "messages[0].content[0].image_url.url",
      "must be an `https:` or `data:` URL",
    ],
    [
      {
        ...valid,
        messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "data:,", detail: "huge" } }] }],
      },
      "messages[0].content[0].image_url.detail",
      "must be one of auto, low, high, original",
    ],
    [
      { ...valid, messages: [{ role: "system", content: [{ type: "image_url", image_url: { url: "data:," } }] }] },
      "messages[0].content[0].type",
      "must be text",
    ],
    [{ ...valid, messages: [{ role: "assistant" }] }, "messages[0].content", "required if there are no tool_calls"],
    [
      {
        ...valid,
        messages: [{ role: "assistant", tool_calls: [{ id: "a", type: "function", function: { name: "f" } }] }],
      },
      "messages[0].tool_calls[0].function.arguments",
      "required",
    ],
    [{ ...valid, messages: [{ role: "tool", content: "x" }] }, "messages[0].tool_call_id", "required"],
    [
      { ...valid, messages: [{ role: "tool", content: "x", tool_call_id: "c", name: 7 }] },
      "messages[0].name",
      "must be a string",
    ],
    [{ ...valid, temperature: 2.1 }, "temperature", "must be a number from 0 to 2"],
    [{ ...valid, temperature: -0.1 }, "temperature", "must be a number from 0 to 2"],
    [{ ...valid, temperature: "1" }, "temperature", "must be a number from 0 to 2"],
    [{ ...valid, top_p: 1.5 }, "top_p", "must be a number from 0 to 1"],
    [{ ...valid, max_tokens: 0 }, "max_tokens", "must be an integer from 1 to 2147483647"],
    [{ ...valid, max_tokens: 1.5 }, "max_tokens", "must be an integer from 1 to 2147483647"],
    [{ ...valid, max_completion_tokens: 1e300 }, "max_completion_tokens", "must be an integer from 1 to 2147483647"],
    [{ ...valid, n: 2 }, "n", "must be 1"],
    [{ ...valid, stream: "true" }, "stream", "must be a boolean"],
    [{ ...valid, stream_options: { include_usage: 1 } }, "stream_options.include_usage", "must be a boolean"],
    [{ ...valid, stop: 5 }, "stop", "must be a string, or an array of 0 to 16 items, each item a string"],
    [{ ...valid, stop: [5] }, "stop[0]", "must be a string"],
    [
      { ...valid, stop: Array.from({ length: 17 }, () => "x") },
      "stop",
      "must be an array of 0 to 16 items, each item a string",
    ],
    [{ ...valid, seed: 1e20 }, "seed", "must be an integer from -9007199254740991 to 9007199254740991"],
    [{ ...valid, presence_penalty: 3 }, "presence_penalty", "must be a number from -2 to 2"],
    [
      { ...valid, reasoning_effort: "most" },
      "reasoning_effort",
      "must be one of none, minimal, low, medium, high, xhigh, max",
    ],
    [{ ...valid, top_logprobs: 21, logprobs: true }, "top_logprobs", "must be an integer from 0 to 20"],
    [{ ...valid, logit_bias: { "5": 101 } }, "logit_bias[5]", "must be a number from -100 to 100"],
    [
      { ...valid, logit_bias: Object.fromEntries(Array.from({ length: 1025 }, (_, index) => [index, 0])) },
      "logit_bias",
      "must have at most 1024 entries",
    ],
    [
      { ...valid, response_format: { type: "xml" } },
      "response_format.type",
      "must be one of text, json_object, json_schema",
    ],
    [{ ...valid, response_format: { type: "json_schema" } }, "response_format.json_schema", "required"],
    [
      { ...valid, response_format: { type: "json_schema", json_schema: { name: "a b" } } },
      "response_format.json_schema.name",
      "must be 1 to 64 letters, digits, `_` or `-`",
    ],
    [{ ...valid, tools: [{ type: "web_search" }] }, "tools[0].type", "must be function"],
    [
      { ...valid, tools: [{ type: "function", function: { name: "f", parameters: "{}" } }] },
      "tools[0].function.parameters",
      "must be an object",
    ],
    [
      { ...valid, tools: Array.from({ length: 129 }, () => tool) },
      "tools",
      "must be an array of 0 to 128 items, each item an object",
    ],
    [{ ...valid, tool_choice: "f" }, "tool_choice", "must be one of none, auto, required, or an object"],
    [{ ...valid, tool_choice: 5 }, "tool_choice", "must be one of none, auto, required, or an object"],
    [{ ...valid, tools: [tool], tool_choice: { type: "function" } }, "tool_choice.function", "required"],
    [
      { ...valid, tools: [tool], tool_choice: { type: "some" } },
      "tool_choice.type",
      "must be one of function, allowed_tools",
    ],
    [
      {
        ...valid,
        tools: [tool],
        tool_choice: { type: "allowed_tools", allowed_tools: { mode: "none", tools: [tool] } },
      },
      "tool_choice.allowed_tools.mode",
      "must be one of auto, required",
    ],
    [{ ...valid, models: "a/b" }, "models", "must be an array of 0 to 8 items, each item a string"],
    [{ ...valid, zdr: "yes" }, "zdr", "must be a boolean"],
  ])("%j names %s", async (body, param, rule) => {
    expect(await refusalOf(body)).toMatchObject({
      status: 400,
      code: "invalid_request_error",
      param,
      message: `${param}: ${rule}.`,
    });
  });

  it("does not repeat a name of any length", async () => {
    const response = await running.post(PATH, { ...valid, logit_bias: { ["n".repeat(100_000)]: "x" } });
    expect([response.status, (await response.text()).length < 1_000]).toEqual([400, true]);
  });

  it("ignores unknown fields, and null in known ones", async () => {
    const more = {
      metadata: { a: 1 },
      store: true,
      service_tier: "auto",
      temperature: null,
      tools: null,
      stop: null,
      stream_options: null,
      tool_choice: null,
      response_format: null,
    };
    const message = { role: "user", content: "hi", name: null, cache_control: { type: "ephemeral" } };
    expect((await running.post(PATH, { ...valid, ...more, messages: [message] })).status).toBe(200);
  });

  it("answers any JSON with a completion or a 400 in the contract's shape", async () => {
    const field = fc.constantFrom(
      "model",
      "messages",
      "temperature",
      "stream",
      "stop",
      "tools",
      "tool_choice",
      "response_format",
      "logit_bias",
      "seed",
      "n",
      "zdr",
      "models",
      "stream_options",
    );
    const anything = fc.jsonValue({ maxDepth: 4 });
    const mutated = fc.dictionary(field, anything, { maxKeys: 3 }).map((fields) => ({ ...valid, ...fields }));
    const message = fc
      .record(
        {
          role: fc.constantFrom("system", "user", "assistant", "tool", "developer"),
          content: anything,
          tool_calls: anything,
          tool_call_id: anything,
          name: anything,
        },
        { requiredKeys: ["role"] },
      )
      .map((mixed) => ({ ...valid, messages: [mixed] }));
    await fc.assert(
      fc.asyncProperty(fc.oneof(anything, mutated, message), async (body) => {
        const response = await running.post(PATH, body);
        const text = await response.text();
        if (response.status === 200) return;
        expect(response.status).toBe(400);
        const { error } = JSON.parse(text) as { error: Record<string, unknown> };
        expect(error).toEqual({
          message: expect.stringMatching(/.+/),
          type: "invalid_request_error",
          code: "invalid_request_error",
          request_id: response.headers.get("x-request-id"),
          param: expect.stringMatching(/.+/),
        });
        expect(error["message"]).not.toMatch(/undefined|\[object|NaN/);
      }),
      { numRuns: 400 },
    );
  });

  it("answers any bytes with an error in the contract's shape", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 60, size: "max" }), async (bytes) => {
        const response = await running.post(PATH, undefined, { body: bytes });
        const { error } = (await response.json()) as { error: { code: string } };
        expect([response.status, error.code]).toEqual([400, "invalid_request_error"]);
      }),
      { numRuns: 150 },
    );
  });
});
