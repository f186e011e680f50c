import type { ChatMessage, ReasoningDetail } from "@cenote/contracts";
import fc from "fast-check";
import { sampleAnswer, sampleInfo, sampleUsage } from "../../testing/samples";
import { toChatAnswer } from "./to-answer";

const REQUEST_ID = "req_0123456789abcdef01234567";

const message = (more: Partial<ChatMessage>): ChatMessage => ({
  role: "assistant",
  content: [],
  name: "",
  toolCalls: [],
  toolCallId: "",
  reasoning: "",
  reasoningDetails: [],
  refusal: "",
  ...more,
});
const answerWith = (more: Partial<ChatMessage>) =>
  JSON.parse(toChatAnswer(REQUEST_ID, { ...sampleAnswer, message: message(more) }));

describe("toChatAnswer", () => {
  it("is the contract's chat completion with OpenAI's usage details and both costs", () => {
    expect(JSON.parse(toChatAnswer(REQUEST_ID, sampleAnswer))).toEqual({
      id: REQUEST_ID,
      object: "chat.completion",
      created: 1_790_000_000,
      model: "openai/gpt-4o-mini",
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: '¡Hola! \u2028 "quoted"', refusal: null },
          logprobs: null,
          finish_reason: "stop",
        },
      ],
      usage: {
        prompt_tokens: 9,
        completion_tokens: 3,
        total_tokens: 12,
        prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: 1 },
        cost_usd: 0.000_003_15,
        cost_mxn: 0.000_063,
        cost: 0.000_003_15,
      },
      system_fingerprint: null,
    });
  });

  it("is as it was first given, byte by byte, where it was stored before OpenRouter's members were", () => {
    const info = { ...sampleInfo, edition: undefined };
    const detail = { family: "google", text: "", signature: "", encrypted: "e", toolCallId: "", madeBy: "" };
    expect(toChatAnswer(REQUEST_ID, { ...sampleAnswer, message: message({ reasoningDetails: [detail] }), info })).toBe(
      `{"id":"${REQUEST_ID}","object":"chat.completion","created":1790000000,"model":"openai/gpt-4o-mini"` +
        `,"choices":[{"index":0,"message":{"role":"assistant","content":"","refusal":null` +
        `,"reasoning_details":[{"type":"reasoning.encrypted","format":"google","data":"e"}]}` +
        `,"logprobs":null,"finish_reason":"stop"}],"usage":{"prompt_tokens":9,"completion_tokens":3,"total_tokens":12` +
        `,"prompt_tokens_details":{"cached_tokens":4,"cache_write_tokens":0}` +
        `,"completion_tokens_details":{"reasoning_tokens":1},"cost_usd":0.00000315,"cost_mxn":0.000063}}`,
    );
  });

  it("prints costs digit by digit, beyond what a float holds", () => {
    const usage = {
      ...sampleUsage,
      costUsd: "12345678901234567.000000000000000315",
      costNanoMxn: 9_223_372_036_854_775_807n,
    };
    const text = toChatAnswer(REQUEST_ID, { ...sampleAnswer, usage });
    expect(text).toContain(
      `"cost_usd":12345678901234567.000000000000000315,"cost_mxn":9223372036.854775807,"cost":12345678901234567.000000000000000315}`,
    );
  });

  it("never prints a cost that is not a number", () => {
    expect(() => toChatAnswer(REQUEST_ID, { ...sampleAnswer, usage: { ...sampleUsage, costUsd: "1e-7" } })).toThrow(
      RangeError,
    );
    expect(() => toChatAnswer(REQUEST_ID, { ...sampleAnswer, usage: undefined })).toThrow("without message or usage");
  });

  it("has null content beside tool calls, as OpenAI does", () => {
    const toolCalls = [
      { id: "call_1", name: "f", arguments: `{"a":"\\n"}` },
      { id: "call_2", name: "g", arguments: "" },
    ];
    expect(answerWith({ toolCalls }).choices[0].message).toEqual({
      role: "assistant",
      content: null,
      refusal: null,
      tool_calls: [
        { id: "call_1", type: "function", function: { name: "f", arguments: `{"a":"\\n"}` } },
        { id: "call_2", type: "function", function: { name: "g", arguments: "" } },
      ],
    });
  });

  it("has the text that comes with tool calls", () => {
    const toolCalls = [{ id: "call_1", name: "f", arguments: "{}" }];
    const content = [{ part: { $case: "text" as const, value: "I'll look." } }];
    expect(answerWith({ content, toolCalls }).choices[0].message).toMatchObject({
      content: "I'll look.",
      tool_calls: [{ id: "call_1" }],
    });
  });

  it("has the pieces of reasoning that a client has to send back", () => {
    const detail = { family: "google", text: "", signature: "", encrypted: "e", toolCallId: "", madeBy: "" };
    expect(answerWith({ reasoningDetails: [detail] }).choices[0].message.reasoning_details).toEqual([
      { type: "reasoning.encrypted", format: "google-gemini-v1", data: "e" },
    ]);
  });

  it("includes refusals and reasoning, and an empty answer as empty text", () => {
    expect(answerWith({ refusal: "no" }).choices[0].message).toMatchObject({ content: null, refusal: "no" });
    expect(answerWith({ reasoning: "hm" }).choices[0].message).toEqual({
      role: "assistant",
      content: "",
      refusal: null,
      reasoning_content: "hm",
      reasoning_details: [{ type: "reasoning.summary", summary: "hm" }],
    });
  });

  it("has reasoning that no detail signs as a detail, too, unless it was stored before there were any", () => {
    const detail = { family: "f", text: "", signature: "", encrypted: "e", toolCallId: "", madeBy: "" };
    const signed = { ...detail, text: "hm", signature: "s", encrypted: "" };
    const detailsOf = (reasoningDetails: ReasoningDetail[]) =>
      answerWith({ reasoning: "hm", reasoningDetails }).choices[0].message.reasoning_details;
    expect(detailsOf([detail])).toEqual([
      { type: "reasoning.summary", summary: "hm" },
      { type: "reasoning.encrypted", format: "f", data: "e" },
    ]);
    expect(detailsOf([signed])).toEqual([{ type: "reasoning.text", format: "f", text: "hm", signature: "s" }]);
    const info = { ...sampleInfo, edition: 1 };
    expect(toChatAnswer(REQUEST_ID, { ...sampleAnswer, message: message({ reasoning: "hm" }), info })).not.toContain(
      "reasoning_details",
    );
  });

  it("passes logprobs through unchanged", () => {
    const text = toChatAnswer(REQUEST_ID, {
      ...sampleAnswer,
      logprobsJson: `{"content":[{"token":"a","logprob":-0.1}]}`,
    });
    expect(JSON.parse(text).choices[0].logprobs).toEqual({ content: [{ token: "a", logprob: -0.1 }] });
  });

  it("preserves any text", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1 }), (texts) => {
        const content = texts.map((value) => ({ part: { $case: "text" as const, value } }));
        expect(answerWith({ content }).choices[0].message.content).toBe(texts.join(""));
      }),
    );
  });
});
