import { chat, createTestScope } from "../testing/scope";
import { countPromptTokens } from "./count-prompt-tokens";

describe("counting a prompt", () => {
  test("asks the tokenizer, and neither billing nor a provider", () => {
    const { scope, billing, client } = createTestScope();
    const counted: unknown[] = [];
    const counter = { ...scope.counter, countPrompt: (...of: unknown[]) => counted.push(of) };
    expect(countPromptTokens({ ...scope, counter }, { chat: chat("test/plain") })).toEqual({ promptTokens: 1 });
    // As where a prompt is too long: images by what they usually take.
    expect(counted).toEqual([[expect.objectContaining({ messages: expect.any(Array) })]]);
    expect([billing.admitted, client.calls]).toEqual([[], []]);
  });

  test("of no model of ours is refused", () => {
    const { scope } = createTestScope();
    expect(() => countPromptTokens(scope, { chat: chat("test/none") })).toThrow(
      expect.objectContaining({ code: "model_not_found" }),
    );
    expect(() => countPromptTokens(scope, { chat: undefined })).toThrow(
      expect.objectContaining({ code: "invalid_request_error" }),
    );
  });
});
