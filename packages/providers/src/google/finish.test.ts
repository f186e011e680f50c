import { failureKind, toFinishReason } from "./finish";

test.each([
  ["STOP", false, "stop"],
  ["STOP", true, "tool_calls"],
  ["MAX_TOKENS", true, "length"],
  ["CONTINUATION", false, "length"],
  ["SAFETY", false, "content_filter"],
  ["RECITATION", true, "content_filter"],
  ["PROHIBITED_CONTENT", false, "content_filter"],
  ["ESCALATION", false, "content_filter"],
  ["MALFORMED_FUNCTION_CALL", false, "error"],
  ["UNEXPECTED_TOOL_CALL", true, "error"],
  ["OTHER", false, "error"],
  ["PUP_LIMITED_DISABLED", false, "error"],
  ["A_WORD_OF_TOMORROW", false, "stop"],
])("an answer that ends with %s, with tools called: %s, means %s", (reason, calledTools, meaning) => {
  expect(toFinishReason(reason, calledTools)).toBe(meaning);
});

test.each([
  ["PUP_LIMITED_DISABLED", "credentials"],
  ["OTHER", "server"],
])("%s is a failure of the kind %s", (reason, kind) => {
  expect(failureKind(reason)).toBe(kind);
});
