import type { ChatMessageInput, ContentPartInput } from "../../generated/operations";
import { quoteRestMs } from "./quote-rest";

const asks = (...parts: readonly ContentPartInput[]): ChatMessageInput => ({ role: "USER", parts });
const LARGE = `data:image/png;base64,${"A".repeat(200_000)}`;

describe("quoteRestMs", () => {
  it.each<[string, readonly ChatMessageInput[], number]>([
    ["text", [{ role: "USER", content: "What is a cenote?" }], 600],
    ["a small image", [asks({ text: "What is it?" }, { imageUrl: "data:image/png;base64,AAAA" })], 600],
    ["a large image", [asks({ text: "What is it?" }, { imageUrl: LARGE })], 3000],
    [
      "a large file of an earlier question",
      [asks({ file: { filename: "a.pdf", fileData: LARGE } }), { role: "USER", content: "And now?" }],
      3000,
    ],
    ["long texts", Array.from({ length: 3 }, () => ({ role: "USER", content: "a".repeat(70_000) })), 3000],
  ])("of a call with %s", (_, messages, restMs) => {
    expect(quoteRestMs({ messages })).toBe(restMs);
  });
});
