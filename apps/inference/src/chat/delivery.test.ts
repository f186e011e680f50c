import { randomBytes } from "node:crypto";
import { testModel } from "@cenote/routing/testing";
import { type ChatEvent, type ChatUsage, createTokenCounter, type TokenCounter } from "@cenote/providers";
import { heldBytes } from "@cenote/testkit";
import { createDelivery } from "./delivery";

const words = (text: string): number => text.split(" ").filter((word) => word !== "").length;
/** A word is a token, and the prompt has seven. */
const counter: TokenCounter = {
  estimatePrompt: () => 7,
  estimateText: (text) => text.length,
  countPrompt: () => 7,
  countText: words,
  countPromptInTurns: async () => 7,
  countTextsInTurns: async (_of, texts) => texts.reduce((sum, text) => sum + words(text), 0),
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

const answered = {
  call: { messages: [] },
  model: testModel("m/one"),
  counter,
  countedFor: { organization: "o", caller: "k" },
  isExact: false,
};

const charged = (...events: readonly ChatEvent[]): Promise<ChatUsage> => {
  const delivery = createDelivery(answered);
  for (const event of events) delivery.note([event]);
  return delivery.usage();
};

test("an answer that was cut is charged with no more of a file than the model takes", async () => {
  const file = { type: "pdf", data: "", pages: 100 } as const;
  const delivery = createDelivery({
    ...answered,
    call: { messages: [{ role: "user", content: [file] }] },
    model: { ...testModel("m/one"), contextTokens: 128_000 },
    counter: { ...counter, countPromptInTurns: async () => 270_000 },
  });
  delivery.note([text]);
  expect(await delivery.usage()).toEqual(usage(128_000, 4));
});

test("a long answer is counted now and then, not at each of its thousand events, and nothing of it twice", () => {
  const counted: string[] = [];
  const countText = (part: string) => {
    counted.push(part);
    return words(part);
  };
  const delivery = createDelivery({ ...answered, counter: { ...counter, countText }, isExact: true });
  for (let event = 0; event < 1_000; event++) {
    delivery.note([{ type: "text", text: "word and " }]);
    delivery.madeTokens();
  }
  expect(delivery.madeTokens()).toBeGreaterThan(1_900);
  expect(counted.length).toBeLessThan(50);
  expect("word and ".repeat(1_000).startsWith(counted.join(""))).toBe(true);
});

test("a million deltas of one character take little more memory than their text", async () => {
  const delivery = createDelivery({
    ...answered,
    counter: { ...counter, countTextsInTurns: async (_, [all = ""]) => all.length },
  });
  const before = heldBytes();
  for (let at = 0; at < 1_000_000; at++) delivery.note([{ type: "text", text: "abcdefgh".charAt(at % 8) }]);
  expect(heldBytes() - before).toBeLessThan(4_000_000);
  expect((await delivery.usage()).completionTokens).toBe(1_000_000);
});

test("an answer without white space is counted in parts as well", () => {
  const delivery = createDelivery({
    ...answered,
    counter: { ...counter, countText: ({ length }) => length },
    isExact: true,
  });
  for (let event = 0; event < 100; event++) {
    delivery.note([{ type: "text", text: "abcdefghij" }]);
    delivery.madeTokens();
  }
  expect(delivery.madeTokens()).toBeGreaterThan(700);
});

test("a long answer that was cut is counted while the process does its other work, and comes to the same", async () => {
  const real = createTokenCounter(Math.random);
  const dense = randomBytes(30_000).toString("base64");
  const delivery = createDelivery({ ...answered, counter: real });
  delivery.note([{ type: "text", text: dense }]);
  let turns = 0;
  const count = { isOver: false };
  const usageToCharge = delivery.usage().then((due) => {
    count.isOver = true;
    return due;
  });
  while (!count.isOver) {
    turns++;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  expect(turns).toBeGreaterThan(20);
  expect((await usageToCharge).completionTokens).toBe(real.countText(dense));
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
  ])("%s", async (_, events, due) => {
    expect(await charged(...events)).toEqual(due);
  });
});
