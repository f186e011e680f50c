import type { ChatCall } from "@cenote/providers";
import { testCandidate, testModel } from "@cenote/routing/testing";
import { hasFiles, leastFileTokens, promptWithFiles, withoutFiles } from "./prompt-with-files";

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

test("the balance pays for the estimate, at most for the largest context", () => {
  const of = (estimate: number, ...contexts: (number | undefined)[]) =>
    promptWithFiles(call, routes(...contexts), { isBudgeted: false, estimate });
  expect([of(5_000, 8_000, 200_000), of(500_000, 8_000, 200_000), of(500_000, 8_000, undefined)]).toEqual([
    5_000, 200_000, 500_000,
  ]);
});

test("a budget pays for the largest context, and for nothing without one", () => {
  const options = { isBudgeted: true, estimate: 5_000 };
  expect(promptWithFiles(call, routes(8_000, 200_000), options)).toBe(200_000);
  const [route] = routes(8_000);
  const wide = { contextTokens: 8_000, model: { ...testModel("m/wide"), windowTokens: 32_000 } };
  expect(promptWithFiles(call, route === undefined ? [] : [route, wide], options)).toBe(32_000);
  expect(() => promptWithFiles(call, routes(8_000, undefined), options)).toThrow(
    expect.objectContaining({ code: "invalid_request_error", param: "messages[1].content" }),
  );
});
