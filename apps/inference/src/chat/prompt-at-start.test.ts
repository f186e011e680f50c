import type { PreparedChat } from "./prepare";
import { promptAtStart } from "./prompt-at-start";

test("what is held for a prompt with a file, a bound, is not told as its tokens; what the provider tells is", () => {
  const file = { type: "pdf", data: "JVBERi0=" } as const;
  const asked = { call: { messages: [{ role: "user", content: [file] }] } } as unknown as PreparedChat["asked"];
  const prepared = { asked, promptTokens: 200_000 };
  const usage = { promptTokens: 900, completionTokens: 0, cachedTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
  expect(promptAtStart(prepared, [])).toBeUndefined();
  expect(promptAtStart(prepared, [{ type: "usage", usage }])).toEqual({ total: 900, cached: 0, cacheWrite: 0 });
});
