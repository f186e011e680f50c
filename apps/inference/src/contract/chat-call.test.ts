import { chat } from "../testing/scope";
import { toChatCall } from "./chat-call";

/** A schema nested this many levels deep. */
const nested = (levels: number): string => `${'{"items":'.repeat(levels - 1)}{}${"}".repeat(levels - 1)}`;
const withSchema = (schemaJson: string) =>
  chat("m", { responseFormat: { type: "json_schema", name: "n", description: "", schemaJson } });
const withTool = (parametersJson: string) => chat("m", { tools: [{ name: "f", description: "", parametersJson }] });

describe("a schema from a caller", () => {
  test("is accepted up to 64 levels deep", () => {
    expect(JSON.stringify(toChatCall(withTool(nested(64))).tools?.[0]?.parameters)).toBe(nested(64));
  });

  test.each([
    ["a little deeper", 65],
    ["so deep that nobody could write it again", 200_000],
  ])("is rejected if it is %s, naming the field", (_, levels) => {
    expect(() => toChatCall(withTool(nested(levels)))).toThrow(
      expect.objectContaining({ code: "invalid_request_error", param: "tools[0].function.parameters" }),
    );
    expect(() => toChatCall(withSchema(nested(levels)))).toThrow(
      expect.objectContaining({ code: "invalid_request_error", param: "response_format.json_schema.schema" }),
    );
  });
});

const withImage = (url: string, detail = "") =>
  chat("m", {
    messages: [{ ...chat("m").messages[0]!, content: [{ part: { $case: "image", value: { url, detail } } }] }],
  });

describe("an image by data URL", () => {
  test.each(["application/pdf", "video/mp4", " Audio/WAV", "text/plain"])("is rejected if it holds %s", (type) => {
    expect(() => toChatCall(withImage(`data:${type};base64,AAAA`))).toThrow(
      expect.objectContaining({
        code: "invalid_request_error",
        param: "messages[0].content[0]",
        message: `messages[0].content[0]: an image's data URL must hold an image; ${type.trim().toLowerCase()} is not supported.`,
      }),
    );
  });

  test.each([
    ["data:,", "an image's data URL must be of the form data:image/png;base64,..."],
    ["data:image/png", "an image's data URL must be of the form data:image/png;base64,..."],
    ["data:image/png,AA", "an image's data URL must be of the form data:image/png;base64,..."],
    ["data:image/png;base64", "an image's data URL must be of the form data:image/png;base64,..."],
    ["data:image/png;base64,", "an image's data URL must hold an image; this one is empty."],
    ["data:image/png;base64,AA!!", "the data of an image's data URL must be base64."],
    ["https://", "the address of an image must be a complete `https:` URL."],
    ["https://a b/c.png", "the address of an image must be a complete `https:` URL."],
  ])("no provider is asked about %s", (url, message) => {
    expect(() => toChatCall(withImage(url))).toThrow(
      expect.objectContaining({
        code: "invalid_request_error",
        param: "messages[0].content[0]",
        message: `messages[0].content[0]: ${message}`,
      }),
    );
  });

  // An expression that goes back takes hours for these, and holds up every other call.
  test.each([
    ["a long text without a comma", `data:${"a".repeat(4_000_000)}`],
    ["a long type", `data:${"image/png".repeat(400_000)},AA`],
    ["many parameters", `data:image/png${";base64 ".repeat(400_000)};x,AA`],
  ])("is read in one pass: %s", (_what, url) => {
    expect(() => toChatCall(withImage(url))).toThrow(expect.objectContaining({ code: "invalid_request_error" }));
  });

  test.each([
    "data:image/png;base64,AA",
    "data:IMAGE/JPEG;base64,AA",
    "data:image/png;charset=utf-8;BASE64,A+//+w==",
    "data:;base64,AA",
    "https://a.test/b.pdf",
  ])("is passed on: %s", (url) => {
    expect(toChatCall(withImage(url)).messages[0]?.content).toEqual([{ type: "image", url }]);
  });
});

test.each(["A-__-w==", "A+//\r\n+w==\n", " A+//+w"])(
  "the data of an image is passed on as every provider reads it: %j",
  (data) => {
    expect(toChatCall(withImage(`data:image/png;base64,${data}`)).messages[0]?.content).toEqual([
      { type: "image", url: "data:image/png;base64,A+//+w==" },
    ]);
  },
);

