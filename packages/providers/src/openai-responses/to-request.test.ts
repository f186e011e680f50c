import type { ChatCall, ChatMessage } from "../spec";
import type { Target } from "../target";
import { toRequest } from "./to-request";

const target = (quirks?: Record<string, unknown>): Target => ({
  provider: "p",
  baseUrl: "https://p.test/v1",
  model: "m",
  apiKey: "k",
  ...(quirks === undefined ? {} : { quirks }),
});
const HI: readonly ChatMessage[] = [{ role: "user", content: "Hi" }];
const bodyOf = (call: Partial<ChatCall>, quirks?: Record<string, unknown>, stream = false): unknown =>
  JSON.parse(toRequest({ messages: HI, ...call }, target(quirks), stream).body ?? "");
const inputOf = (...messages: readonly ChatMessage[]): unknown => (bodyOf({ messages }) as { input: unknown }).input;
const detail = (name: string, over: object = {}) => ({
  family: "openai-responses",
  encrypted: JSON.stringify({ id: `rs_${name}`, summary: [], encrypted_content: name }),
  ...over,
});
const item = (name: string) => ({ type: "reasoning", id: `rs_${name}`, summary: [], encrypted_content: name });
const said = (text: string) => ({ role: "assistant", content: [{ type: "output_text", text }] });

