import type { ChatCall } from "../spec";
import type { Target } from "../target";
import { toRequest } from "./to-request";

const target = (over: Partial<Target> = {}): Target => ({
  provider: "p",
  baseUrl: "https://p.test/v1",
  apiKey: "k",
  model: "m-1",
  ...over,
});
const bodyOf = (call: ChatCall, to: Target = target(), stream = false): Record<string, unknown> =>
  JSON.parse(toRequest(call, to, stream).body ?? "") as Record<string, unknown>;

// The same quirks as in the shipped catalog.
const OPENAI = { max_tokens_field: "max_completion_tokens", obfuscation_off: true };
const MISTRAL = {
  stream_usage_option: false,
  seed_field: "random_seed",
  tool_call_ids: "nine_alphanumeric",
  assistant_prefix: "flagged",
};

const HELLO: ChatCall = { messages: [{ role: "user", content: "Hi" }] };

test("a tool's image is the user's, because a result holds text alone", () => {
  const messages: ChatCall["messages"] = [
    { role: "assistant", content: "", toolCalls: [{ id: "c", name: "f", arguments: "{}" }] },
    { role: "tool", toolCallId: "c", content: [{ type: "image", url: "https://x.test/a.png" }] },
  ];
  expect(bodyOf({ messages })["messages"]).toMatchObject([
    { role: "assistant" },
    { role: "tool", tool_call_id: "c", content: "" },
    { role: "user", content: [{ type: "text" }, { type: "image_url", image_url: { url: "https://x.test/a.png" } }] },
  ]);
});

// "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'const'/'not' at the top level"
test("schemas are what OpenAI takes where the target's quirk says so", () => {
  const parameters = { type: "object", properties: { a: { pattern: "\\p{L}" } }, anyOf: [{ required: ["a"] }] };
  const schema = { allOf: [{ $ref: "#/$defs/d" }], title: "T" };
  const call: ChatCall = {
    ...HELLO,
    tools: [{ name: "f", parameters, strict: true }, { name: "g" }],
    responseFormat: { type: "json_schema", name: "n", schema, strict: true },
  };
  const sent = (quirks: Record<string, unknown>) => {
    const { tools, response_format } = bodyOf(call, target({ quirks }));
    return { tools, response_format };
  };
  expect(sent({ schemas: "openai" })).toEqual({
    tools: [
      {
        type: "function",
        function: { name: "f", parameters: { type: "object", properties: { a: {} }, required: ["a"] }, strict: false },
      },
      { type: "function", function: { name: "g" } },
    ],
    response_format: { type: "json_schema", json_schema: { name: "n", schema: { $ref: "#/$defs/d" }, strict: true } },
  });
  expect(sent({})).toMatchObject({
    tools: [{ function: { parameters, strict: true } }, {}],
    response_format: { json_schema: { schema, strict: true } },
  });
});

test("an effort that the answer leaves no room for is omitted", () => {
  const quirks = { reasoning_from_max_tokens: 2_048 };
  const asked = (maxTokens: number): ChatCall => ({
    messages: [{ role: "user", content: "Hi" }],
    reasoningEffort: "low",
    maxTokens,
  });
  expect(bodyOf(asked(2_047), target({ quirks }))).not.toHaveProperty("reasoning_effort");
  expect(bodyOf(asked(2_048), target({ quirks }))).toMatchObject({ reasoning_effort: "low" });
});

