import answers from "./__fixtures__/answers.json";
import type { Target } from "../target";
import { fromAnswer } from "./from-answer";

const target: Target = { provider: "p", baseUrl: "https://p.test/v1", model: "m" };
const usage = (over: object) => ({
  promptTokens: 0,
  completionTokens: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  ...over,
});

describe("a plain answer", () => {
  test("of OpenAI", () => {
    expect(fromAnswer(answers.openai.body, target)).toEqual({
      text: "Hello!",
      toolCalls: [],
      finishReason: "stop",
      usage: usage({ promptTokens: 19, completionTokens: 10 }),
    });
  });

  test("of OpenAI, with tools", () => {
    expect(fromAnswer(answers.openai_tools.body, target)).toEqual({
      text: "",
      finishReason: "tool_calls",
      usage: usage({ promptTokens: 82, completionTokens: 17 }),
      toolCalls: [
        { id: "call_abc123", name: "get_weather", arguments: '{"location":"Boston, MA"}' },
        { id: "call_abc124", name: "get_time", arguments: "{}" },
      ],
    });
  });

  test("of DeepSeek, with reasoning and cache hits", () => {
    expect(fromAnswer(answers.deepseek.body, target)).toEqual({
      text: "4",
      reasoning: "Two and two.",
      toolCalls: [],
      finishReason: "length",
      usage: usage({ promptTokens: 16, completionTokens: 10, cachedTokens: 10, reasoningTokens: 7 }),
    });
  });

  test("of Mistral, in parts", () => {
    expect(fromAnswer(answers.mistral.body, target)).toMatchObject({
      text: "Yes.",
      reasoning: "Hm.",
      finishReason: "stop",
    });
  });

  test("of Ollama: missing ids and usage are not made up", () => {
    const answer = fromAnswer(answers.ollama.body, target);
    expect(answer).toEqual({
      text: "",
      finishReason: "tool_calls",
      toolCalls: [{ id: "call_chatcmpl-77_0", name: "now", arguments: '{"zone":"UTC"}' }],
    });
  });

  test("with a refusal and logprobs has them", () => {
    const logprobs = { content: [{ token: "No", logprob: -0.1, bytes: null, top_logprobs: [] }], refusal: null };
    const read = (over: object, message: object) =>
      fromAnswer({ choices: [{ message: { content: null, ...message }, finish_reason: "stop", ...over }] }, target);
    expect(read({ logprobs }, { refusal: "No." })).toEqual({
      text: "",
      toolCalls: [],
      finishReason: "stop",
      refusal: "No.",
      logprobs,
    });
    expect(read({ logprobs: null }, { refusal: null })).toEqual({ text: "", toolCalls: [], finishReason: "stop" });
    expect(read({}, { refusal: "" })).toEqual({ text: "", toolCalls: [], finishReason: "stop" });
  });

  test("with content parts, some of them plain text, and null arguments, is read as intended", () => {
    const message = {
      content: ["One", { type: "text", text: " two" }, null, { type: "reference" }],
      tool_calls: [{ id: "i", function: { name: "now", arguments: null } }],
    };
    expect(fromAnswer({ choices: [{ message, finish_reason: "tool_calls" }] }, target)).toEqual({
      text: "One two",
      finishReason: "tool_calls",
      toolCalls: [{ id: "i", name: "now", arguments: "{}" }],
    });
  });

  test.each([null, "", {}, false])("beside an error that says nothing (%j) is an answer", (error) => {
    expect(fromAnswer({ ...answers.openai.body, error }, target)).toMatchObject({ text: "Hello!" });
  });

  test("in the old format: a function_call without an id", () => {
    expect(
      fromAnswer(
        {
          id: "a",
          choices: [
            {
              message: { content: null, function_call: { name: "find", arguments: '{"q":1}' } },
              finish_reason: "function_call",
            },
          ],
        },
        target,
      ),
    ).toEqual({
      text: "",
      finishReason: "tool_calls",
      toolCalls: [{ id: "call_a_0", name: "find", arguments: '{"q":1}' }],
    });
  });

  test.each([
    [{ error: { message: "No credits", code: "insufficient_quota" } }, "quota", "No credits"],
    [
      [{ error: { message: "Quota of the minute", code: 429, status: "RESOURCE_EXHAUSTED" } }],
      "rate_limited",
      "Quota of the minute",
    ],
    [{ detail: "busy" }, "server", "busy"],
    // MiniMax (platform.minimax.io, "Error Codes").
    [
      { id: "", choices: null, usage: null, base_resp: { status_code: 1008, status_msg: "insufficient balance" } },
      "quota",
      "insufficient balance",
    ],
    [{ base_resp: { status_code: 1002, status_msg: "rate limit" } }, "rate_limited", "rate limit"],
    [{ base_resp: { status_code: 4711, status_msg: "odd" } }, "server", "odd"],
    [
      { base_resp: { status_code: 2013, status_msg: "invalid params, context window exceeds limit" } },
      "context_length",
      "invalid params, context window exceeds limit",
    ],
    [{ base_resp: { status_code: 2013, status_msg: "invalid params" } }, "rejected", "invalid params"],
    [{}, "malformed", expect.any(String)],
    [null, "malformed", expect.any(String)],
    ["text", "malformed", expect.any(String)],
    [{ choices: [] }, "malformed", expect.any(String)],
    [{ choices: [{ finish_reason: "stop" }] }, "malformed", expect.any(String)],
    [{ choices: [{ message: { content: 42 }, finish_reason: "stop" }] }, "malformed", expect.any(String)],
    [{ choices: [{ message: { content: { text: "hi" } }, finish_reason: "stop" }] }, "malformed", expect.any(String)],
    [
      { choices: [{ message: { content: "half" }, finish_reason: "insufficient_system_resource" }] },
      "server",
      expect.any(String),
    ],
  ])("%j is an error", (body, kind, message) => {
    expect(() => fromAnswer(body, target)).toThrow(expect.objectContaining({ kind, message }));
  });

  test("MiniMax's number of no error is none", () => {
    const choices = [{ message: { content: "hi" }, finish_reason: "stop" }];
    expect(fromAnswer({ choices, base_resp: { status_code: 0, status_msg: "" } }, target).text).toBe("hi");
  });
});
