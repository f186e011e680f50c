import answers from "./__fixtures__/answers.json";
import { fromAnswer } from "./from-answer";

const usage = (over: object) => ({
  promptTokens: 0,
  completionTokens: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  ...over,
});

describe("a plain answer of Gemini", () => {
  test("concatenates its text parts, and reports cached tokens", () => {
    expect(fromAnswer(answers.text.body)).toEqual({
      text: "Hello!",
      toolCalls: [],
      finishReason: "stop",
      usage: usage({ promptTokens: 19, completionTokens: 10, cachedTokens: 16 }),
    });
  });

  test("returns calls, thoughts and signatures", () => {
    const id = "call_kX9aaLPbKdWgkdUP5u2Y4Ao_0";
    expect(fromAnswer(answers.tools.body)).toEqual({
      text: "",
      reasoning: "Hm.",
      finishReason: "tool_calls",
      usage: usage({ promptTokens: 82, completionTokens: 22, reasoningTokens: 5 }),
      reasoningDetails: [{ family: "google", encrypted: "AbC=", toolCallId: id }],
      toolCalls: [
        { id, name: "weather", arguments: '{"city":"Boston, MA"}' },
        { id: "own", name: "now", arguments: "{}" },
      ],
    });
  });

  test("counts what Google's own tools added as prompt", () => {
    expect(fromAnswer(answers.tool_use_prompt.body)).toMatchObject({
      finishReason: "length",
      usage: { promptTokens: 110, completionTokens: 10, reasoningTokens: 6 },
    });
  });

  test("that is a list of chunks is read as one", () => {
    const part = (text: string, finishReason?: string) => ({
      candidates: [{ content: { parts: [{ text }] }, finishReason }],
    });
    expect(fromAnswer([part("a"), part("b", "STOP")])).toMatchObject({ text: "ab", finishReason: "stop" });
  });

  test.each<[string, unknown, string]>([
    ["an error", { error: { code: 429, message: "slow", status: "RESOURCE_EXHAUSTED" } }, "rate_limited"],
    ["an error in a list", [{ error: { code: 503, message: "busy", status: "UNAVAILABLE" } }], "server"],
    ["a blocked prompt", { promptFeedback: { blockReason: "SAFETY" } }, "content_policy"],
    ["nothing", {}, "malformed"],
    ["null", null, "malformed"],
    ["an empty list", [], "malformed"],
    ["a text", "text", "malformed"],
    ["no reason to end", { candidates: [{ content: { parts: [{ text: "half" }] } }] }, "cut"],
    ["a failure", { candidates: [{ finishReason: "OTHER" }] }, "server"],
    ["an account that is limited", { candidates: [{ finishReason: "PUP_LIMITED_DISABLED" }] }, "credentials"],
  ])("with %s fails", (_, body, kind) => {
    expect(() => fromAnswer(body)).toThrow(expect.objectContaining({ kind, message: expect.stringMatching(/\S/) }));
  });
});
