import { toFinishReason } from "./finish";

test.each([
  ["STOP", false, "stop"],
  ["STOP", true, "tool_calls"],
  ["MAX_TOKENS", true, "length"],
  ["CONTINUATION", false, "length"],
  ["SAFETY", false, "content_filter"],
  ["RECITATION", true, "content_filter"],
  ["LANGUAGE", false, "content_filter"],
  ["BLOCKLIST", false, "content_filter"],
  ["PROHIBITED_CONTENT", false, "content_filter"],
  ["SPII", false, "content_filter"],
  ["MODEL_ARMOR", false, "content_filter"],
  ["ESCALATION", false, "content_filter"],
  ["A_WORD_OF_TOMORROW", false, "stop"],
])("an answer that ends with %s, with tools called: %s, means %s", (reason, calledTools, meaning) => {
  expect(toFinishReason(reason, calledTools)).toBe(meaning);
});

test.each([
  ["MALFORMED_FUNCTION_CALL", "server"],
  ["UNEXPECTED_TOOL_CALL", "server"],
  ["TOO_MANY_TOOL_CALLS", "server"],
  ["MISSING_THOUGHT_SIGNATURE", "server"],
  ["MALFORMED_RESPONSE", "server"],
  ["OTHER", "server"],
  ["PUP_LIMITED_DISABLED", "credentials"],
])("%s is a failure of the kind %s", (reason, kind) => {
  expect(() => toFinishReason(reason, true, "Why.")).toThrow(
    expect.objectContaining({ kind, message: `The provider ended its answer with ${reason}: Why.` }),
  );
});
