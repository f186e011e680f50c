import type { ChatMessage, ContentPart } from "../spec";
import { withShownResults as withShown } from "./shown-results";

const withShownResults = (messages: readonly ChatMessage[], toWireId = (id: string) => id) =>
  withShown(messages, toWireId);

const image = (url: string): ContentPart => ({ type: "image", url });
const text = (said: string): ContentPart => ({ type: "text", text: said });
const result = (toolCallId: string, content: ChatMessage["content"]): ChatMessage => ({
  role: "tool",
  toolCallId,
  content,
});
const user: ChatMessage = { role: "user", content: [text("Look"), image("https://x.test/u.png")] };

test("messages whose results are text stay as they are", () => {
  const messages = [user, result("a", "1"), result("b", [text("2")])];
  expect(withShownResults(messages)).toBe(messages);
});

test("images of results follow the last result, each named by its call", () => {
  expect(
    withShownResults([
      result("a", [text("a map"), image("https://x.test/a.png")]),
      result("b", "31"),
      result("c", [image("https://x.test/c.png")]),
      user,
    ]),
  ).toEqual([
    result("a", [text("a map")]),
    result("b", "31"),
    result("c", []),
    {
      role: "user",
      content: [
        text("(What the tool call a gave:)"),
        image("https://x.test/a.png"),
        text("(What the tool call c gave:)"),
        image("https://x.test/c.png"),
      ],
    },
    user,
  ]);
});

test("images of the last result end the conversation", () => {
  expect(withShownResults([result("a", [image("https://x.test/a.png")])])).toMatchObject([
    { role: "tool", content: [] },
    { role: "user" },
  ]);
});

test("a result is named by the id that its call is sent with", () => {
  const long = "i".repeat(1_000);
  expect(withShownResults([result(long, [image("https://x.test/a.png")])], (id) => id.slice(0, 3))[1]?.content).toEqual(
    [text("(What the tool call iii gave:)"), image("https://x.test/a.png")],
  );
});
