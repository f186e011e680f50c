import { CenoteError, invalidField, invalidRequest } from "@cenote/core";
import { inInputNames } from "./input-names";

it.each([
  ["max_tokens", "maxTokens"],
  ["messages[0].tool_call_id", "messages[0].toolCallId"],
  ["messages[1].content[0].image_url.detail", "messages[1].parts[0].detail"],
  ["messages[1].content[0].image_url.url", "messages[1].parts[0].imageUrl"],
  ["images[1].image_url", "images[1]"],
  ["mask.image_url", "mask"],
  ["image[1]", "images[1]"],
  ["image", "images"],
  ["input_reference", "firstFrame"],
  ["input_reference.image_url", "firstFrame"],
  ["tool_choice.allowed_tools.tools", "toolChoice.allowedTools"],
  ["tool_choice.allowed_tools.tools[1].function.name", "toolChoice.allowedTools[1]"],
  ["tool_choice.function.name", "toolChoice.name"],
  ["messages[1].content[0].file.file_data", "messages[1].parts[0].file.fileData"],
  ["response_format.json_schema.name", "responseFormat.name"],
  ["tools[2].function.name", "tools[2].name"],
  ["job_id", "id"],
  ["ttl_s", "ttlSeconds"],
  ["page.cursor", "after"],
  ["balance_alert.url", "alert.url"],
  ["limits.requests_per_minute", "limits.requestsPerMinute"],
])("an error about %s names %s", (param, name) => {
  expect(inInputNames(invalidField(param, "too many."))).toMatchObject({
    code: "invalid_request_error",
    param: name,
    message: `${name}: too many.`,
  });
});

it("renames both fields of a range, and leaves words that are the same in both APIs", () => {
  expect(inInputNames(invalidRequest("from_day", "`from_day` is after `to_day`."))).toMatchObject({
    param: "from",
    message: "`from` is after `to`.",
  });
  const error = new CenoteError("model_not_found", "There is no max_tokens.", { param: "model" });
  expect(inInputNames(error)).toBe(error);
});

it.each(["after", "page.cursor"])("names the field whose value is the next page's cursor (%s)", (param) => {
  const text = (name: string, next: string) =>
    `${name}: this cursor is not one of ours; pass \`${next}\` of the page before.`;
  expect(inInputNames(invalidRequest(param, text(param, "next")))).toMatchObject({
    param: "after",
    message: text("after", "endCursor"),
  });
});

it("keeps code, retryAfterMs and retryable", () => {
  expect(
    inInputNames(
      new CenoteError("overloaded", "max_tokens: no.", { param: "max_tokens", retryAfterMs: 5, retryable: false }),
    ),
  ).toMatchObject({ code: "overloaded", retryAfterMs: 5, retryable: false });
});
