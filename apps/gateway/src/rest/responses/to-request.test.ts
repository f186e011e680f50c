import type { ChatMessage } from "@cenote/contracts";
import { packReasoning } from "../opaque-reasoning";
import type { InputItem, ResponsesBody } from "./body";
import { nameMessages } from "./name-messages";
import { toChatRequest } from "./to-request";

const requestOf = (fields: Partial<ResponsesBody>) =>
  toChatRequest({ model: "openai/gpt-4o-mini", input: "hi", ...fields });
const messagesOf = (input: ResponsesBody["input"], instructions?: string) =>
  requestOf({ input, ...(instructions === undefined ? {} : { instructions }) }).messages;
const text = (value: string) => ({ part: { $case: "text" as const, value } });
const message = (role: ChatMessage["role"], fields: Partial<ChatMessage> = {}): ChatMessage => ({
  role,
  content: [],
  name: "",
  toolCalls: [],
  toolCallId: "",
  reasoning: "",
  reasoningDetails: [],
  refusal: "",
  ...fields,
});

const call = (id: string): InputItem => ({
  type: "function_call",
  call_id: id,
  name: "weather",
  arguments: '{"city":"Oaxaca"}',
});
const toolCall = (id: string) => ({ id, name: "weather", arguments: '{"city":"Oaxaca"}' });
const detail = {
  family: "anthropic",
  text: "hm",
  signature: "s",
  encrypted: "",
  toolCallId: "",
  madeBy: "anthropic/claude",
};

test.each([
  ["auto", true],
  ["detailed", true],
  ["none", undefined],
  [null, undefined],
  [undefined, undefined],
])("reasoning.summary of %s asks for the reasoning in words: %s", (summary, asked) => {
  expect(requestOf({ reasoning: { summary } }).reasoningSummary).toBe(asked);
});

describe("the conversation of a response", () => {
  it("is one message of the user if it is a text, after the instructions", () => {
    expect(messagesOf("hi", "Be brief.")).toEqual([
      message("system", { content: [text("Be brief.")] }),
      message("user", { content: [text("hi")] }),
    ]);
  });

  it("has text and images of the user, and treats developer as system", () => {
    expect(
      messagesOf([
        { type: "message", role: "developer", content: [{ type: "input_text", text: "Be brief." }] },
        {
          type: "message",
          role: "user",
          content: [
            { type: "input_text", text: "What is it?" },
            { type: "input_image", image_url: "https://x.test/a.png", detail: "low" },
          ],
        },
      ]),
    ).toEqual([
      message("system", { content: [text("Be brief.")] }),
      message("user", {
        content: [
          text("What is it?"),
          { part: { $case: "image", value: { url: "https://x.test/a.png", detail: "low" } } },
        ],
      }),
    ]);
  });

  it("joins the model's reasoning, text and calls of one turn into one message", () => {
    expect(
      messagesOf([
        { type: "message", role: "user", content: "hi" },
        {
          type: "reasoning",
          summary: [{ text: "First." }, { text: "Then." }],
          encrypted_content: packReasoning(detail),
        },
        { type: "message", role: "assistant", content: [{ type: "output_text", text: "I look." }] },
        call("a"),
        call("b"),
        { type: "function_call_output", call_id: "a", output: "20 °C" },
        { type: "function_call_output", call_id: "b", output: [{ type: "input_text", text: "21 °C" }] },
        { type: "message", role: "assistant", content: "Warm." },
      ]),
    ).toEqual([
      message("user", { content: [text("hi")] }),
      message("assistant", {
        content: [text("I look.")],
        toolCalls: [toolCall("a"), toolCall("b")],
        reasoning: "First.\n\nThen.",
        reasoningDetails: [detail],
      }),
      message("tool", { content: [text("20 °C")], toolCallId: "a" }),
      message("tool", { content: [text("21 °C")], toolCallId: "b" }),
      message("assistant", { content: [text("Warm.")] }),
    ]);
  });

  it("sends images and files of outputs as the user's, after consecutive outputs", () => {
    const image = (detail: string) => ({
      part: { $case: "image" as const, value: { url: "data:image/png;base64,AA==", detail } },
    });
    const pdf = "data:application/pdf;base64,JVBERi0=";
    const picture = { type: "input_image", image_url: "data:image/png;base64,AA==" } as const;
    expect(
      messagesOf([
        call("a"),
        call("b"),
        { type: "function_call_output", call_id: "a", output: [{ type: "input_text", text: "It." }, picture] },
        { type: "function_call_output", call_id: "b", output: "20 °C" },
        call("c"),
        {
          type: "function_call_output",
          call_id: "c",
          output: [
            { ...picture, detail: "original" },
            { type: "input_file", file_data: pdf },
          ],
        },
      ]),
    ).toEqual([
      message("assistant", { toolCalls: [toolCall("a"), toolCall("b")] }),
      message("tool", { content: [text("It.")], toolCallId: "a" }),
      message("tool", { content: [text("20 °C")], toolCallId: "b" }),
      message("user", { content: [text("(What the tool call a gave:)"), image("")] }),
      message("assistant", { toolCalls: [toolCall("c")] }),
      message("tool", { toolCallId: "c" }),
      message("user", {
        content: [
          text("(What the tool call c gave:)"),
          image("high"),
          { part: { $case: "file", value: { url: pdf, name: "" } } },
        ],
      }),
    ]);
  });

  it("keeps the text of a refusal", () => {
    expect(
      messagesOf([{ type: "message", role: "assistant", content: [{ type: "refusal", refusal: "No." }] }]),
    ).toEqual([message("assistant", { refusal: "No." })]);
  });

  it("leaves out reasoning without text or calls, and foreign encrypted reasoning", () => {
    const foreign: InputItem = { type: "reasoning", summary: [], encrypted_content: "gAAAAABo" };
    expect(messagesOf([foreign, { type: "message", role: "user", content: "hi" }])).toEqual([
      message("user", { content: [text("hi")] }),
    ]);
    expect(messagesOf([foreign, call("a")])).toEqual([message("assistant", { toolCalls: [toolCall("a")] })]);
  });

  it("refuses an image outside a user's message, and names it", () => {
    const image: InputItem = {
      type: "message",
      role: "system",
      content: [
        { type: "input_text", text: "x" },
        { type: "input_image", image_url: "data:image/png;base64,AA==" },
      ],
    };
    expect(() => messagesOf([image])).toThrow(
      expect.objectContaining({ code: "invalid_request_error", param: "input[0].content[1].type" }),
    );
  });
});