describe("a request", () => {
  test("of a plain call stores nothing, and asks for what has to come back", () => {
    expect(toRequest({ messages: HI }, target(), false)).toEqual({
      method: "POST",
      url: "https://p.test/v1/responses",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        "accept-encoding": "identity",
        authorization: "Bearer k",
      },
      body: JSON.stringify({
        model: "m",
        input: [{ role: "user", content: "Hi" }],
        store: false,
        include: ["reasoning.encrypted_content"],
      }),
    });
    expect(
      toRequest({ messages: HI }, { ...target({ key_header: "api-key" }), headers: { "x-a": "b" } }, true).headers,
    ).toMatchObject({ accept: "text/event-stream", "api-key": "k", "x-a": "b" });
  });

  test("of every field", () => {
    expect(
      bodyOf(
        {
          maxTokens: 100,
          temperature: 0.5,
          topP: 0.9,
          logprobs: true,
          topLogprobs: 2,
          reasoningEffort: "low",
          user: "u",
          responseFormat: { type: "json_schema", name: "n", schema: { type: "object" }, strict: true },
          parallelToolCalls: false,
          toolChoice: { mode: "function", name: "f" },
          tools: [
            { name: "f", description: "d", parameters: { type: "object", properties: { a: {} } } },
            { name: "g", strict: true },
          ],
        },
        { obfuscation_off: true },
        true,
      ),
    ).toEqual({
      model: "m",
      input: [{ role: "user", content: "Hi" }],
      store: false,
      include: ["reasoning.encrypted_content", "message.output_text.logprobs"],
      stream: true,
      stream_options: { include_obfuscation: false },
      max_output_tokens: 100,
      temperature: 0.5,
      top_p: 0.9,
      top_logprobs: 2,
      reasoning: { effort: "low", summary: "auto" },
      safety_identifier: "u",
      text: { format: { type: "json_schema", name: "n", schema: { type: "object" }, strict: true } },
      tools: [
        {
          type: "function",
          name: "f",
          description: "d",
          parameters: { type: "object", properties: { a: {} } },
          strict: false,
        },
        {
          type: "function",
          name: "g",
          parameters: { type: "object", properties: {}, required: [], additionalProperties: false },
          strict: true,
        },
      ],
      tool_choice: { type: "function", name: "f" },
      parallel_tool_calls: false,
    });
  });

  // "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'const'/'not' at the top level"
  test("has schemas that OpenAI takes, unless the target's quirk says that it takes any", () => {
    const parameters = { type: "object", properties: { a: { pattern: "\\p{L}" } }, anyOf: [{ required: ["a"] }] };
    const schema = { allOf: [{ $ref: "#/$defs/d" }], title: "T" };
    const call: Partial<ChatCall> = {
      tools: [{ name: "f", parameters, strict: true }],
      responseFormat: { type: "json_schema", name: "n", schema, strict: true },
    };
    expect(bodyOf(call)).toMatchObject({
      tools: [{ parameters: { type: "object", properties: { a: {} }, required: ["a"] }, strict: false }],
      text: { format: { schema: { $ref: "#/$defs/d" }, strict: true } },
    });
    expect(bodyOf(call, { schemas: "any" })).toMatchObject({
      tools: [{ parameters, strict: true }],
      text: { format: { schema, strict: true } },
    });
  });

  test.each<[Partial<ChatCall>, Record<string, unknown>, object]>([
    [{ verbosity: "low" }, {}, {}],
    [{ verbosity: "low" }, { verbosity: true }, { text: { verbosity: "low" } }],
    [
      { verbosity: "high", responseFormat: { type: "json_object" } },
      { verbosity: true },
      { text: { format: { type: "json_object" }, verbosity: "high" } },
    ],
    [{ reasoningEffort: "none" }, {}, { reasoning: { effort: "none" } }],
    [
      { reasoningEffort: "minimal" },
      { reasoning_efforts: ["none", "low", "high"] },
      { reasoning: { effort: "low", summary: "auto" } },
    ],
    [{ reasoningEffort: "high" }, { reasoning_summary: false }, { reasoning: { effort: "high" } }],
    [{ reasoningSummary: true }, {}, { reasoning: { summary: "auto" } }],
    [{ reasoningSummary: true, reasoningEffort: "none" }, {}, { reasoning: { effort: "none" } }],
    [{ reasoningSummary: true }, { reasoning_summary: false }, {}],
    [
      { reasoningEffort: "high", logprobs: true, temperature: 0.5 },
      { sampling: "without_reasoning" },
      { reasoning: { effort: "high", summary: "auto" } },
    ],
    [
      { reasoningEffort: "none", temperature: 0.5 },
      { sampling: "reasoning_off" },
      { reasoning: { effort: "none" }, temperature: 0.5 },
    ],
    [{ maxTokens: 5 }, {}, { max_output_tokens: 16 }],
    [{ toolChoice: { mode: "none" }, parallelToolCalls: true }, {}, {}],
    [{ responseFormat: { type: "json_object" } }, {}, { text: { format: { type: "json_object" } } }],
    [{ user: "" }, {}, {}],
    [{}, { obfuscation_off: true }, {}],
    [{ user: "u".repeat(129) }, {}, { safety_identifier: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    [{ stop: ["a"], seed: 7, presencePenalty: 1, frequencyPenalty: 1, logitBias: { 1: 1 } }, {}, {}],
  ])("of %j with %j", (call, quirks, expected) => {
    expect(bodyOf(call, quirks)).toEqual({
      model: "m",
      input: [{ role: "user", content: "Hi" }],
      store: false,
      include: ["reasoning.encrypted_content"],
      ...expected,
    });
  });

  test("to a model that does not reason asks for no reasoning, encrypted or not", () => {
    expect(bodyOf({ reasoningEffort: "low" }, { reasoning_efforts: [] })).toEqual({
      model: "m",
      input: [{ role: "user", content: "Hi" }],
      store: false,
    });
  });
});

describe("messages", () => {
  test("stand each in its place, with their parts", () => {
    expect(
      inputOf(
        { role: "system", content: "Be brief." },
        {
          role: "user",
          name: "ann",
          content: [
            { type: "text", text: "What?" },
            { type: "image", url: "https://i.test/a.png" },
            { type: "image", url: "data:image/png;base64,AA==", detail: "low" },
          ],
        },
        { role: "assistant", content: "A cat." },
        { role: "system", content: [{ type: "text", text: "Be rude." }] },
        { role: "user", content: "Hm" },
      ),
    ).toEqual([
      { role: "system", content: "Be brief." },
      {
        role: "user",
        content: [
          { type: "input_text", text: "What?" },
          { type: "input_image", image_url: "https://i.test/a.png", detail: "auto" },
          { type: "input_image", image_url: "data:image/png;base64,AA==", detail: "low" },
        ],
      },
      said("A cat."),
      { role: "system", content: [{ type: "input_text", text: "Be rude." }] },
      { role: "user", content: "Hm" },
    ]);
  });

  test("of tools are calls and outputs, with reasoning before what it led to", () => {
    expect(
      inputOf(
        ...HI,
        {
          role: "assistant",
          content: "I look.",
          toolCalls: [
            { id: "a", name: "f", arguments: "{}" },
            { id: "b", name: "g", arguments: '{"x":1}' },
          ],
          reasoningDetails: [
            detail("one"),
            detail("two", { toolCallId: "b" }),
            detail("gone", { toolCallId: "z" }),
            { family: "anthropic", encrypted: "e" },
          ],
        },
        { role: "tool", toolCallId: "a", content: "1" },
        {
          role: "tool",
          toolCallId: "b",
          content: [
            { type: "text", text: "2" },
            { type: "image", url: "https://i.test/a.png" },
          ],
        },
      ),
    ).toEqual([
      { role: "user", content: "Hi" },
      item("one"),
      item("gone"),
      said("I look."),
      { type: "function_call", call_id: "a", name: "f", arguments: "{}" },
      item("two"),
      { type: "function_call", call_id: "b", name: "g", arguments: '{"x":1}' },
      { type: "function_call_output", call_id: "a", output: "1" },
      {
        type: "function_call_output",
        call_id: "b",
        output: [
          { type: "input_text", text: "2" },
          { type: "input_image", image_url: "https://i.test/a.png", detail: "auto" },
        ],
      },
    ]);
  });

  test("with reasoning that led to nothing go without it, and a refusal goes as words", () => {
    expect(
      inputOf(
        { role: "assistant", content: "", reasoningDetails: [detail("one")] },
        { role: "assistant", content: "", refusal: "No." },
        ...HI,
      ),
    ).toEqual([said("No."), { role: "user", content: "Hi" }]);
    expect(
      inputOf({
        role: "assistant",
        content: [
          { type: "text", text: "A " },
          { type: "text", text: "cat." },
        ],
      }),
    ).toEqual([said("A cat.")]);
  });

  test("with reasoning that a caller changed go without it", () => {
    const broken = ["", "no json", "[]", '{"id":"rs_1"}'].map((encrypted) => ({
      family: "openai-responses",
      encrypted,
    }));
    const bare = { family: "openai-responses", encrypted: '{"encrypted_content":"e"}' };
    expect(
      inputOf({
        role: "assistant",
        content: "Yes.",
        reasoningDetails: [...broken, { family: "openai-responses" }, bare],
      }),
    ).toEqual([{ type: "reasoning", summary: [], encrypted_content: "e" }, said("Yes.")]);
  });

  test("do not have a million names built in the reasoning of all of them together", () => {
    const names = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`k${index}`, 1]));
    const stuffed = {
      family: "openai-responses",
      encrypted: JSON.stringify({ ...names, encrypted_content: "e" }),
    };
    const message: ChatMessage = { role: "assistant", content: "Yes.", reasoningDetails: [stuffed, stuffed] };
    const reasoning = { type: "reasoning", summary: [], encrypted_content: "e" };
    expect(inputOf(message, message)).toEqual([reasoning, reasoning, said("Yes."), reasoning, said("Yes.")]);
  });

  test("name a call that has a long id by the same short one, in both places", () => {
    const long = "i".repeat(65);
    const [call, output] = inputOf(
      { role: "assistant", content: "", toolCalls: [{ id: long, name: "f", arguments: "{}" }] },
      { role: "tool", toolCallId: long, content: "1" },
    ) as { call_id: string }[];
    expect(call?.call_id).toMatch(/^call_[0-9a-f]{24}$/);
    expect(output?.call_id).toBe(call?.call_id);
  });
});