describe("a chat request", () => {
  test("goes to the provider's address with its key", () => {
    const { method, url, headers } = toRequest(HELLO, target(), false);
    expect({ method, url }).toEqual({ method: "POST", url: "https://p.test/v1/chat/completions" });
    expect(headers).toEqual({
      authorization: "Bearer k",
      "content-type": "application/json",
      accept: "application/json",
      "accept-encoding": "identity",
    });
  });

  test("contains only what the caller set", () => {
    expect(bodyOf(HELLO)).toEqual({ model: "m-1", messages: [{ role: "user", content: "Hi" }] });
  });

  test("asks for usage in a stream", () => {
    expect(bodyOf(HELLO, target(), true)).toMatchObject({ stream: true, stream_options: { include_usage: true } });
    expect(bodyOf(HELLO, target({ quirks: { stream_usage_option: false } }), true)).not.toHaveProperty(
      "stream_options",
    );
    expect(bodyOf(HELLO, target({ quirks: OPENAI }), true)["stream_options"]).toEqual({
      include_usage: true,
      include_obfuscation: false,
    });
  });

  test("contains every parameter under OpenAI's name", () => {
    const call: ChatCall = {
      ...HELLO,
      temperature: 0,
      topP: 0.5,
      maxTokens: 10,
      stop: ["a"],
      seed: 7,
      presencePenalty: 1,
      frequencyPenalty: -1,
      reasoningEffort: "low",
      logprobs: true,
      topLogprobs: 2,
      logitBias: { "50256": -100 },
      user: "u",
      parallelToolCalls: false,
      toolChoice: { mode: "required" },
      tools: [{ name: "f", description: "d", parameters: { type: "object" }, strict: true }, { name: "g" }],
      responseFormat: { type: "json_schema", name: "n", description: "d", schema: { type: "object" }, strict: true },
    };
    expect(bodyOf(call)).toEqual({
      model: "m-1",
      messages: [{ role: "user", content: "Hi" }],
      temperature: 0,
      top_p: 0.5,
      max_tokens: 10,
      stop: ["a"],
      seed: 7,
      presence_penalty: 1,
      frequency_penalty: -1,
      reasoning_effort: "low",
      logprobs: true,
      top_logprobs: 2,
      logit_bias: { "50256": -100 },
      user: "u",
      parallel_tool_calls: false,
      tool_choice: "required",
      tools: [
        { type: "function", function: { name: "f", description: "d", parameters: { type: "object" }, strict: true } },
        { type: "function", function: { name: "g" } },
      ],
      response_format: {
        type: "json_schema",
        json_schema: { name: "n", description: "d", schema: { type: "object" }, strict: true },
      },
    });
  });

  test("can force a function by name, and ask for plain JSON", () => {
    expect(
      bodyOf({
        ...HELLO,
        tools: [{ name: "f" }],
        toolChoice: { mode: "function", name: "f" },
        responseFormat: { type: "json_object" },
      }),
    ).toMatchObject({
      tool_choice: { type: "function", function: { name: "f" } },
      response_format: { type: "json_object" },
    });
  });

  test("omits tool settings without tools, and unwanted log probabilities: some providers reject even the field names", () => {
    const call: ChatCall = {
      ...HELLO,
      tools: [],
      toolChoice: { mode: "auto" },
      parallelToolCalls: false,
      logprobs: false,
      topLogprobs: 0,
    };
    expect(bodyOf(call)).toEqual({ model: "m-1", messages: [{ role: "user", content: "Hi" }] });
  });

  test("contains a conversation with images and tools", () => {
    const messages: ChatCall["messages"] = [
      { role: "system", content: "Be kind.", name: "s" },
      {
        role: "user",
        content: [
          { type: "text", text: "What?" },
          { type: "image", url: "https://a.test/a.png", detail: "low" },
          { type: "image", url: "data:image/png;base64,AA==" },
        ],
      },
      { role: "assistant", content: "", reasoning: "hm", toolCalls: [{ id: "call_1", name: "f", arguments: "{}" }] },
      { role: "tool", content: "4", toolCallId: "call_1" },
      { role: "assistant", content: "Four." },
    ];
    expect(bodyOf({ messages })["messages"]).toEqual([
      { role: "system", content: "Be kind.", name: "s" },
      {
        role: "user",
        content: [
          { type: "text", text: "What?" },
          { type: "image_url", image_url: { url: "https://a.test/a.png", detail: "low" } },
          { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } },
        ],
      },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "call_1", type: "function", function: { name: "f", arguments: "{}" } }],
      },
      { role: "tool", content: "4", tool_call_id: "call_1" },
      { role: "assistant", content: "Four." },
    ]);
  });

  // DeepSeek documents a string for all but the user's: https://api-docs.deepseek.com/api/create-chat-completion
  test("has one string for the texts of instructions, answers and results, and leaves the user's as they are", () => {
    const texts = [
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ] as const;
    const messages: ChatCall["messages"] = [
      { role: "system", content: texts },
      { role: "user", content: texts },
      { role: "assistant", content: texts, toolCalls: [{ id: "call_1", name: "f", arguments: "{}" }] },
      { role: "tool", content: texts, toolCallId: "call_1" },
      {
        role: "assistant",
        content: [{ type: "text", text: "" }],
        toolCalls: [{ id: "call_2", name: "f", arguments: "{}" }],
      },
      { role: "tool", content: [...texts, { type: "image", url: "data:image/png;base64,AA==" }], toolCallId: "call_2" },
    ];
    expect(bodyOf({ messages })["messages"]).toMatchObject([
      { role: "system", content: "a\n\nb" },
      { role: "user", content: texts },
      { role: "assistant", content: "ab" },
      { role: "tool", content: "a\n\nb" },
      { role: "assistant", content: null },
      { role: "tool", content: "a\n\nb" },
      { role: "user", content: [{ type: "text" }, { type: "image_url" }] },
    ]);
  });

  test("keeps the parts of instructions that end in a breakpoint of the cache", () => {
    const long = "word ".repeat(2_000);
    const content = [
      { type: "text", text: long },
      { type: "text", text: "b" },
    ] as const;
    const to = target({ quirks: { cache_breakpoints: true } });
    expect(bodyOf({ messages: [{ role: "system", content }, ...HELLO.messages] }, to)["messages"]).toEqual([
      { role: "system", content: [content[0], { ...content[1], prompt_cache_breakpoint: { mode: "explicit" } }] },
      ...HELLO.messages,
    ]);
  });

  // Mistral and Groq have no field for a refusal (@mistralai/mistralai 2.7.0, groq-sdk 1.6.0), and Mistral takes no
  // empty answer (litellm 1.109.1).
  test("sends an earlier refusal as plain text, and omits an empty answer", () => {
    const messages: ChatCall["messages"] = [
      { role: "user", content: "a" },
      { role: "assistant", content: "", refusal: "No." },
      { role: "user", content: "" },
      { role: "assistant", content: "" },
      { role: "assistant", content: [], reasoning: "hm" },
      { role: "user", content: "b" },
      { role: "assistant", content: "" },
    ];
    const [a, no, empty, b] = [
      { role: "user", content: "a" },
      { role: "assistant", content: "No." },
      { role: "user", content: "" },
      { role: "user", content: "b" },
    ];
    expect(bodyOf({ messages }, target({ quirks: MISTRAL }))["messages"]).toEqual([a, no, empty, b]);
    const kept = bodyOf({ messages }, target({ quirks: { reasoning_field: "reasoning_content" } }))["messages"];
    expect(kept).toEqual([a, no, empty, { role: "assistant", content: "", reasoning_content: "hm" }, b]);
  });

  test("contains what the catalog adds to every call, overridden by the caller", () => {
    const quirks = { input: { reasoning_format: "parsed", stop: ["z"], model: "other" } };
    expect(bodyOf({ ...HELLO, stop: ["a"] }, target({ quirks }))).toEqual({
      model: "m-1",
      messages: [{ role: "user", content: "Hi" }],
      reasoning_format: "parsed",
      stop: ["a"],
    });
  });

  test("omits fields that the provider lacks", () => {
    const call: ChatCall = {
      ...HELLO,
      messages: [{ role: "user", content: "Hi", name: "ana" }],
      seed: 7,
      stop: ["a"],
      logitBias: { 1: 2 },
      user: "u",
      temperature: 0.5,
    };
    expect(
      bodyOf(call, target({ quirks: { lacks: ["seed", "stop", "logit_bias", "user"], message_names: false } })),
    ).toEqual({
      model: "m-1",
      messages: [{ role: "user", content: "Hi" }],
      temperature: 0.5,
    });
  });

  test("turns reasoning off in the provider's form", () => {
    expect(bodyOf({ ...HELLO, reasoningEffort: "none" })).toMatchObject({ reasoning_effort: "none" });
    const told = bodyOf(
      { ...HELLO, reasoningEffort: "none" },
      target({ quirks: { reasoning_off: "thinking_disabled" } }),
    );
    expect([told["thinking"], told["reasoning_effort"]]).toEqual([{ type: "disabled" }, undefined]);
    expect(
      bodyOf({ ...HELLO, reasoningEffort: "low" }, target({ quirks: { reasoning_off: "thinking_disabled" } })),
    ).toMatchObject({ reasoning_effort: "low" });
  });

  test("has a space for reasoning that the caller did not keep, if the provider requires it to continue", () => {
    const quirks = { reasoning_field: "reasoning_content", reasoning_required: true, assistant_prefix: "flagged" };
    const messages: ChatCall["messages"] = [
      { role: "user", content: "a" },
      { role: "assistant", content: "b", reasoning: "hm" },
      { role: "assistant", content: "c" },
      { role: "assistant", content: "It" },
    ];
    expect(
      (bodyOf({ messages }, target({ quirks }))["messages"] as { reasoning_content?: string }[]).map(
        (message) => message.reasoning_content,
      ),
    ).toEqual([undefined, "hm", " ", undefined]);
  });

  test("sends reasoning back only if the provider wants it", () => {
    const call: ChatCall = { messages: [{ role: "assistant", content: "a", reasoning: "r" }] };
    expect(bodyOf(call, target({ quirks: { reasoning_field: "reasoning_content" } }))["messages"]).toEqual([
      { role: "assistant", content: "a", reasoning_content: "r" },
    ]);
  });

  test("uses the names known providers need, and what the catalog overrides", () => {
    const call: ChatCall = { ...HELLO, maxTokens: 5, seed: 7 };
    expect(bodyOf(call, target({ quirks: OPENAI }))).toMatchObject({ max_completion_tokens: 5, seed: 7 });
    expect(bodyOf(call, target({ quirks: MISTRAL }))).toMatchObject({ max_tokens: 5, random_seed: 7 });
    expect(bodyOf(call, target({ quirks: { ...MISTRAL, seed_field: "seed" } }))).toMatchObject({
      max_tokens: 5,
      seed: 7,
    });
    expect(bodyOf(call, target({ quirks: { max_tokens_field: "max_completion_tokens" } }))).toMatchObject({
      max_completion_tokens: 5,
    });
  });

  test("gives Mistral ids it accepts, the same for a call and its result", () => {
    const call: ChatCall = {
      messages: [
        {
          role: "assistant",
          content: "",
          toolCalls: [
            { id: "call_abc-1", name: "f", arguments: "{}" },
            { id: "D681PevKs", name: "g", arguments: "{}" },
          ],
        },
        { role: "tool", content: "1", toolCallId: "call_abc-1" },
      ],
    };
    const [assistant, tool] = bodyOf(call, target({ quirks: MISTRAL }))["messages"] as {
      tool_calls: { id: string }[];
      tool_call_id: string;
    }[];
    expect(assistant?.tool_calls.map(({ id }) => id)).toEqual([expect.stringMatching(/^[A-Za-z0-9]{9}$/), "D681PevKs"]);
    expect(tool?.tool_call_id).toBe(assistant?.tool_calls[0]?.id);
  });

  test("has no key if there is none, or the key in the provider's own header", () => {
    const { apiKey: _, ...keyless } = target();
    expect(toRequest(HELLO, keyless, false).headers).not.toHaveProperty("authorization");
    expect(toRequest(HELLO, target({ quirks: { key_header: "api-key" } }), false).headers).toMatchObject({
      "api-key": "k",
    });
    expect(
      toRequest(
        HELLO,
        target({ headers: { "http-referer": "https://cenote.test", authorization: "Bearer other" } }),
        false,
      ).headers,
    ).toMatchObject({ "http-referer": "https://cenote.test", authorization: "Bearer other" });
  });
});

