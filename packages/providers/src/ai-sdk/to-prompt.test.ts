import type { ChatMessage } from "../spec";
import { toPrompt } from "./to-prompt";

const user = (url: string): ChatMessage[] => [{ role: "user", content: [{ type: "image", url }] }];

test.each<[string, readonly ChatMessage[], string]>([
  [
    "an image by an address the provider does not fetch",
    user("https://img.test/a.png"),
    "messages[0].content[0]: this provider accepts images only as data: URLs.",
  ],
  [
    "an image that is no address",
    user("a.png"),
    "messages[0].content[0]: an image is an https: URL or a data: URL in base64.",
  ],
  [
    "an image of the system",
    [{ role: "system", content: [{ type: "image", url: "data:image/png;base64,aGk=" }] }],
    "messages[0].content: images and files are for messages of the user.",
  ],
  [
    "arguments that are no JSON",
    [{ role: "assistant", content: "", toolCalls: [{ id: "t", name: "look", arguments: "{" }] }],
    "messages[0].tool_calls[0].function: arguments that are not JSON, are nested too deeply, or have too much in them.",
  ],
  [
    "arguments that could not be written again",
    [
      {
        role: "assistant",
        content: "",
        toolCalls: [{ id: "t", name: "look", arguments: "[".repeat(9_000) + "]".repeat(9_000) }],
      },
    ],
    "messages[0].tool_calls[0].function: arguments that are not JSON, are nested too deeply, or have too much in them.",
  ],
  [
    "the result of a call nobody made",
    [{ role: "tool", content: "a cat", toolCallId: "t" }],
    "messages[0].tool_call_id: no earlier message calls a tool with this id.",
  ],
])("%s is rejected, naming the field", (_, messages, message) => {
  expect(() => toPrompt(messages, {})).toThrow(expect.objectContaining({ kind: "invalid", message }));
});

test("a URL is passed on if the provider fetches it", () => {
  expect(toPrompt(user("https://img.test/A.png"), { "image/*": [/^https:\/\/img\.test\/a/] })).toEqual([
    {
      role: "user",
      content: [{ type: "file", mediaType: "image/*", data: { type: "url", url: new URL("https://img.test/A.png") } }],
    },
  ]);
});

test("a tool's image is the user's, because a result is sent as text", () => {
  const prompt = toPrompt(
    [
      { role: "assistant", content: "", toolCalls: [{ id: "c", name: "f", arguments: "{}" }] },
      { role: "tool", toolCallId: "c", content: [{ type: "image", url: "data:image/png;base64,AA==" }] },
    ],
    {},
  );
  expect(prompt.map(({ role }) => role)).toEqual(["assistant", "tool", "user"]);
});

test("the prefix of an answer stays the last message", () => {
  expect(
    toPrompt(
      [
        { role: "user", content: "Count" },
        { role: "assistant", content: "One," },
      ],
      {},
    ).at(-1),
  ).toEqual({ role: "assistant", content: [{ type: "text", text: "One," }] });
});

test("an earlier refusal goes as words, and an answer that said nothing goes not at all", () => {
  expect(
    toPrompt(
      [
        { role: "assistant", content: "", refusal: "No." },
        { role: "assistant", content: "" },
        { role: "user", content: "Please" },
      ],
      {},
    ),
  ).toEqual([
    { role: "assistant", content: [{ type: "text", text: "No." }] },
    { role: "user", content: [{ type: "text", text: "Please" }] },
  ]);
});

test("reasoning with a million names in all messages together is not built", () => {
  const names = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`k${index}`, 1]));
  const encrypted = JSON.stringify({ far: names });
  const message: ChatMessage = {
    role: "assistant",
    content: "",
    toolCalls: [{ id: "c", name: "f", arguments: "{}" }],
    reasoningDetails: [
      { family: "ai-sdk", encrypted },
      { family: "ai-sdk", encrypted, toolCallId: "c" },
    ],
  };
  const prompt = toPrompt([message, message], {});
  expect(
    prompt.map(({ content }) =>
      Array.isArray(content) ? content.map((part) => [part.type, part.providerOptions !== undefined]) : content,
    ),
  ).toEqual([
    [
      ["reasoning", true],
      ["tool-call", true],
    ],
    [
      ["reasoning", true],
      ["tool-call", false],
    ],
  ]);
});

test("reasoning changed by the caller is not sent back", () => {
  const reasoningDetails = [
    { family: "ai-sdk", text: "Hm.", signature: "no JSON" },
    { family: "ai-sdk", encrypted: "[1]" },
    { family: "ai-sdk", encrypted: '{"far":1}' },
  ];
  expect(toPrompt([{ role: "assistant", content: "Hi", reasoningDetails }], {})).toEqual([
    { role: "assistant", content: [{ type: "text", text: "Hi" }] },
  ]);
});
