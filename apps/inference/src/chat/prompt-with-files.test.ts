import type { ChatCall } from "@cenote/providers";
import { createTokenCounter } from "@cenote/providers";
import { testCandidate, testModel } from "@cenote/routing/testing";
import {
  countReadPrompt,
  hasFiles,
  leastFileTokens,
  heldForBalance,
  heldForBudget,
  withoutFiles,
} from "./prompt-with-files";

const pdf = { type: "pdf", data: "JVBERi0=", pages: 3 } as const;
const IMAGE = { type: "image", url: "data:image/png;base64,AAAA" } as const;
const question = { type: "text", text: "What does it say?" } as const;
const call: ChatCall = {
  messages: [
    { role: "system", content: "Be brief." },
    { role: "user", content: [question, pdf] },
  ],
};
const routes = (...contexts: (number | undefined)[]) =>
  contexts.map((contextTokens, index) =>
    testCandidate(`r${index}`, {
      model: testModel("m/reads"),
      ...(contextTokens === undefined ? {} : { contextTokens }),
    }),
  );

test("files are found, and left out with nothing else", () => {
  expect(hasFiles(call)).toBe(true);
  expect(withoutFiles(call).messages).toEqual([call.messages[0], { role: "user", content: [question] }]);
  expect(hasFiles(withoutFiles(call))).toBe(false);
  expect([leastFileTokens(call), leastFileTokens(withoutFiles(call))]).toEqual([2_400, 0]);
});

describe("what is held for a prompt with files", () => {
  const counter = createTokenCounter(Math.random);
  const imageTokens = { low: 10, high: 48_000 };
  const asked = (...contexts: (number | undefined)[]) => ({
    call,
    candidates: routes(...contexts),
    imageTokens,
    counter,
  });
  const seen = { ...call, messages: [...call.messages, { role: "user", content: [IMAGE, IMAGE, pdf] }] } as const;

  test("is an estimate, at most the largest window", () => {
    const estimate = counter.estimatePrompt(call, imageTokens);
    expect(estimate).toBeGreaterThan(10_000);
    expect(
      [
        [8_000, 10_000],
        [8_000, 500_000],
        [8_000, undefined],
      ].map((of) => heldForBalance(asked(...of))),
    ).toEqual([10_000, estimate, estimate]);
  });

  test("is of a budget the largest window, and nothing without one", () => {
    expect(heldForBudget(asked(8_000, 200_000))).toBe(200_000);
    const wide = { contextTokens: 8_000, model: { ...testModel("m/wide"), windowTokens: 32_000 } };
    expect(heldForBudget({ ...asked(), candidates: [...routes(8_000), wide] })).toBe(32_000);
    expect(() => heldForBudget(asked(8_000, undefined))).toThrow(
      expect.objectContaining({ code: "invalid_request_error", param: "messages[1].content" }),
    );
  });

  test("has the images besides, which some models bill at more than a window", () => {
    expect(heldForBudget({ ...asked(8_000), call: seen })).toBe(8_000 + 2 * 48_000);
    expect(heldForBalance({ ...asked(8_000), call: seen })).toBe(8_000 + 2 * 48_000);
  });
});

test("our own count of what was read is within the window, whatever a file says of its pages", async () => {
  const counter = createTokenCounter(Math.random);
  const model = { ...testModel("m/reads"), contextTokens: 8_000, imageTokens: { low: 10, high: 1_000 } };
  const manyPages = { messages: [{ role: "user", content: [question, IMAGE, { ...pdf, pages: 1e6 }] }] } as const;
  const asked = { call: manyPages, model, counter, countedFor: { organization: "o", caller: "k" } };
  expect(await countReadPrompt(asked)).toBe(9_000);
  expect(await countReadPrompt({ ...asked, model: { ...model, windowTokens: 20_000 } })).toBe(21_000);
  expect(await countReadPrompt({ ...asked, call: withoutFiles(manyPages) })).toBeLessThan(1_100);
});