test("a conversation in which nothing was said is refused; an empty answer within one is not", () => {
  const [question] = chat("m").messages;
  const answer = (...texts: string[]) => ({
    ...question!,
    role: "assistant",
    content: texts.map((value) => ({ part: { $case: "text" as const, value } })),
  });
  const emptyAnswer = answer();
  for (const messages of [[emptyAnswer, emptyAnswer], [answer(" \n")], [answer("", "")]])
    expect(() => toChatCall(chat("m", { messages }))).toThrow(
      expect.objectContaining({ code: "invalid_request_error", param: "messages" }),
    );
  expect(toChatCall(chat("m", { messages: [question!, emptyAnswer] })).messages).toHaveLength(2);
});

test("a function that must be called is one of the tools", () => {
  const forced = (name: string) =>
    chat("m", { tools: [{ name: "f", description: "", parametersJson: "" }], toolChoice: { mode: "function", name } });
  expect(toChatCall(forced("f")).toolChoice).toEqual({ mode: "function", name: "f" });
  expect(() => toChatCall(forced("g"))).toThrow(
    expect.objectContaining({ code: "invalid_request_error", param: "tool_choice" }),
  );
});

describe("a setting out of range", () => {
  test.each<[string, Parameters<typeof chat>[1], string]>([
    ["temperature", { temperature: 2.1 }, "temperature: must be from 0 to 2."],
    ["temperature", { temperature: NaN }, "temperature: must be from 0 to 2."],
    ["top_p", { topP: Infinity }, "top_p: must be from 0 to 1."],
    ["max_tokens", { maxTokens: 0 }, "max_tokens: must be from 1 to 2147483647."],
    ["seed", { seed: 2n ** 60n }, "seed: must be from -9007199254740991 to 9007199254740991."],
    ["presence_penalty", { presencePenalty: -3 }, "presence_penalty: must be from -2 to 2."],
    ["frequency_penalty", { frequencyPenalty: 3 }, "frequency_penalty: must be from -2 to 2."],
    ["top_logprobs", { logprobs: true, topLogprobs: 21 }, "top_logprobs: must be from 0 to 20."],
    ["logit_bias[5]", { logitBias: { 5: 101 } }, "logit_bias[5]: must be from -100 to 100."],
    [
      "reasoning_effort",
      { reasoningEffort: "most" },
      "reasoning_effort: must be one of none, minimal, low, medium, high, xhigh, max.",
    ],
  ])("is rejected: %s in %j", (param, fields, message) => {
    expect(() => toChatCall(chat("m", fields))).toThrow(
      expect.objectContaining({ code: "invalid_request_error", param, message }),
    );
  });

  const many = (count: number) => Array.from({ length: count }, (_, index) => String(index));

  test.each<[string, number, (items: readonly string[]) => Parameters<typeof chat>[1]]>([
    ["stop", 16, (items) => ({ stop: [...items] })],
    ["tools", 128, (items) => ({ tools: items.map((name) => ({ name, description: "", parametersJson: "" })) })],
    ["logit_bias", 1024, (items) => ({ logitBias: Object.fromEntries(items.map((token) => [token, 1])) })],
  ])("is rejected: %s of more than %d items, as over REST", (param, most, fieldsOf) => {
    expect(() => toChatCall(chat("m", fieldsOf(many(most))))).not.toThrow();
    expect(() => toChatCall(chat("m", fieldsOf(many(most + 1))))).toThrow(
      expect.objectContaining({ code: "invalid_request_error", param, message: `${param}: at most ${most}.` }),
    );
  });

  test("excludes the bounds themselves", () => {
    const fields = {
      temperature: 2,
      topP: 0,
      maxTokens: 1,
      presencePenalty: -2,
      frequencyPenalty: 2,
      topLogprobs: 20,
      logitBias: { 5: -100 },
      reasoningEffort: "max",
    };
    expect(toChatCall(chat("m", fields))).toMatchObject(fields);
  });
});

test.each([
  ["HTTPS://a.test/B.png", "https://a.test/B.png"],
  ["Data:image/png;base64,AA", "data:image/png;base64,AA"],
  ["https://a.test/X:Y", "https://a.test/X:Y"],
])("the scheme of an image's address counts in either case: %s", (url, passedOn) => {
  expect(toChatCall(withImage(url)).messages[0]?.content).toEqual([{ type: "image", url: passedOn }]);
});

describe("an image's detail", () => {
  const withDetail = (detail: string) => withImage("data:image/png;base64,AA==", detail);

  test("is passed on", () => {
    expect(toChatCall(withDetail("low")).messages).toMatchObject([{ content: [{ detail: "low" }] }]);
  });

  test.each(["original", "finest"])("is rejected if the estimate does not know it: %s", (detail) => {
    expect(() => toChatCall(withDetail(detail))).toThrow(
      expect.objectContaining({ code: "invalid_request_error", param: "messages[0].content[0].image_url.detail" }),
    );
  });
});
