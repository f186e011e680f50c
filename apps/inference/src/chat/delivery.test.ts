import { testModel } from "@cenote/routing/testing";
import type { ChatEvent, ChatUsage, TokenCounter } from "@cenote/providers";
import { createDelivery } from "./delivery";

/** A word is a token, and the prompt has seven. */
const counter: TokenCounter = {
  estimatePrompt: () => 7,
  estimateText: (text) => text.length,
  countPrompt: () => 7,
  countText: (text) => text.split(" ").filter((word) => word !== "").length,
  countPromptInTurns: async () => 7,
  countTexts: () => 0,
  countTextsInTurns: async () => 0,
  warmUp: () => {},
};
const usage = (promptTokens: number, completionTokens: number): ChatUsage => ({
  promptTokens,
  completionTokens,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
});
const told = (promptTokens: number, completionTokens: number): ChatEvent => ({
  type: "usage",
  usage: usage(promptTokens, completionTokens),
});
const text: ChatEvent = { type: "text", text: "four words of text" };
const finish: ChatEvent = { type: "finish", reason: "stop" };

const charged = (...events: readonly ChatEvent[]): ChatUsage => {
  const delivery = createDelivery({ call: { messages: [] }, model: testModel("m/one"), counter, isExact: false });
  for (const event of events) delivery.note([event]);
  return delivery.usage();
};

test("an answer that was cut is charged with no more of a file than the model takes", () => {
  const file = { type: "pdf", data: "", pages: 100 } as const;
  const delivery = createDelivery({
    call: { messages: [{ role: "user", content: [file] }] },
    model: { ...testModel("m/one"), contextTokens: 128_000 },
    counter: { ...counter, countPrompt: () => 270_000 },
    isExact: false,
  });
  delivery.note([text]);
  expect(delivery.usage()).toEqual(usage(128_000, 4));
});

test("a long answer is counted now and then, not at each of its thousand events", () => {
  let counts = 0;
  const countText = (words: string) => {
    counts++;
    return counter.countText(words);
  };
  const delivery = createDelivery({
    call: { messages: [] },
    model: testModel("m/one"),
    counter: { ...counter, countText },
    isExact: true,
  });
  for (let event = 0; event < 1_000; event++) {
    delivery.note([{ type: "text", text: "word and " }]);
    delivery.madeTokens();
  }
  expect(delivery.madeTokens()).toBeGreaterThan(1_900);
  expect(counts).toBeLessThan(50);
});

describe("a delivered answer is charged", () => {
  test.each<[string, readonly ChatEvent[], ChatUsage]>([
    ["as the provider reports at its end", [text, finish, told(100, 20)], usage(100, 20)],
    ["as the provider reports at its end, even if we count more", [text, finish, told(100, 2)], usage(100, 2)],
    ["as reported with its last text", [told(100, 1), text, told(100, 20), finish], usage(100, 20)],
    ["by our count if nothing was reported", [text, finish], usage(7, 4)],
    ["by our count of the text if only its beginning was reported", [told(100, 1), text, finish], usage(100, 4)],
    ["by our count of the text if none was reported", [text, finish, told(100, 0)], usage(100, 4)],
    ["by our count if the reported usage is impossible", [text, finish, told(100, 1e15)], usage(7, 4)],
    ["only for its prompt if it is empty", [told(100, 0), finish], usage(100, 0)],
    [
      "for all output: text, reasoning, refusal, and names and arguments of tool calls",
      [
        text,
        { type: "reasoning", text: " and five of a thought" },
        { type: "refusal", text: " or no" },
        { type: "tool_call", index: 0, id: "i", name: " f", arguments: " {}" },
        { type: "logprobs", logprobs: {} },
        finish,
      ],
      usage(7, 13),
    ],
    ["for no less than was reported, if it was cut", [text, told(100, 20), text], usage(100, 20)],
    ["for no less than what arrived, if it was cut", [told(100, 1), text, text], usage(100, 7)],
  ])("%s", (_, events, due) => {
    expect(charged(...events)).toEqual(due);
  });
});
