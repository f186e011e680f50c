import { fromAnswer } from "./from-answer";
import { ANSWER_TOOL } from "./response-format";

const message = (content: readonly object[], over: object = {}): object => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-haiku-4-5",
  content,
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 12, cache_creation_input_tokens: 0, cache_read_input_tokens: 30, output_tokens: 6 },
  ...over,
});

describe("a plain answer from Anthropic", () => {
  test("has its text and usage", () => {
    expect(
      fromAnswer(
        message([
          { type: "text", text: "Hi, " },
          { type: "text", text: "you." },
        ]),
      ),
    ).toEqual({
      text: "Hi, you.",
      toolCalls: [],
      finishReason: "stop",
      usage: { promptTokens: 42, completionTokens: 6, cachedTokens: 30, cacheWriteTokens: 0, reasoningTokens: 0 },
    });
  });

  test("with thinking keeps what the next turn has to send back", () => {
    const answer = fromAnswer(
      message(
        [
          { type: "thinking", thinking: "Hm.", signature: "s1" },
          { type: "redacted_thinking", data: "e1" },
          { type: "text", text: "So:" },
          { type: "tool_use", id: "toolu_1", name: "f", input: { a: 1 } },
          { type: "tool_use", id: "toolu_2", name: "g", input: {} },
        ],
        { stop_reason: "tool_use" },
      ),
    );
    expect(answer).toMatchObject({
      text: "So:",
      reasoning: "Hm.",
      finishReason: "tool_calls",
      reasoningDetails: [
        { family: "anthropic", text: "Hm.", signature: "s1" },
        { family: "anthropic", encrypted: "e1" },
      ],
      toolCalls: [
        { id: "toolu_1", name: "f", arguments: '{"a":1}' },
        { id: "toolu_2", name: "g", arguments: "{}" },
      ],
    });
  });

  test("through the answer tool is text", () => {
    expect(
      fromAnswer(
        message([{ type: "tool_use", id: "t", name: ANSWER_TOOL, input: { year: 1999 } }], { stop_reason: "tool_use" }),
      ),
    ).toMatchObject({ text: '{"year":1999}', toolCalls: [], finishReason: "stop" });
  });

  test("with a refusal includes the reason", () => {
    expect(
      fromAnswer(
        message([], {
          stop_reason: "refusal",
          stop_details: { type: "refusal", category: "bio", explanation: "Not this." },
        }),
      ),
    ).toMatchObject({ text: "", refusal: "Not this.", finishReason: "content_filter" });
  });

  test("without usage leaves counting to the caller", () => {
    expect(fromAnswer(message([{ type: "text", text: "a" }], { usage: null }))).not.toHaveProperty("usage");
  });

  test.each([[null], ["text"], [{}], [{ content: null }], [[]]])("%j is not an answer", (body) => {
    expect(() => fromAnswer(body)).toThrow(expect.objectContaining({ kind: "malformed" }));
  });

  test("an error with status 200 is the provider's", () => {
    expect(() => fromAnswer({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } })).toThrow(
      expect.objectContaining({ kind: "server", message: "Overloaded" }),
    );
  });
});
