import { toFinishReason } from "./finish";

test.each([
  ["stop", "stop"],
  ["length", "length"],
  // Z.ai: https://docs.z.ai/api-reference/llm/chat-completion
  ["model_context_window_exceeded", "length"],
  ["sensitive", "content_filter"],
  // Gateways that pass Anthropic's words on.
  ["refusal", "content_filter"],
  ["MAX_TOKENS", "length"],
  ["a_word_of_tomorrow", "stop"],
])("an answer that ends with %s is told as %s", (reason, known) => {
  expect(toFinishReason(reason, false)).toBe(known);
});

test("an answer that ends with a word of failure is one", () => {
  expect(() => toFinishReason("network_error", false)).toThrow(expect.objectContaining({ kind: "server" }));
});

test("an answer with calls has ended for them, unless it was cut short", () => {
  expect(toFinishReason("stop", true)).toBe("tool_calls");
  expect(toFinishReason("model_context_window_exceeded", true)).toBe("length");
});