describe("the prefix of an answer", () => {
  const begun: ChatCall = {
    messages: [
      { role: "user", content: "Count" },
      { role: "assistant", content: "One, two" },
    ],
  };
  const [question, beginning] = [
    { role: "user", content: "Count" },
    { role: "assistant", content: "One, two" },
  ];

  test("is a trailing assistant message, marked if the provider needs a mark", () => {
    expect(bodyOf(begun)["messages"]).toEqual([question, beginning]);
    expect(bodyOf(begun, target({ quirks: { assistant_prefix: "flagged" } }))["messages"]).toEqual([
      question,
      { ...beginning, prefix: true },
    ]);
    expect(bodyOf(begun, target({ quirks: MISTRAL }))["messages"]).toEqual([question, { ...beginning, prefix: true }]);
  });

  test("goes to routes that support one, unlike other calls", () => {
    const deepseek = target({
      baseUrl: "https://api.deepseek.com",
      quirks: { assistant_prefix: "flagged", assistant_prefix_path: "/beta" },
    });
    expect(toRequest(begun, deepseek, true).url).toBe("https://api.deepseek.com/beta/chat/completions");
    expect(toRequest(HELLO, deepseek, true).url).toBe("https://api.deepseek.com/chat/completions");
  });

  test("an earlier assistant message is not one", () => {
    const messages = [...begun.messages, { role: "user", content: "Go on" }] as const;
    expect(bodyOf({ messages }, target({ quirks: { assistant_prefix: "flagged" } }))["messages"]).toEqual([
      question,
      beginning,
      { role: "user", content: "Go on" },
    ]);
  });
});

test("only a user's name goes to a provider that takes no other", () => {
  const messages: ChatCall["messages"] = [
    { role: "system", content: "Be kind.", name: "example_user" },
    { role: "user", content: "Hi", name: "ana" },
  ];
  const sent = (message_names: unknown) => bodyOf({ messages }, target({ quirks: { message_names } }))["messages"];
  const [system, user] = [
    { role: "system", content: "Be kind." },
    { role: "user", content: "Hi" },
  ];
  expect(sent(true)).toEqual(messages);
  expect(sent("user")).toEqual([system, { ...user, name: "ana" }]);
  expect(sent(false)).toEqual([system, user]);
});