describe("a custom tool", () => {
  const format = { type: "grammar", syntax: "lark", definition: "start: /.+/" } as const;
  const call: Partial<ChatCall> = {
    tools: [
      { name: "patch", description: "In words.", parameters: { type: "object" }, custom: { description: "d", format } },
      { name: "run", parameters: { type: "object" }, custom: { format: { type: "text" } } },
      { name: "f", parameters: { type: "object" } },
    ],
    toolChoice: { mode: "function", name: "patch" },
    messages: [
      ...HI,
      {
        role: "assistant",
        content: "",
        toolCalls: [
          { id: "call_1", name: "patch", arguments: '{"input":"a\\n😀"}' },
          { id: "call_2", name: "f", arguments: "{}" },
          { id: "call_3", name: "run", arguments: "not JSON" },
        ],
      },
      ...["call_1", "call_2", "call_3"].map((toolCallId) => ({ role: "tool" as const, content: "ok", toolCallId })),
    ],
  };

  test("is what it is, and so are its calls and their results", () => {
    expect(bodyOf(call, { custom_tools: true })).toMatchObject({
      tools: [
        { type: "custom", name: "patch", description: "d", format },
        { type: "custom", name: "run", format: { type: "text" } },
        { type: "function", name: "f" },
      ],
      tool_choice: { type: "custom", name: "patch" },
      input: [
        {},
        { type: "custom_tool_call", call_id: "call_1", name: "patch", input: "a\n😀" },
        { type: "function_call", call_id: "call_2", name: "f", arguments: "{}" },
        { type: "custom_tool_call", call_id: "call_3", name: "run", input: "not JSON" },
        { type: "custom_tool_call_output", call_id: "call_1", output: "ok" },
        { type: "function_call_output", call_id: "call_2", output: "ok" },
        { type: "custom_tool_call_output", call_id: "call_3", output: "ok" },
      ],
    });
  });

  test("is a function where the target has no such tools, or the call does not declare it", () => {
    expect(bodyOf(call)).toMatchObject({
      tools: [{ type: "function", name: "patch", description: "In words." }, {}, {}],
      tool_choice: { type: "function", name: "patch" },
      input: [{}, { type: "function_call" }, {}, {}, { type: "function_call_output" }, {}, {}],
    });
    expect(bodyOf({ messages: call.messages! }, { custom_tools: true })).toMatchObject({
      input: [{}, { type: "function_call", arguments: '{"input":"a\\n😀"}' }, {}, {}, {}, {}, {}],
    });
  });
});
