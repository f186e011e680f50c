import { chat, createTestScope } from "../testing/scope";
import { countPromptTokens } from "./count-prompt-tokens";

const FOR_NOBODY = { context: undefined };

describe("counting a prompt", () => {
  test("asks the tokenizer, and neither billing nor a provider", async () => {
    const { scope, billing, client } = createTestScope();
    const counted: unknown[] = [];
    const counter = { ...scope.counter, countPromptInTurns: async (...of: unknown[]) => counted.push(of) };
    expect(await countPromptTokens({ ...scope, counter }, { ...FOR_NOBODY, chat: chat("test/plain") })).toEqual({
      promptTokens: 1,
    });
    // As where a prompt is too long: images by what they usually take.
    expect(counted).toEqual([[expect.anything(), expect.objectContaining({ messages: expect.any(Array) })]]);
    expect([billing.admitted, client.calls]).toEqual([[], []]);
  });

  test("of no model of ours is refused", async () => {
    const { scope } = createTestScope();
    await expect(countPromptTokens(scope, { ...FOR_NOBODY, chat: chat("test/none") })).rejects.toMatchObject({
      code: "model_not_found",
    });
    await expect(countPromptTokens(scope, { ...FOR_NOBODY, chat: undefined })).rejects.toMatchObject({
      code: "invalid_request_error",
    });
  });
});
