import type { ChatMessage, CreateChatCompletionResponse, ReasoningDetail } from "@cenote/contracts";
import { sampleAnswer, sampleUsage } from "../../testing/samples";
import { packReasoning, unpackReasoning } from "../opaque-reasoning";
import { toMessage } from "./to-message";

interface Block {
  readonly type: string;
  readonly [member: string]: unknown;
}

const empty = { ...sampleAnswer.message, content: [] } as ChatMessage;
const ask = (message: Partial<ChatMessage>, rest: Partial<CreateChatCompletionResponse> = {}) =>
  JSON.parse(toMessage("req_1", { ...sampleAnswer, message: { ...empty, ...message }, ...rest })) as {
    content: Block[];
    [member: string]: unknown;
  };
const signed = (text: string, more: Partial<ReasoningDetail> = {}): ReasoningDetail => ({
  family: "anthropic",
  text,
  signature: `signature of ${text}`,
  encrypted: "",
  toolCallId: "",
  madeBy: "a/b",
  ...more,
});
const call = (text: string) => ({ id: "call_1", name: "weather", arguments: text });

describe("a plain answer", () => {
  it("is Anthropic's message with its exact cost", () => {
    const text = toMessage("req_1", sampleAnswer);
    expect(JSON.parse(text)).toEqual({
      id: "req_1",
      type: "message",
      role: "assistant",
      model: "openai/gpt-4o-mini",
      content: [{ type: "text", text: '¡Hola! \u2028 "quoted"' }],
      stop_reason: "end_turn",
      stop_sequence: null,
      stop_details: null,
      usage: {
        input_tokens: 5,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 4,
        output_tokens: 3,
        output_tokens_details: { thinking_tokens: 1 },
        cost_usd: 0.000_003_15,
        cost_mxn: 0.000_063,
      },
    });
    expect(text).toContain(`"cost_usd":0.00000315,"cost_mxn":0.000063}`);
  });

  it("counts tokens written to the cache separately", () => {
    expect(ask({}, { usage: { ...sampleUsage, cacheWriteTokens: 2 } })["usage"]).toMatchObject({
      input_tokens: 3,
      cache_creation_input_tokens: 2,
      cache_read_input_tokens: 4,
    });
  });

  it.each([
    ["stop", "end_turn"],
    ["length", "max_tokens"],
    ["tool_calls", "tool_use"],
    ["content_filter", "refusal"],
    ["something new", "end_turn"],
  ])("with the finish reason %s has the stop reason %s", (finishReason, reason) => {
    expect(ask({}, { finishReason })["stop_reason"]).toBe(reason);
  });

  it("has the text of a refusal in stop_details", () => {
    expect(ask({ refusal: "I'd rather not." })).toMatchObject({
      content: [],
      stop_reason: "refusal",
      stop_details: { type: "refusal", category: null, explanation: "I'd rather not." },
    });
    expect(ask({}, { finishReason: "content_filter" })["stop_details"]).toEqual({
      type: "refusal",
      category: null,
      explanation: null,
    });
  });

  it.each([
    [`{"city":"Mérida"}`, `{"city":"Mérida"}`],
    ["", "{}"],
    [" ", "{}"],
    [`{"id":12345678901234567890}`, `{"id":12345678901234567890}`],
    [`{"cit`, `{"INVALID_JSON":"{\\"cit"}`],
    ["[1]", `{"INVALID_JSON":"[1]"}`],
    ["null", `{"INVALID_JSON":"null"}`],
    ["7", `{"INVALID_JSON":"7"}`],
  ])("has a tool call's arguments %s as the input %s", (text, input) => {
    expect(toMessage("req_1", { ...sampleAnswer, message: { ...empty, toolCalls: [call(text)] } })).toContain(
      `{"type":"tool_use","id":"call_1","name":"weather","input":${input}}`,
    );
  });

  it("has each signed piece of reasoning as a block with its signature", () => {
    const [one, two] = [signed("One."), signed("Two.", { toolCallId: "call_1" })];
    expect(ask({ reasoning: "One.Two.", reasoningDetails: [one, two], toolCalls: [call("{}")] }).content).toEqual([
      { type: "thinking", thinking: "One.", signature: packReasoning(one) },
      { type: "thinking", thinking: "Two.", signature: packReasoning(two) },
      { type: "tool_use", id: "call_1", name: "weather", input: {} },
    ]);
  });

  it("has the whole reasoning once, in the first block, if the signed pieces differ from it", () => {
    const hidden = signed("", { signature: "", encrypted: "xyz" });
    expect(ask({ reasoning: "Thought.", reasoningDetails: [hidden, hidden] }).content).toEqual([
      { type: "thinking", thinking: "Thought.", signature: packReasoning(hidden) },
      { type: "redacted_thinking", data: packReasoning(hidden) },
    ]);
    const [whole, rest] = ask({ reasoning: "Another.", reasoningDetails: [signed("One."), signed("Two.")] }).content;
    expect([whole?.["thinking"], rest?.["thinking"]]).toEqual(["Another.", ""]);
    expect([whole, rest].map((block) => unpackReasoning(String(block?.["signature"]))?.text)).toEqual(["One.", "Two."]);
  });

  it("has signatures alone where the words of thinking are to be omitted", () => {
    const [one, hidden] = [signed("One."), signed("", { signature: "", encrypted: "xyz" })];
    const contentOf = (message: Partial<ChatMessage>): unknown => {
      const text = toMessage("req_1", { ...sampleAnswer, message: { ...empty, ...message } }, true);
      return (JSON.parse(text) as { content: Block[] }).content;
    };
    expect(contentOf({ reasoning: "One.", reasoningDetails: [one] })).toEqual([
      { type: "thinking", thinking: "", signature: packReasoning(one) },
    ]);
    expect(contentOf({ reasoning: "Thought.", reasoningDetails: [hidden] })).toEqual([
      { type: "redacted_thinking", data: packReasoning(hidden) },
    ]);
    expect(contentOf({ reasoning: "Thought." })).toEqual([]);
  });

  it("has unsigned and redacted reasoning", () => {
    expect(ask({ reasoning: "Thought." }).content).toEqual([{ type: "thinking", thinking: "Thought.", signature: "" }]);
    const hidden = signed("", { signature: "", encrypted: "xyz" });
    expect(ask({ reasoningDetails: [hidden] }).content).toEqual([
      { type: "redacted_thinking", data: packReasoning(hidden) },
    ]);
  });

  it("throws without its message or its usage", () => {
    expect(() => toMessage("req_1", { ...sampleAnswer, message: undefined })).toThrow("without message");
    expect(() => toMessage("req_1", { ...sampleAnswer, usage: undefined })).toThrow("without message or usage");
  });
});
