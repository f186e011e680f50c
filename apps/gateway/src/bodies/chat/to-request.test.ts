import { refusalOf } from "../../testing/refusal-of";
import type { ChatBody } from "./body";
import { toChatRequest } from "./to-request";

const minimal: ChatBody = { model: "openai/gpt-4o-mini", messages: [{ role: "user", content: "hi" }] };
const request = (more: Partial<ChatBody>) => toChatRequest({ ...minimal, ...more });

describe("toChatRequest", () => {
  it("leaves absent what was not requested", () => {
    expect(toChatRequest(minimal)).toEqual({
      model: "openai/gpt-4o-mini",
      messages: [
        {
          role: "user",
          content: [{ part: { $case: "text", value: "hi" } }],
          name: "",
          toolCalls: [],
          toolCallId: "",
          reasoning: "",
          reasoningDetails: [],
          refusal: "",
        },
      ],
      stop: [],
      tools: [],
      logitBias: {},
      fallbackModels: [],
      continueOnCut: false,
    });
  });

  it("treats null as absent in every optional field", () => {
    const nulls = {
      temperature: null,
      top_p: null,
      max_tokens: null,
      max_completion_tokens: null,
      n: null,
      stream: null,
      stream_options: null,
      stop: null,
      response_format: null,
      tools: null,
      tool_choice: null,
      parallel_tool_calls: null,
      seed: null,
      presence_penalty: null,
      frequency_penalty: null,
      reasoning_effort: null,
      logprobs: null,
      top_logprobs: null,
      logit_bias: null,
      user: null,
      zdr: null,
      models: null,
      continue_on_cut: null,
    } as const;
    expect(request(nulls)).toEqual(toChatRequest(minimal));
  });

  it("passes every setting on", () => {
    expect(
      request({
        temperature: 0,
        top_p: 0.5,
        max_tokens: 7,
        stop: "END",
        parallel_tool_calls: false,
        seed: -9_007_199_254_740_991,
        presence_penalty: -2,
        frequency_penalty: 2,
        reasoning_effort: "high",
        verbosity: "low",
        logprobs: true,
        top_logprobs: 5,
        logit_bias: { "50256": -100 },
        user: "u1",
        models: ["anthropic/claude"],
        continue_on_cut: true,
      }),
    ).toMatchObject({
      temperature: 0,
      topP: 0.5,
      maxTokens: 7,
      stop: ["END"],
      parallelToolCalls: false,
      seed: -9_007_199_254_740_991n,
      presencePenalty: -2,
      frequencyPenalty: 2,
      reasoningEffort: "high",
      verbosity: "low",
      logprobs: true,
      topLogprobs: 5,
      logitBias: { "50256": -100 },
      user: "u1",
      fallbackModels: ["anthropic/claude"],
      continueOnCut: true,
    });
  });

  it("prefers the newer name of the token limit", () => {
    expect(request({ max_tokens: 5, max_completion_tokens: 9 }).maxTokens).toBe(9);
    expect(request({ max_completion_tokens: 9 }).maxTokens).toBe(9);
  });

  it("treats developer as system", () => {
    expect(request({ messages: [{ role: "developer", content: "be brief" }] }).messages[0]?.role).toBe("system");
  });

  it("passes on a user's text, images and files", () => {
    const { messages } = request({
      messages: [
        {
          role: "user",
          name: "ana",
          content: [
            { type: "text", text: "what is this?" },
            { type: "image_url", image_url: { url: "https://x.test/a.png", detail: "low" } },
            { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } },
            { type: "image_url", image_url: { url: "https://x.test/a.png", detail: "original" } },
            { type: "file", file: { filename: "bill.pdf", file_data: "data:application/pdf;base64,JVBERi0=" } },
          ],
        },
      ],
    });
    expect(messages[0]).toMatchObject({
      name: "ana",
      content: [
        { part: { $case: "text", value: "what is this?" } },
        { part: { $case: "image", value: { url: "https://x.test/a.png", detail: "low" } } },
        { part: { $case: "image", value: { url: "data:image/png;base64,AA==", detail: "" } } },
        { part: { $case: "image", value: { url: "https://x.test/a.png", detail: "high" } } },
        { part: { $case: "file", value: { url: "data:application/pdf;base64,JVBERi0=", name: "bill.pdf" } } },
      ],
    });
  });

  it("passes on images and files of a tool's result", () => {
    const { messages } = request({
      messages: [
        {
          role: "tool",
          tool_call_id: "call_1",
          content: [
            { type: "text", text: "a map" },
            { type: "image_url", image_url: { url: "https://x.test/a.png" } },
            { type: "file", file: { file_data: "data:application/pdf;base64,JVBERi0=" } },
          ],
        },
      ],
    });
    expect(messages).toMatchObject([
      {
        role: "tool",
        toolCallId: "call_1",
        content: [
          { part: { $case: "text", value: "a map" } },
          { part: { $case: "image", value: { url: "https://x.test/a.png" } } },
          { part: { $case: "file", value: { url: "data:application/pdf;base64,JVBERi0=" } } },
        ],
      },
    ]);
  });

  it("passes on a whole turn of tool use", () => {
    const { messages, tools, toolChoice } = request({
      tools: [
        {
          type: "function",
          function: {
            name: "weather",
            description: "Tells it",
            parameters: { type: "object", properties: { city: { type: "string" } } },
            strict: true,
          },
        },
        { type: "function", function: { name: "now" } },
      ],
      tool_choice: { type: "function", function: { name: "weather" } },
      messages: [
        {
          role: "assistant",
          content: null,
          tool_calls: [
            { id: "call_1", type: "function", function: { name: "weather", arguments: `{"city":"Mérida"}` } },
          ],
        },
        { role: "tool", tool_call_id: "call_1", content: "31 °C" },
      ],
    });
    expect(tools).toEqual([
      {
        name: "weather",
        description: "Tells it",
        parametersJson: `{"type":"object","properties":{"city":{"type":"string"}}}`,
        strict: true,
      },
      { name: "now", description: "", parametersJson: "", strict: undefined },
    ]);
    expect(toolChoice).toEqual({ mode: "function", name: "weather" });
    expect(messages).toMatchObject([
      {
        role: "assistant",
        content: [],
        toolCalls: [{ id: "call_1", name: "weather", arguments: `{"city":"Mérida"}` }],
      },
      { role: "tool", toolCallId: "call_1", content: [{ part: { value: "31 °C" } }] },
    ]);
  });

  it.each(["auto", "required"] as const)("passes on only the allowed tools, mode %s", (mode) => {
    const tool = (name: string) => ({ type: "function" as const, function: { name } });
    const { tools, toolChoice } = request({
      tools: [tool("weather"), tool("now"), tool("mail")],
      tool_choice: { type: "allowed_tools", allowed_tools: { mode, tools: [tool("mail"), tool("weather")] } },
    });
    expect(tools.map(({ name }) => name)).toEqual(["weather", "mail"]);
    expect(toolChoice).toEqual({ mode, name: "" });
  });

  it.each(["none", "auto", "required"] as const)("passes on the tool choice %s", (mode) => {
    const tools = [{ type: "function" as const, function: { name: "now" } }];
    expect(request({ tools, tool_choice: mode }).toolChoice).toEqual({ mode, name: "" });
  });

  it.each(["none", "auto"] as const)("takes the tool choice %s without tools", (mode) => {
    expect(request({ tool_choice: mode }).toolChoice).toEqual({ mode, name: "" });
  });

  it("takes no top_logprobs for none, also without logprobs", () => {
    expect(request({ top_logprobs: 0 })).toMatchObject({ logprobs: undefined, topLogprobs: undefined });
    expect(request({ top_logprobs: 0, logprobs: false })).toMatchObject({ logprobs: false, topLogprobs: undefined });
    expect(request({ top_logprobs: 0, logprobs: true })).toMatchObject({ logprobs: true, topLogprobs: 0 });
  });

  it("takes the effort of reasoning in either form", () => {
    expect(request({ reasoning: { effort: "low" } }).reasoningEffort).toBe("low");
    expect(request({ reasoning: { effort: "low" }, reasoning_effort: "high" }).reasoningEffort).toBe("high");
  });

  it("keeps an assistant's refusal and reasoning from earlier turns", () => {
    const { messages } = request({
      messages: [
        { role: "assistant", content: [{ type: "refusal", refusal: "I won't." }] },
        { role: "assistant", content: null, refusal: "Nor this." },
        {
          role: "assistant",
          content: "done",
          reasoning_content: "hm",
          reasoning_details: [{ type: "reasoning.encrypted", format: "google", data: "e" }],
        },
      ],
    });
    expect(messages).toMatchObject([
      { refusal: "I won't.", content: [] },
      { refusal: "Nor this.", content: [] },
      { reasoning: "hm", reasoningDetails: [{ family: "google", encrypted: "e" }] },
    ]);
  });

  it.each([
    [{ type: "text" }, { type: "text", name: "", description: "", schemaJson: "" }],
    [{ type: "json_object" }, { type: "json_object", name: "", description: "", schemaJson: "" }],
    [
      { type: "json_object", schema: null },
      { type: "json_object", name: "", description: "", schemaJson: "" },
    ],
    [
      { type: "json_object", schema: { type: "object" } },
      { type: "json_schema", name: "answer", description: "", schemaJson: `{"type":"object"}` },
    ],
    [
      { type: "json_schema", json_schema: { name: "city", schema: { type: "object" }, strict: true } },
      { type: "json_schema", name: "city", description: "", schemaJson: `{"type":"object"}`, strict: true },
    ],
  ] as const)("passes on the response format %j", (format, expected) => {
    expect(request({ response_format: format }).responseFormat).toEqual(expected);
  });

  it.each<[string, Partial<ChatBody>, string]>([
    [
      "an assistant that says nothing",
      { messages: [{ role: "assistant", content: null }] },
      "messages[0].content: required if there are no tool_calls.",
    ],
    ["a forced tool without tools", { tool_choice: "required" }, "tool_choice: names tools, but there are no tools."],
    [
      "a choice among tools that are none",
      {
        tools: [{ type: "function", function: { name: "now" } }],
        tool_choice: {
          type: "allowed_tools",
          allowed_tools: { mode: "auto", tools: [{ type: "function", function: { name: "mail" } }] },
        },
      },
      "tool_choice.allowed_tools.tools[0].function.name: not one of tools.",
    ],
    ["top_logprobs without logprobs", { top_logprobs: 3 }, "top_logprobs: needs logprobs to be true."],
    [
      "a json_schema without its schema",
      { response_format: { type: "json_schema", json_schema: { name: "x" } } },
      "response_format.json_schema.schema: required.",
    ],
  ])("rejects %s", (_what, more, message) => {
    const error = refusalOf(() => request(more));
    expect(error).toMatchObject({ code: "invalid_request_error", message, param: message.split(":", 1)[0] });
  });
});
