import type { ChatCall } from "@cenote/providers";
import { testCandidate, testModel } from "@cenote/routing/testing";
import {
  hasFiles,
  leastFileTokens,
  mostOfEstimate,
  ownPromptTokens,
  wholeWindow,
  withoutFiles,
} from "./prompt-with-files";

const pdf = { type: "pdf", data: "JVBERi0=", pages: 3 } as const;
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

test("an estimate is at most the largest context", () => {
  const of = (estimate: number, ...contexts: (number | undefined)[]) => mostOfEstimate(routes(...contexts), estimate);
  expect([of(5_000, 8_000, 200_000), of(500_000, 8_000, 200_000), of(500_000, 8_000, undefined)]).toEqual([
    5_000, 200_000, 500_000,
  ]);
});

test("our own count of a prompt with files is charged up to what the model takes", () => {
  const of = (asked: ChatCall, contextTokens?: number, windowTokens?: number) =>
    ownPromptTokens(
      asked,
      { contextTokens, ...(windowTokens === undefined ? {} : { windowTokens }) },
      { countPrompt: () => 50_000 },
    );
  expect([of(call, 8_000), of(call, 8_000, 32_000), of(call)]).toEqual([8_000, 32_000, 50_000]);
  expect(of(withoutFiles(call), 8_000)).toBe(50_000);
});

test("a budget pays for the largest window, and for nothing without one", () => {
  expect(wholeWindow(call, routes(8_000, 200_000))).toBe(200_000);
  const wide = { contextTokens: 8_000, model: { ...testModel("m/wide"), windowTokens: 32_000 } };
  expect(wholeWindow(call, [...routes(8_000), wide])).toBe(32_000);
  expect(() => wholeWindow(call, routes(8_000, undefined))).toThrow(
    expect.objectContaining({ code: "invalid_request_error", param: "messages[1].content" }),
  );
});
