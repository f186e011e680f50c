import { chatProblem } from "./check-chat";

const user = { role: "user", content: "Hi" };
const body = (fields: object = {}) => ({ model: "gpt-4o", messages: [user], ...fields });
const tool = (name: unknown, more: object = {}) => ({ type: "function", function: { name, ...more } });
const of = (parameters: object, strict?: boolean) => ({ tools: [tool("a", { parameters, strict })] });
const CLOSED = { type: "object", additionalProperties: false };
const called = (...ids: string[]) => ({
  role: "assistant",
  tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "f", arguments: "{}" } })),
});
const result = (id: string) => ({ role: "tool", tool_call_id: id, content: "7" });
const LONG = "x".repeat(41);

describe("an invalid chat request gets OpenAI's error", () => {
  it.each([
    ["messages", { messages: undefined }, "missing_required_parameter"],
    ["messages", { messages: [] }, "empty_array"],
    ["messages", { messages: "Hi" }, "invalid_type"],
    ["messages[1].role", { messages: [user, { content: "x" }] }, "missing_required_parameter"],
    ["messages[0].role", { messages: [{ role: "robot", content: "x" }] }, "invalid_value"],
    ["messages[0].content", { messages: [{ role: "user", content: null }] }, null],
    ["messages[0].content", { messages: [{ role: "user", content: 7 }] }, "invalid_type"],
    ["messages[0].content[0]", { messages: [{ role: "user", content: [{ type: "video" }] }] }, "invalid_value"],
    [
      "messages[1]",
      {
        messages: [
          { role: "user", content: "Hi" },
          { role: "system", content: [{ type: "image_url", image_url: { url: "https://x.test/a.png" } }] },
        ],
      },
      "invalid_value",
    ],
    [
      "messages[0].content[0].image_url",
      { messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "ftp://x" } }] }] },
      "invalid_image_url",
    ],
    ["messages.[1].role", { messages: [user, { role: "tool", content: "x", tool_call_id: "1" }] }, null],
    ["messages.[2].tool_call_id", { messages: [user, called("1"), result("2")] }, null],
    ["messages.[2].role", { messages: [user, called("1"), user] }, null],
    ["messages.[3].role", { messages: [user, called("1", "2"), result("1")] }, null],
    ["messages[1].tool_calls[0].id", { messages: [user, called(LONG), result(LONG)] }, "string_above_max_length"],
    ["temperature", { temperature: -0.1 }, "decimal_below_min_value"],
    ["top_p", { top_p: 1.5 }, "decimal_above_max_value"],
    ["temperature", { temperature: "hot" }, "invalid_type"],
    ["max_tokens", { max_tokens: 0 }, "integer_below_min_value"],
    ["max_tokens", { max_tokens: 5, max_completion_tokens: 5 }, "invalid_parameter_combination"],
    ["n", { n: 2 }, "invalid_value"],
    ["stop", { stop: ["a", "b", "c", "d", "e"] }, "array_above_max_length"],
    ["stream_options", { stream_options: { include_usage: true } }, null],
    ["stream", { stream: "yes" }, "invalid_type"],
    ["top_logprobs", { top_logprobs: 3 }, null],
    ["tools", { tools: [] }, "empty_array"],
    ["tools[0].function.name", { tools: [tool(undefined)] }, "missing_required_parameter"],
    ["tools[0].function.name", { tools: [tool("with space")] }, "invalid_value"],
    ...[
      {},
      { type: "object", anyOf: [{}] },
      { type: "object", not: {} },
      { type: "object", properties: { a: { items: { pattern: "\\p{L}" } } } },
    ].map((parameters): [string, object, string] => [
      "tools[0].function.parameters",
      of(parameters),
      "invalid_function_parameters",
    ]),
    ...[
      { type: "object" },
      { ...CLOSED, properties: { a: { allOf: [{ type: "null" }] } } },
      { ...CLOSED, properties: { a: { $ref: "#/$defs/d", description: "d" } }, $defs: { d: CLOSED } },
    ].flatMap((schema): [string, object, string][] => [
      ["tools[0].function.parameters", of(schema, true), "invalid_function_parameters"],
      [
        "response_format",
        { response_format: { type: "json_schema", json_schema: { name: "n", strict: true, schema } } },
        "invalid_json_schema",
      ],
    ]),
    ["tool_choice", { tool_choice: "required" }, null],
    ["tool_choice", { tools: [tool("a")], tool_choice: tool("b") }, null],
    ["messages", { response_format: { type: "json_object" } }, null],
    ["response_format.json_schema", { response_format: { type: "json_schema" } }, "missing_required_parameter"],
    ["max_tokens", { model: "gpt-5-mini", max_tokens: 5 }, "unsupported_parameter"],
    ["stop", { model: "gpt-5.4", stop: ["a"] }, "unsupported_parameter"],
    ["presence_penalty", { model: "gpt-5.4", presence_penalty: 0.5 }, "unsupported_parameter"],
    [
      "frequency_penalty",
      { model: "gpt-6-sol", frequency_penalty: 1, reasoning_effort: "none" },
      "unsupported_parameter",
    ],
    ["temperature", { model: "o4-mini", temperature: 0.2 }, "unsupported_value"],
    ["temperature", { model: "gpt-5.4", temperature: 0.2, reasoning_effort: "low" }, "unsupported_value"],
    ["temperature", { model: "gpt-6-sol", temperature: 0.2 }, "unsupported_value"],
    ["reasoning_effort", { model: "gpt-5.4", reasoning_effort: "minimal" }, "unsupported_value"],
    ["reasoning_effort", { model: "gpt-6.1-sol", reasoning_effort: "none" }, "unsupported_value"],
    ["reasoning_effort", { model: "gpt-6.1-sol", reasoning_effort: "max" }, "unsupported_value"],
    ["reasoning_effort", { model: "gpt-5.4", tools: [tool("a")], reasoning_effort: "low" }, null],
    ["reasoning_effort", { model: "gpt-6-sol", tools: [tool("a")] }, null],
  ])("for %s: %j", (param, fields, code) => {
    expect(chatProblem(body(fields), "openai")).toMatchObject({
      status: 400,
      type: "invalid_request_error",
      param,
      code,
      message: expect.stringMatching(/\S/),
    });
  });

  it.each([
    [{}],
    [
      {
        temperature: 2,
        top_p: 0,
        max_tokens: 1,
        n: 1,
        stop: null,
        stream: true,
        stream_options: { include_usage: true },
      },
    ],
    [
      {
        messages: [
          { role: "developer", content: "Be brief" },
          {
            role: "user",
            content: [
              { type: "text", text: "See" },
              { type: "image_url", image_url: { url: "data:image/png;base64,AA" } },
            ],
          },
        ],
      },
    ],
    [
      {
        messages: [
          user,
          { role: "assistant", content: null, tool_calls: [{}] },
          { role: "tool", content: "1" },
          { role: "tool", content: "2" },
        ],
      },
    ],
    [{ tools: [tool("a")], tool_choice: tool("a") }],
    [{ model: "gpt-5", max_completion_tokens: 9, temperature: 1 }],
    [{ model: "gpt-5.4", temperature: 0.2 }],
    [{ model: "gpt-5.4", presence_penalty: 0, frequency_penalty: 0 }],
    [{ model: "gpt-5.4", temperature: 0.2, reasoning_effort: "none" }],
    [{ model: "gpt-5.4", tools: [tool("a")] }],
    [{ model: "gpt-6-sol", tools: [tool("a")], reasoning_effort: "none", temperature: 0.2 }],
    [{ messages: [{ role: "user", content: "JSON" }], response_format: { type: "json_object" } }],
  ])("but not for %j", (fields) => {
    expect(chatProblem(body(fields), "openai")).toBeUndefined();
  });

  it.each([
    [[user, called("123456789"), result("123456789"), user], "Unexpected role 'user' after role 'tool'"],
    [
      [user, { role: "assistant", content: "a" }, { role: "system", content: "b" }, user],
      "Unexpected role 'system' after role 'assistant'",
    ],
    [[user, { role: "system", content: "b" }], "Expected last role User or Tool"],
  ])("about the order of roles at Mistral alone: %j", (messages, problem) => {
    expect(chatProblem(body({ messages }), "mistral")?.message).toContain(problem);
    expect(chatProblem(body({ messages }), "openai")).toBeUndefined();
  });

  it("by each provider's rules", () => {
    expect(chatProblem(body({ model: "gpt-5", max_tokens: 5 }), "openrouter")).toBeUndefined();
    const prefixed = { messages: [user, { role: "assistant", content: "Well" }] };
    expect(chatProblem(body(prefixed), "mistral")?.code).toBe("invalid_request_message_order");
    expect(chatProblem(body(prefixed), "openai")).toBeUndefined();
    for (const provider of ["mistral", "groq"])
      expect(chatProblem(body({ logit_bias: {} }), provider)?.param).toBe("logit_bias");
    expect(chatProblem(body({ messages: [{ ...user, name: "ana" }] }), "groq")?.param).toBe("messages");
    expect(chatProblem(body({ messages: [{ ...user, name: "ana" }] }), "xai")).toBeUndefined();
    const namedSystem = { messages: [{ role: "system", content: "a", name: "ana" }, user] };
    expect(chatProblem(body(namedSystem), "xai")?.message).toMatch(/role 'user'/);
    expect(
      chatProblem(body({ messages: [user, { role: "assistant", content: "", refusal: "No." }, user] }), "groq")
        ?.message,
    ).toMatch(/'refusal' is unsupported/);
    expect(
      chatProblem(body({ messages: [user, { role: "assistant", content: "" }, user] }), "mistral")?.message,
    ).toMatch(/either content or tool_calls/);
    expect(chatProblem(body({ tools: [tool("a")], response_format: { type: "json_schema" } }), "groq")?.param).toBe(
      "response_format",
    );
    const stops = (count: number) => body({ stop: Array.from({ length: count }, () => "a") });
    const tools = body({ tools: Array.from({ length: 129 }, (_, index) => tool(`f${index}`)) });
    for (const provider of ["openai", "groq"]) expect(chatProblem(stops(5), provider)?.param).toBe("stop");
    for (const provider of ["mistral", "deepseek"]) expect(chatProblem(stops(16), provider)).toBeUndefined();
    for (const provider of ["openai", "groq", "deepseek"])
      expect(chatProblem(tools, provider)?.message).toMatch(/maximum length 128, but got an array with length 129/);
    expect(chatProblem(tools, "mistral")).toBeUndefined();
    const called = (reasoning: object) => ({
      messages: [
        user,
        { role: "assistant", content: null, tool_calls: [{}], ...reasoning },
        { role: "tool", content: "1" },
      ],
    });
    expect(chatProblem(body(called({})), "deepseek")?.message).toMatch(/must be passed back/);
    expect(chatProblem(body({ ...called({}), thinking: { type: "disabled" } }), "deepseek")).toBeUndefined();
    expect(chatProblem(body(called({ reasoning_content: "hm" })), "deepseek")).toBeUndefined();
    const forced = { tools: [tool("a")], tool_choice: "required" };
    expect(chatProblem(body(forced), "deepseek")?.message).toMatch(/does not support this tool_choice/);
    expect(chatProblem(body({ ...forced, tool_choice: "auto" }), "deepseek")).toBeUndefined();
    expect(chatProblem(body({ ...forced, thinking: { type: "disabled" } }), "deepseek")).toBeUndefined();
    const named = { ...forced, tool_choice: { type: "function", function: { name: "a" } } };
    expect(chatProblem(body(named), "moonshot")?.message).toMatch(/'specified' is incompatible with thinking/);
    expect(chatProblem(body(forced), "moonshot")).toBeUndefined();
    const seeing = (url: string) =>
      body({ messages: [{ role: "user", content: [{ type: "image_url", image_url: { url } }] }] });
    for (const provider of ["moonshot", "cerebras"]) {
      expect(chatProblem(seeing("https://x.test/a.png"), provider)?.message).toMatch(/unsupported image url/);
      expect(chatProblem(seeing("data:image/png;base64,AA=="), provider)).toBeUndefined();
    }
    expect(chatProblem(seeing("https://x.test/a.png"), "openai")).toBeUndefined();
    const inParts = (role: string) =>
      body({ messages: [user, { role, content: [{ type: "text", text: "a" }] }, user] });
    expect(chatProblem(inParts("system"), "deepseek")?.message).toMatch(/expected a string/);
    for (const provider of ["deepseek", "openai"]) expect(chatProblem(inParts("user"), provider)).toBeUndefined();
    expect(chatProblem(inParts("system"), "openai")).toBeUndefined();
  });
});