describe("a response's settings", () => {
  it("are those of a chat", () => {
    expect(
      requestOf({
        max_output_tokens: 50,
        temperature: 0.5,
        top_p: 0.9,
        reasoning: { effort: "low" },
        parallel_tool_calls: false,
        user: "u",
        models: ["a/b"],
        continue_on_cut: true,
        text: {
          verbosity: "low",
          format: { type: "json_schema", name: "person", schema: { type: "object" }, strict: true },
        },
        tools: [{ type: "function", name: "weather", parameters: { type: "object" }, strict: null }],
        tool_choice: { type: "function", name: "weather" },
        include: ["message.output_text.logprobs"],
        top_logprobs: 2,
      }),
    ).toMatchObject({
      maxTokens: 50,
      temperature: 0.5,
      topP: 0.9,
      reasoningEffort: "low",
      parallelToolCalls: false,
      verbosity: "low",
      user: "u",
      fallbackModels: ["a/b"],
      continueOnCut: true,
      responseFormat: {
        type: "json_schema",
        name: "person",
        description: "",
        schemaJson: '{"type":"object"}',
        strict: true,
      },
      tools: [{ name: "weather", description: "", parametersJson: '{"type":"object"}', strict: undefined }],
      toolChoice: { mode: "function", name: "weather" },
      logprobs: true,
      topLogprobs: 2,
    });
  });

  it("are absent if they are null", () => {
    const nulls = {
      instructions: null,
      max_output_tokens: null,
      temperature: null,
      top_p: null,
      reasoning: null,
      parallel_tool_calls: null,
      user: null,
      models: null,
      continue_on_cut: null,
      text: null,
      tools: null,
      tool_choice: null,
      include: null,
      top_logprobs: null,
    };
    expect(requestOf(nulls)).toEqual(requestOf({}));
  });

  it.each(["auto", "none", "required"] as const)("pass the tool choice %s", (mode) => {
    const [bare, nothing] = [
      { type: "function" as const, name: "a" },
      { type: "function" as const, name: "b", parameters: null },
    ];
    expect(requestOf({ tools: [bare, nothing], tool_choice: mode })).toMatchObject({
      tools: [{ parametersJson: "" }, { parametersJson: "" }],
      toolChoice: { mode, name: "" },
    });
  });

  it.each<[Partial<ResponsesBody>, object]>([
    [
      { text: { format: { type: "json_object" } } },
      { responseFormat: { type: "json_object", name: "", description: "", schemaJson: "" } },
    ],
    [{ include: ["message.output_text.logprobs"] }, { logprobs: true, topLogprobs: undefined }],
    [{ top_logprobs: 0 }, { logprobs: undefined, topLogprobs: undefined }],
    [
      { top_logprobs: 0, include: ["message.output_text.logprobs"] },
      { logprobs: true, topLogprobs: 0 },
    ],
    [{ include: ["reasoning.encrypted_content"] }, { logprobs: undefined }],
  ])("translate %j to %j", (fields, chat) => {
    expect(requestOf(fields)).toMatchObject(chat);
  });

  it("send only the allowed tools", () => {
    const tools = ["a", "b"].map((name) => ({ type: "function" as const, name }));
    const some = requestOf({
      tools,
      tool_choice: { type: "allowed_tools", mode: "required", tools: [{ type: "function", name: "b" }] },
    });
    expect(some).toMatchObject({ tools: [{ name: "b" }], toolChoice: { mode: "required" } });
    expect(() =>
      requestOf({
        tools,
        tool_choice: { type: "allowed_tools", mode: "auto", tools: [{ type: "function", name: "c" }] },
      }),
    ).toThrow(expect.objectContaining({ param: "tool_choice.tools[0].name" }));
    expect(() => requestOf({ tool_choice: "required" })).toThrow(expect.objectContaining({ param: "tool_choice" }));
  });
});

describe("nameMessages", () => {
  it("adds the type of a message that has none", () => {
    const body = { input: [{ role: "user", content: "hi" }, { type: "reasoning" }, "odd", null] };
    nameMessages(body);
    expect(body.input).toEqual([{ type: "message", role: "user", content: "hi" }, { type: "reasoning" }, "odd", null]);
  });

  it.each([undefined, null, 7, {}, { input: "hi" }, { input: null }])("leaves %j to the check", (body) => {
    const before = structuredClone(body);
    nameMessages(body);
    expect(body).toEqual(before);
  });

  it("refuses an item_reference, and names the setting with which the AI SDK sends none", () => {
    expect(() => {
      nameMessages({ input: [{ type: "item_reference", id: "rs_1" }] });
    }).toThrow(
      expect.objectContaining({
        code: "invalid_request_error",
        param: "input[0].type",
        message: expect.stringContaining("providerOptions: { openai: { store: false } }") as string,
      }),
    );
  });
});
