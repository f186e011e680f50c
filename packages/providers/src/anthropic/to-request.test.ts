import type { ChatCall, ChatMessage } from "../spec";
import type { Target } from "../target";
import { ANSWER_TOOL } from "./response-format";
import { toRequest } from "./to-request";

const OLD = "claude-3-5-haiku-20241022";
const BUDGET = "claude-haiku-4-5-20251001";
const ADAPTIVE = "claude-opus-4-6";
const NEWEST = "claude-sonnet-5-5";

const target = (model = BUDGET, over: Partial<Target> = {}): Target => ({
  provider: "anthropic",
  baseUrl: "https://api.anthropic.com",
  apiKey: "k",
  model,
  ...over,
});
const bodyOf = (call: ChatCall, to: Target = target(), stream = false): Record<string, unknown> =>
  JSON.parse(toRequest(call, to, stream).body ?? "") as Record<string, unknown>;

const HELLO: ChatCall = { messages: [{ role: "user", content: "Hi" }] };
const WEATHER = {
  name: "weather",
  description: "Tells the weather.",
  parameters: { type: "object", properties: { city: { type: "string" } } },
};
const FILM = { type: "object", properties: { title: { type: "string" } }, required: ["title"] };

describe("a request to Anthropic", () => {
  test("goes to Messages with its key and version", () => {
    const { method, url, headers } = toRequest(HELLO, target(), false);
    expect({ method, url }).toEqual({ method: "POST", url: "https://api.anthropic.com/v1/messages" });
    expect(headers).toEqual({
      "x-api-key": "k",
      "anthropic-version": "2023-06-01",
      "content-type": "application/json",
      accept: "application/json",
      "accept-encoding": "identity",
    });
  });

  test("also works with a base URL that ends in /v1, and with a key header of another name", () => {
    expect(toRequest(HELLO, target(BUDGET, { baseUrl: "https://p.test/anthropic/v1" }), false).url).toBe(
      "https://p.test/anthropic/v1/messages",
    );
    expect(toRequest(HELLO, target(BUDGET, { quirks: { key_header: "authorization" } }), true).headers).toMatchObject({
      authorization: "Bearer k",
      accept: "text/event-stream",
    });
    const { apiKey: _, ...keyless } = target();
    expect(toRequest(HELLO, keyless, false).headers).not.toHaveProperty("x-api-key");
  });

  test("is overridden by the catalog's headers", () => {
    expect(
      toRequest(HELLO, target(BUDGET, { headers: { "anthropic-version": "2027-01-01", "anthropic-beta": "b" } }), false)
        .headers,
    ).toMatchObject({ "anthropic-version": "2027-01-01", "anthropic-beta": "b" });
  });

  test("contains only what the caller set, plus the maximum that the protocol requires", () => {
    const messages = [{ role: "user", content: [{ type: "text", text: "Hi" }] }];
    expect(bodyOf(HELLO)).toEqual({ model: BUDGET, max_tokens: 32_000, messages });
    expect(bodyOf(HELLO, target(ADAPTIVE), true)).toEqual({
      model: ADAPTIVE,
      max_tokens: 32_000,
      messages,
      stream: true,
    });
  });

  test("has room for as long an answer as the model supports, or the catalog or the caller says", () => {
    expect(bodyOf(HELLO, target(OLD))).toMatchObject({ max_tokens: 8_192 });
    expect(bodyOf(HELLO, target(OLD, { quirks: { default_max_tokens: 500 } }))).toMatchObject({ max_tokens: 500 });
    expect(bodyOf({ ...HELLO, maxTokens: 7 }, target(OLD, { quirks: { default_max_tokens: 500 } }))).toMatchObject({
      max_tokens: 7,
    });
  });

  test("omits what the protocol does not have", () => {
    const call: ChatCall = {
      ...HELLO,
      seed: 1,
      presencePenalty: 1,
      frequencyPenalty: 1,
      logprobs: true,
      topLogprobs: 2,
      logitBias: { 5: 1 },
    };
    expect(bodyOf(call)).toEqual(bodyOf(HELLO));
  });

  test("sends the user's id, as a hash if it is too long", () => {
    expect(bodyOf({ ...HELLO, user: "u-1" })).toMatchObject({ metadata: { user_id: "u-1" } });
    expect(bodyOf({ ...HELLO, user: "u".repeat(300) })).toMatchObject({
      metadata: { user_id: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  });

  test("sends stop sequences except blank ones", () => {
    expect(bodyOf({ ...HELLO, stop: ["END", "\n", ""] })).toMatchObject({ stop_sequences: ["END"] });
    expect(bodyOf({ ...HELLO, stop: ["\n"] })).not.toHaveProperty("stop_sequences");
  });
});

describe("temperature and top_p", () => {
  const sent = (call: Partial<ChatCall>, model: string) => {
    const { temperature, top_p } = bodyOf({ ...HELLO, ...call }, target(model));
    return { temperature, top_p };
  };
  test.each([
    ["up to 1 are the same", { temperature: 0.7 }, OLD, { temperature: 0.7 }],
    ["of 0 is told", { temperature: 0 }, OLD, { temperature: 0 }],
    ["above 1 is the hottest there is, which is the default", { temperature: 1.8 }, OLD, {}],
    ["go together to older models", { temperature: 0.5, topP: 0.9 }, OLD, { temperature: 0.5, top_p: 0.9 }],
    ["of which newer models take one", { temperature: 0.5, topP: 0.9 }, BUDGET, { temperature: 0.5 }],
    ["of 1 are not told, so the other can be", { temperature: 1, topP: 0.9 }, BUDGET, { top_p: 0.9 }],
    ["are not told to the newest", { temperature: 0.5, topP: 0.9 }, NEWEST, {}],
    ["are not told to a model that thinks", { temperature: 0.5, topP: 0.9, reasoningEffort: "low" }, BUDGET, {}],
    ["but for a top_p it takes", { topP: 0.97, reasoningEffort: "low" }, BUDGET, { top_p: 0.97 }],
    [
      "are told to a model that was not to think",
      { temperature: 0.5, reasoningEffort: "none" },
      BUDGET,
      { temperature: 0.5 },
    ],
  ])("%s", (_, call, model, expected) => {
    expect(sent(call, model)).toEqual({ temperature: undefined, top_p: undefined, ...expected });
  });
});

describe("reasoning_effort", () => {
  const sent = (call: Partial<ChatCall>, model: string) => {
    const { thinking, output_config } = bodyOf({ ...HELLO, ...call }, target(model));
    return { thinking, output_config };
  };
  const adaptive = { type: "adaptive", display: "summarized" };
  test.each([
    ["unasked", {}, ADAPTIVE, {}],
    ["unasked, of a model that thinks all the same, shown", {}, NEWEST, { thinking: adaptive }],
    [
      "unasked, where it has to call a tool",
      { tools: [WEATHER], toolChoice: { mode: "required" } },
      "claude-sonnet-5",
      {},
    ],
    ["low, by budget", { reasoningEffort: "low" }, BUDGET, { thinking: { type: "enabled", budget_tokens: 6_400 } }],
    [
      "medium, within the caller's maximum",
      { reasoningEffort: "medium", maxTokens: 4_000 },
      BUDGET,
      { thinking: { type: "enabled", budget_tokens: 2_000 } },
    ],
    ["minimal", { reasoningEffort: "minimal" }, BUDGET, { thinking: { type: "enabled", budget_tokens: 1_024 } }],
    [
      "max, bounded",
      { reasoningEffort: "max", maxTokens: 60_000 },
      BUDGET,
      { thinking: { type: "enabled", budget_tokens: 32_000 } },
    ],
    ["high, where there is no room to think", { reasoningEffort: "high", maxTokens: 1_500 }, BUDGET, {}],
    ["none", { reasoningEffort: "none" }, BUDGET, {}],
    ["high, to a model that can't", { reasoningEffort: "high" }, OLD, {}],
    [
      "high, as deep as the model finds right",
      { reasoningEffort: "high" },
      ADAPTIVE,
      { thinking: adaptive, output_config: { effort: "high" } },
    ],
    [
      "minimal is low",
      { reasoningEffort: "minimal" },
      ADAPTIVE,
      { thinking: adaptive, output_config: { effort: "low" } },
    ],
    [
      "xhigh where there is none",
      { reasoningEffort: "xhigh" },
      ADAPTIVE,
      { thinking: adaptive, output_config: { effort: "high" } },
    ],
    ["xhigh", { reasoningEffort: "xhigh" }, NEWEST, { thinking: adaptive, output_config: { effort: "xhigh" } }],
    ["none of a model that does not think unasked", { reasoningEffort: "none" }, ADAPTIVE, {}],
    ["none of a model that does", { reasoningEffort: "none" }, "claude-sonnet-5", { thinking: { type: "disabled" } }],
    ["none where it has another word", { reasoningEffort: "none" }, NEWEST, { thinking: { type: "between_tools" } }],
    [
      "none where there is no way, the least",
      { reasoningEffort: "none" },
      "claude-opus-5-5",
      { thinking: adaptive, output_config: { effort: "low" } },
    ],
    [
      "with a tool it has to call, by effort alone",
      { reasoningEffort: "low", tools: [WEATHER], toolChoice: { mode: "required" } },
      ADAPTIVE,
      { output_config: { effort: "low" } },
    ],
    [
      "with a tool it has to call, not at all",
      { reasoningEffort: "low", tools: [WEATHER], toolChoice: { mode: "required" } },
      BUDGET,
      {},
    ],
  ] as const)("%s", (_, call, model, expected) => {
    expect(sent(call, model)).toEqual({ thinking: undefined, output_config: undefined, ...expected });
  });

  const called = (over: Partial<ChatMessage>): ChatCall => ({
    reasoningEffort: "low",
    messages: [
      { role: "user", content: "Hi" },
      { role: "assistant", content: "", toolCalls: [{ id: "c1", name: "f", arguments: "{}" }], ...over },
      { role: "tool", content: "1", toolCallId: "c1" },
    ],
  });
  const own = { family: "anthropic", text: "Hm.", signature: "s" };

  test("of earlier turns that is bound to its conversation is dropped if that has changed, rather than rejected", () => {
    const later: ChatCall = {
      messages: [
        { role: "user", content: "a" },
        { role: "assistant", content: "b", reasoningDetails: [own] },
        { role: "user", content: "c" },
      ],
    };
    const binding = { block_binding: { prefix_mismatch_behavior: "drop_block" } };
    expect(bodyOf(later, target(NEWEST))["thinking"]).toEqual({ ...adaptive, ...binding });
    expect(toRequest(later, target(NEWEST), true).headers["anthropic-beta"]).toBe(
      "thinking-binding-controls-2026-08-01",
    );
    expect(
      toRequest(later, target(NEWEST, { headers: { "anthropic-beta": "b" } }), true).headers["anthropic-beta"],
    ).toBe("b,thinking-binding-controls-2026-08-01");
    for (const [call, model] of [
      [HELLO, NEWEST],
      [later, "claude-opus-5"],
    ] as const) {
      expect(bodyOf(call, target(model))["thinking"]).not.toHaveProperty("block_binding");
      expect(toRequest(call, target(model), true).headers).not.toHaveProperty("anthropic-beta");
    }
  });

  test("of earlier turns is omitted if there is nothing to send", () => {
    const forced: ChatCall = {
      messages: [
        { role: "user", content: "a" },
        { role: "assistant", content: "b", reasoningDetails: [own] },
        { role: "user", content: "c" },
      ],
      tools: [WEATHER],
      toolChoice: { mode: "required" },
    };
    expect(JSON.stringify(bodyOf(forced, target("claude-haiku-5-5")))).not.toMatch(/thinking|block_binding/);
  });

  test("continues in a turn whose thinking was sent back, and not in one without", () => {
    expect(bodyOf(called({ reasoningDetails: [own] }))).toHaveProperty("thinking");
    expect(bodyOf(called({}))).not.toHaveProperty("thinking");
    expect(bodyOf(called({ reasoningDetails: [{ family: "google", signature: "s" }] }))).not.toHaveProperty("thinking");
    const later = called({}).messages;
    expect(
      bodyOf({
        reasoningEffort: "low",
        messages: [...later, { role: "assistant", content: "So." }, { role: "user", content: "And?" }],
      }),
    ).toHaveProperty("thinking");
    expect(bodyOf(called({}), target(ADAPTIVE))).toHaveProperty("thinking");
  });

  test("is omitted if the model continues a prefix", () => {
    expect(
      bodyOf({ reasoningEffort: "low", messages: [...HELLO.messages, { role: "assistant", content: "Well" }] }),
    ).not.toHaveProperty("thinking");
  });

  test("is off, and earlier thinking is not sent back, for a model that then does not think", () => {
    const contents = (model: string, over: Partial<ChatCall> = {}) =>
      (
        bodyOf({ ...called({ reasoningDetails: [own] }), ...over }, target(model))["messages"] as {
          content: object[];
        }[]
      )[1]?.content;
    expect(contents(BUDGET, { reasoningEffort: "none" })).toEqual([
      { type: "tool_use", id: "c1", name: "f", input: {} },
    ]);
    expect(contents(BUDGET)).toHaveLength(2);
    expect(contents("claude-opus-5-5", { reasoningEffort: "none" })).toHaveLength(2);
  });
});

describe("tools", () => {
  const sent = (call: Partial<ChatCall>, model = BUDGET) => {
    const { tools, tool_choice } = bodyOf({ ...HELLO, ...call }, target(model));
    return { tools, tool_choice };
  };

  test("are declared with their schemas, an empty one by default", () => {
    expect(sent({ tools: [WEATHER, { name: "now" }, { name: "any", parameters: {} }] })).toEqual({
      tools: [
        { name: "weather", description: "Tells the weather.", input_schema: WEATHER.parameters },
        { name: "now", input_schema: { type: "object", properties: {} } },
        { name: "any", input_schema: { type: "object" } },
      ],
      tool_choice: undefined,
    });
  });

  test("that are strict get a closed schema, if the model and the schema support it", () => {
    const strict = { ...WEATHER, strict: true };
    expect(sent({ tools: [strict] }).tools).toEqual([
      {
        name: "weather",
        description: "Tells the weather.",
        strict: true,
        input_schema: { ...WEATHER.parameters, additionalProperties: false },
      },
    ]);
    expect(sent({ tools: [strict] }, OLD).tools).toEqual([expect.not.objectContaining({ strict: true })]);
    expect(sent({ tools: [{ name: "map", strict: true, parameters: { type: "object" } }] }).tools).toEqual([
      { name: "map", input_schema: { type: "object" } },
    ]);
  });

  const TEXT = { type: "string" };
  const EITHER = {
    anyOf: [
      { type: "object", properties: { city: TEXT }, required: ["city"], additionalProperties: false },
      { type: "object", properties: { zip: TEXT }, required: ["zip"], additionalProperties: false },
    ],
  };
  const MERGED = { type: "object", properties: { city: TEXT, zip: TEXT }, additionalProperties: false };

  // "input_schema does not support oneOf, allOf, or anyOf at the top level"
  test("have no branches at the top of their parameters, strict ones and that for the answer neither", () => {
    const tools = [
      { name: "weather", parameters: EITHER },
      { name: "where", parameters: EITHER, strict: true },
    ];
    const schema = { ...EITHER, type: "object" };
    expect(sent({ tools }).tools).toMatchObject([
      { name: "weather", input_schema: MERGED },
      { name: "where", input_schema: MERGED, strict: true },
    ]);
    expect(sent({ responseFormat: { type: "json_schema", name: "n", schema } }, OLD).tools).toMatchObject([
      { name: ANSWER_TOOL, input_schema: MERGED },
    ]);
  });

  test.each([
    [{ mode: "auto" }, undefined, undefined],
    [{ mode: "auto" }, false, { type: "auto", disable_parallel_tool_use: true }],
    [undefined, false, { type: "auto", disable_parallel_tool_use: true }],
    [{ mode: "auto" }, true, undefined],
    [{ mode: "none" }, false, { type: "none" }],
    [{ mode: "required" }, undefined, { type: "any" }],
    [{ mode: "required" }, false, { type: "any", disable_parallel_tool_use: true }],
    [{ mode: "function", name: "weather" }, false, { type: "tool", name: "weather", disable_parallel_tool_use: true }],
  ] as const)("with choice %j and parallel %j", (toolChoice, parallelToolCalls, expected) => {
    const call = {
      ...(toolChoice === undefined ? {} : { toolChoice }),
      ...(parallelToolCalls === undefined ? {} : { parallelToolCalls }),
    };
    expect(sent({ tools: [WEATHER], ...call }).tool_choice).toEqual(expected);
  });

  test("are not forced on a model that rejects that, nor chosen if there are none", () => {
    expect(sent({ tools: [WEATHER], toolChoice: { mode: "required" } }, NEWEST).tool_choice).toBeUndefined();
    expect(sent({ parallelToolCalls: false, toolChoice: { mode: "auto" } })).toEqual({
      tools: undefined,
      tool_choice: undefined,
    });
  });

  test("called before are declared, but not offered, if a call declares none", () => {
    const messages: ChatMessage[] = [
      ...HELLO.messages,
      {
        role: "assistant",
        content: "",
        toolCalls: [
          { id: "a", name: "f", arguments: "{}" },
          { id: "b", name: "f", arguments: "" },
        ],
      },
      { role: "tool", content: "1", toolCallId: "a" },
      { role: "tool", content: "2", toolCallId: "b" },
    ];
    expect(sent({ messages })).toEqual({
      tools: [{ name: "f", input_schema: { type: "object" } }],
      tool_choice: { type: "none" },
    });
  });
});

describe("the response format", () => {
  const film = { type: "json_schema", name: "film", description: "A film.", schema: FILM } as const;
  const sent = (call: Partial<ChatCall>, model = BUDGET) => {
    const { output_config, tools, tool_choice, system } = bodyOf({ ...HELLO, ...call }, target(model));
    return { output_config, tools, tool_choice, system };
  };
  const nothing = { output_config: undefined, tools: undefined, tool_choice: undefined, system: undefined };
  const only = (text: RegExp) => [{ type: "text", text: expect.stringMatching(text) }];

  test("given by a schema uses the API's own feature", () => {
    expect(sent({ responseFormat: film })).toEqual({
      ...nothing,
      output_config: {
        format: { type: "json_schema", schema: { ...FILM, description: "A film.", additionalProperties: false } },
      },
    });
    expect(sent({ responseFormat: film, reasoningEffort: "high" }, ADAPTIVE).output_config).toMatchObject({
      effort: "high",
      format: { type: "json_schema" },
    });
  });

  test("given by a schema is a tool the model must call, if it lacks that feature", () => {
    expect(sent({ responseFormat: film }, OLD)).toEqual({
      ...nothing,
      tools: [{ name: ANSWER_TOOL, description: "A film.", input_schema: FILM }],
      tool_choice: { type: "tool", name: ANSWER_TOOL, disable_parallel_tool_use: true },
    });
  });

  test("given by such a tool allows the caller's tools, unless they are forbidden or one is required", () => {
    expect(sent({ responseFormat: film, tools: [WEATHER] }, OLD).tool_choice).toEqual({
      type: "any",
      disable_parallel_tool_use: true,
    });
    expect(
      sent({ responseFormat: film, tools: [WEATHER], toolChoice: { mode: "none" } }, OLD).tool_choice,
    ).toMatchObject({ type: "tool", name: ANSWER_TOOL });
    expect(
      sent({ responseFormat: film, tools: [WEATHER], toolChoice: { mode: "function", name: "weather" } }, OLD)
        .tool_choice,
    ).toEqual({ type: "tool", name: "weather" });
  });

  test.each<[string, Partial<ChatCall>]>([
    ["a schema", { responseFormat: film }],
    ["JSON mode", { responseFormat: { type: "json_object" } }],
  ])("by %s is left out where the answer must be a call: neither words nor a tool for the answer", (_what, format) => {
    for (const toolChoice of [{ mode: "required" }, { mode: "function", name: "weather" }] as const)
      expect(sent({ ...format, tools: [WEATHER], toolChoice }, OLD)).toEqual(
        sent({ tools: [WEATHER], toolChoice }, OLD),
      );
  });

  test("given by a schema the grammars can't express is a tool too, or an instruction if no tool can be forced", () => {
    const map = { ...film, schema: { type: "object", additionalProperties: { type: "number" } } };
    expect(sent({ responseFormat: map })).toMatchObject({
      output_config: undefined,
      tools: [{ name: ANSWER_TOOL, input_schema: map.schema }],
    });
    expect(sent({ responseFormat: map }, NEWEST)).toEqual({
      ...nothing,
      system: only(/JSON.*A film.*"additionalProperties":\{"type":"number"\}/s),
    });
    expect(
      sent(
        { responseFormat: { type: "json_schema", name: "list", schema: { type: "array", items: { type: "object" } } } },
        OLD,
      ),
    ).toEqual({ ...nothing, system: only(/"array"/) });
  });

  test("of any JSON object is an instruction, after the caller's own", () => {
    const messages: ChatMessage[] = [{ role: "system", content: "Be kind." }, ...HELLO.messages];
    expect(sent({ messages, responseFormat: { type: "json_object" } })).toEqual({
      ...nothing,
      system: [{ type: "text", text: "Be kind." }, ...only(/one JSON object/)],
    });
    expect(sent({ responseFormat: { type: "text" } })).toEqual(nothing);
  });
});
