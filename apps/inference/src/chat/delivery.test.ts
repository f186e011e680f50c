import { testModel } from "@cenote/routing/testing";
import type { ChatEvent, ChatUsage, TokenCounter } from "@cenote/providers";
import { createDelivery } from "./delivery";

/** A word is a token, and the prompt is seven. */
const counter: TokenCounter = {
  estimatePrompt: () => 7, estimateText: (text) => text.length, countPrompt: () => 7,
  countText: (text) => text.split(" ").filter((word) => word !== "").length, countTexts: () => 0, warmUp: () => {},
};
const usage = (promptTokens: number, completionTokens: number): ChatUsage =>
  ({ promptTokens, completionTokens, cachedTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 });
const told = (promptTokens: number, completionTokens: number): ChatEvent => ({ type: "usage", usage: usage(promptTokens, completionTokens) });
const text: ChatEvent = { type: "text", text: "four words of text" };
const finish: ChatEvent = { type: "finish", reason: "stop" };

const charged = (...events: readonly ChatEvent[]): ChatUsage => {
  const delivery = createDelivery({ call: { messages: [] }, model: testModel("m/one"), counter, isExact: false });
  for (const event of events) delivery.note([event]);
  return delivery.usage();
};

describe("a delivered answer is charged", () => {
  test.each<[string, readonly ChatEvent[], ChatUsage]>([
    ["as the provider told at its end", [text, finish, told(100, 20)], usage(100, 20)],
    ["as the provider told at its end, though we count more of it", [text, finish, told(100, 2)], usage(100, 2)],
    ["as it was told with its last words", [told(100, 1), text, told(100, 20), finish], usage(100, 20)],
    ["by our count where nothing was told", [text, finish], usage(7, 4)],
    ["by our count of its words where only its beginning was told", [told(100, 1), text, finish], usage(100, 4)],
    ["by our count of its words where none were told", [text, finish, told(100, 0)], usage(100, 4)],
    ["by our count where what was told can't be", [text, finish, told(100, 1e15)], usage(7, 4)],
    ["for its prompt alone where it is empty", [told(100, 0), finish], usage(100, 0)],
    ["by every word that was made: of text, thought, refusal, names and arguments of functions", [
      text, { type: "reasoning", text: " and five of a thought" }, { type: "refusal", text: " or no" }, { type: "tool_call", index: 0, id: "i", name: " f", arguments: " {}" },
      { type: "logprobs", logprobs: {} }, finish,
    ], usage(7, 13)],
    ["for no less than was told, where it broke off", [text, told(100, 20), text], usage(100, 20)],
    ["for no less than what came, where it broke off", [told(100, 1), text, text], usage(100, 7)],
  ])("%s", (_, events, due) => {
    expect(charged(...events)).toEqual(due);
  });
});
